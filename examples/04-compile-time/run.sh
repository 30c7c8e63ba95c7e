#!/bin/sh
# Lesson 4: no agent at all. The build wove the aspects into the classes (see pom.xml beside this file).
#
# How to run:  ./sim example 04-compile-time
# What you should see: the same methods as in lesson 1, under the application etl-compile-time.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and FOR (such as 30s).
TARGET=$ROOT/examples/04-compile-time/target
exec "$JAVA" -Dsim.application=etl-compile-time "-Dsim.server=$SERVER" \
    -cp "$TARGET/etl-woven.jar:$TARGET/lib/*" \
    shop.etl.Etl --for "$FOR"

#!/bin/sh
# Lesson 3: AspectJ's own load-time weaver instead of SIM's agent, with SIM's jars on the class path. Use it where
# another tool already uses aspectjweaver.jar.
#
# How to run:  ./sim example 03-plain-weaver
# What you should see: the same methods as in lesson 1, under the application etl-plain-weaver.
#   A probe costs a little more here, and the clock is System.nanoTime.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and FOR (such as 30s).
LIB=$ROOT/examples/03-plain-weaver/target/lib
exec "$JAVA" -javaagent:"$(echo "$LIB"/aspectjweaver-*.jar)" \
    -Dsim.application=etl-plain-weaver "-Dsim.server=$SERVER" \
    -cp "$LIB/*" \
    shop.etl.Etl --for "$FOR"

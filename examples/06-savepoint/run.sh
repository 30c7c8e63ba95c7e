#!/bin/sh
# Lesson 6: a program that reads its own measurements. It saves the state of its thread's metering, works, and asks
# for the gain since then: time, allocation, any meter, for the thread and for each name. Then it acts on the result.
#
# How to run:  ./sim example 06-savepoint
# What you should see: the share of shop.search in the first batch, that the program switches its cache on, and a smaller share after that.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=savepoint,server=$SERVER" \
    -cp "$ROOT/examples/06-savepoint/target/savepoint.jar" shop.Search

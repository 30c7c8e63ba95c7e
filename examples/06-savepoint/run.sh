#!/bin/sh
# Lesson 6: a program that reflects on its own behaviour. It remembers where its thread's metering stands, works, and asks
# what was gained since: time, allocation, any meter, for the thread and for each name. Then it acts on it.
#
# How to run:  ./sim example 06-savepoint
# What you should see: the share of shop.search in the first batch, that the cache goes on, and a smaller share after it.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=savepoint,server=$SERVER" \
    -cp "$ROOT/examples/06-savepoint/target/savepoint.jar" shop.Search

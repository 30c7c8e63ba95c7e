#!/bin/sh
# Lesson 10: contexts that travel between threads. A day is extracted, transformed and loaded on pools that all days share.
#
# How to run:  ./sim example 10-hand-over
# What you should see: on the tab Contexts a context day for each day, with extract, transform and load inside it, and on
#   its timeline the threads of the pools. Click a day's value: Methods and Call tree then show only that day's work,
#   though shop.days.Orders.read ran on extract-0 to -2 and shop.days.Orders.price on transform-0 to -2.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and FOR (such as 30s).
HERE=$ROOT/examples/10-hand-over
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=days,server=$SERVER,aop=$HERE/aop.xml" \
    -cp "$HERE/target/days.jar:$HERE/target/lib/*" \
    shop.days.Days --for "$FOR"

#!/bin/sh
# Lesson 1: start a program that has SIM's annotations with SIM's agent.
#
# How to run:  ./sim example 01-etl        (or ./sim demo, which also opens the page)
# What you should see: these methods: shop.etl.Orders.read with system CPU time, Pricing.loyalty with user CPU time,
#   Ledger.post with blocking, Workers.run with waiting and started threads, Report.render with collections, and
#   Parser.number with errors; contexts named round, extract, transform and load.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and FOR (such as 30s).
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=etl,server=$SERVER" \
    -cp "$ROOT/examples/01-etl/target/etl.jar:$ROOT/examples/01-etl/target/lib/*" \
    shop.etl.Etl --for "$FOR"

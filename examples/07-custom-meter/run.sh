#!/bin/sh
# Lesson 7: a meter of your own. RowsRead returns how many rows the thread has read so far. The configuration makes it a meter,
# and SIM then counts the rows of every call, woven or by hand.
#
# How to run:  ./sim example 07-custom-meter
# What you should see: a column "rows", the last one, beside time and allocation: 300 for shop.orders, 4,000 for
#   shop.archive.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
METER=probes.measures=rows,probes.measure.rows.factory.class=shop.RowsRead
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=custom-meter,server=$SERVER,$METER" \
    -cp "$ROOT/examples/07-custom-meter/target/custom-meter.jar" shop.Database

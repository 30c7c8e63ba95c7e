#!/bin/sh
# Lesson 5: probe by hand what is no method. The import's rows are all read by one method; a probe each, named after the
# row's kind, tells the kinds apart. The probes nest in the woven method that calls them.
#
# How to run:  ./sim example 05-probe-by-hand
# What you should see: row.order, row.refund and row.note with counts of their own, 200, 100 and 100. On the page they stand
#   with their whole names, import.row.order and so on; in the call tree below shop.Import.read.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=probe-by-hand,server=$SERVER" \
    -cp "$ROOT/examples/05-probe-by-hand/target/probe-by-hand.jar" shop.Import

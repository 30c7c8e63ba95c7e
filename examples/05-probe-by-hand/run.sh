#!/bin/sh
# Lesson 5: probe parts of a method by hand. One method reads all rows of the import. A probe for each row, named after the
# row's kind, gives each kind figures of its own. The probes nest in the woven method that calls them.
#
# How to run:  ./sim example 05-probe-by-hand
# What you should see: row.order, row.refund and row.note with counts of 200, 100 and 100. The page shows their
#   full names, import.row.order and so on; in the call tree they are below shop.Import.read.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=probe-by-hand,server=$SERVER" \
    -cp "$ROOT/examples/05-probe-by-hand/target/probe-by-hand.jar" shop.Import

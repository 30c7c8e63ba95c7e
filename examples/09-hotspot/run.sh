#!/bin/sh
# Lesson 9: probes that are not worth their cost switch themselves off. The program prints where its three names stand
# whenever that changes.
#
# How to run:  ./sim example 09-hotspot
# What you should see: shop.report a hotspot, then unmanaged: metered for good; shop.getter disabled after 334 calls at the
#   soonest, most often some thousand: as long as it is not compiled a call takes more than 2us, and is not held against
#   it; shop.turning disabled while it is fast, tried again after its rest, and kept since it has turned slow.
#
# ./sim sets ROOT, JAVA and SERVER (host:port). The bounds are lower than the defaults, so that it does not take minutes.
QUICK=hotspot.upper=4000,hotspot.retrial=1s,interval=200ms
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=hotspot,server=$SERVER,$QUICK" \
    -cp "$ROOT/examples/09-hotspot/target/hotspot.jar" shop.Standings

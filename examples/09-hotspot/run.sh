#!/bin/sh
# Lesson 9: probes that are not worth their cost switch themselves off. The program prints the standing of its three names
# whenever it changes.
#
# How to run:  ./sim example 09-hotspot
# What you should see: shop.report a hotspot, then unmanaged: metered for good; shop.getter disabled after at least
#   334 calls, usually some thousand: until the getter is compiled, a call takes more than 2us and costs no credit;
#   shop.turning disabled while it is fast, tried again after its rest, and kept because it has become slow.
#
# ./sim sets ROOT, JAVA and SERVER (host:port). The bounds are lower than the defaults, so that the lesson does not take minutes. Who sets a
# threshold has the published rule alone: by the defaults, a short name is first read one call in 16, and off only where it is called very often.
QUICK=hotspot.threshold=10us,hotspot.upper=4000,hotspot.retrial=1s,interval=200ms
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=hotspot,server=$SERVER,$QUICK" \
    -cp "$ROOT/examples/09-hotspot/target/hotspot.jar" shop.Standings

#!/bin/sh
# Lesson 13: a library that itself says what its calls are about. shop.cache.Cache ships a payload probe with its connections
# as control objects, reads and writes as event types, a telemetry of two lines, and a split by region. It depends
# only on sim-annotations: without SIM, the JIT removes every call of the API.
#
# How to run:  ./sim example 13-embedded-probe
# What you should see: on the page, in Probes: Cache with "read items", "read customers", 200 each, and "write ..." 100 each;
#   connections 1 and 2 with their reads and writes; in the call tree, with splits shown, Shop.fill below [items] and [customers].
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=embedded-probe,server=$SERVER,payload.record=all,payload.events=true,hotspot.enabled=false,exit.flush=30s" \
    -cp "$ROOT/examples/13-embedded-probe/target/embedded-probe.jar" shop.cache.Shop

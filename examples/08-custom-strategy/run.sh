#!/bin/sh
# Lesson 8: decide for each firing whether it is metered. OneTenant votes before every firing, and votes against it unless the
# thread works for one tenant. The thread's environment has the name of the tenant for which it works.
#
# How to run:  ./sim example 08-custom-strategy
# What you should see: shop.request counted 100 times, for one tenant's requests out of 300.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
STRATEGY=probes.strategies=tenant,probes.strategy.tenant.factory.class=shop.OneTenant,probes.strategy.tenant.only=gold
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=custom-strategy,server=$SERVER,$STRATEGY" \
    -cp "$ROOT/examples/08-custom-strategy/target/custom-strategy.jar" shop.Requests

#!/bin/sh
# Lesson 8: decide firing by firing what is metered. OneTenant is asked before every firing and says no unless the thread
# works for the tenant that is looked into; the thread's environment tells it whom the thread works for.
#
# How to run:  ./sim example 08-custom-strategy
# What you should see: shop.request counted 100 times, for one tenant's requests out of 300.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
STRATEGY=probes.strategies=tenant,probes.strategy.tenant.factory.class=shop.OneTenant,probes.strategy.tenant.only=gold
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=custom-strategy,server=$SERVER,$STRATEGY" \
    -cp "$ROOT/examples/08-custom-strategy/target/custom-strategy.jar" shop.Requests

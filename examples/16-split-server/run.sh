#!/bin/sh
# Lesson 16: a server split by path, with statements inside the splits. Two ready-made probes, by one option and no code: http splits the
# call tree below each request's handler by method and path pattern, ids replaced; jdbc makes payloads of statements.
#
# How to run:  ./sim example 16-split-server
# What you should see: in the call tree, with splits shown, [GET /item/{id}], [GET /item/{id}/stock] and [GET /report] with the methods of each
#   below them; without splits the same methods merged. In Probes, JDBC: the same SELECT 50 times below /stock and 150 times below /report.
#
# ./sim sets ROOT, JAVA and SERVER (host:port).
LESSON=$ROOT/examples/16-split-server/target
exec "$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=split-server,server=$SERVER,libraries=http+jdbc,payload.record=all,hotspot.enabled=false,exit.flush=30s" \
    -cp "$LESSON/split-server.jar:$LESSON/lib/*" shop.web.Server

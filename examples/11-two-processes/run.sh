#!/bin/sh
# Lesson 11: one tree over two processes. The shop asks the stock over HTTP; the context travels in the headers
# traceparent and baggage of W3C Trace Context.
#
# How to run:  ./sim example 11-two-processes
# What you should see: two applications, shop and stock. On the tab Contexts, with "whole traces" on, each order of the
#   shop with a reservation of the stock inside it; the value order, written in the shop, filters the stock's methods too.
#
# ./sim sets ROOT, JAVA, SERVER (host:port), FOR (such as 30s) and LOGS (a directory).
HERE=$ROOT/examples/11-two-processes
AGENT=$ROOT/sim-agent/target/sim-agent.jar
CLASSES=$HERE/target/web.jar:$HERE/target/lib/*
"$JAVA" "-javaagent:$AGENT=application=stock,server=$SERVER" -cp "$CLASSES" shop.web.Stock "$LOGS/stock.port" &
STOCK=$!
trap 'kill $STOCK 2> /dev/null' EXIT
until [ -s "$LOGS/stock.port" ]; do
    kill -0 $STOCK || exit 1
    sleep 0.2
done
"$JAVA" "-javaagent:$AGENT=application=shop,server=$SERVER,aop=$HERE/aop.xml" -cp "$CLASSES" \
    shop.web.Shop "http://127.0.0.1:$(cat "$LOGS/stock.port")" --for "$FOR"
status=$?
kill $STOCK
wait $STOCK
exit $status

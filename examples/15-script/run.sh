#!/bin/sh
# Lesson 15: a payload probe without a class. The program already runs, and its class is loaded. You need only a method and an
# expression of Java. The first try contains a mistake, and changes nothing.
#
# How to run:  ./sim example 15-script
# What you should see: the mistake of the first try, with line and column; "runs at shop.stock.Warehouse.find(int, ...)";
#   on the page, in Probes: Kinds with "find book", "find lamp" and "find chair", 100 each.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and LOGS (a directory).
AGENT=$ROOT/sim-agent/target/sim-agent.jar
rm -f "$LOGS/warehouse.in"
mkfifo "$LOGS/warehouse.in"
"$JAVA" "-javaagent:$AGENT=application=script,server=$SERVER" -cp "$ROOT/examples/15-script/target/script.jar" \
    shop.stock.Warehouse < "$LOGS/warehouse.in" > "$LOGS/warehouse.out" &
PROGRAM=$!
exec 3> "$LOGS/warehouse.in"
until grep -q ready "$LOGS/warehouse.out"; do
    kill -0 "$PROGRAM" || exit 1
    sleep 0.2
done

METHOD='shop.stock.Warehouse.find(..)'
echo "./sim script $PROGRAM Kinds '$METHOD' '\"find \" + kinds'"
"$JAVA" -jar "$AGENT" script "$PROGRAM" Kinds "$METHOD" '"find " + kinds' 2>&1
echo "./sim script $PROGRAM Kinds '$METHOD' '\"find \" + kind'"
"$JAVA" -jar "$AGENT" script "$PROGRAM" Kinds "$METHOD" '"find " + kind' || exit

echo go >&3
exec 3>&-
wait "$PROGRAM" || exit
cat "$LOGS/warehouse.out"

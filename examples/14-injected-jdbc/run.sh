#!/bin/sh
# Lesson 14: a payload probe for a library nobody prepared. shop.sql.SqlProbe intercepts the statements of every JDBC driver: of H2
# in memory, and of PostgreSQL where Debian's package is installed; its server is started here, on a socket in LOGS alone.
#
# How to run:  ./sim example 14-injected-jdbc
# What you should see: on the page, in Probes: SQL with two statements, 101 and 100 times (twice as often with PostgreSQL), one of
#   them with an error; a connection of H2, and one of PostgreSQL; the statements' back traces through shop.sql.Orders.
#
#   PostgreSQL's own count is printed beside: without the one that failed it is the same.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and LOGS (a directory).
LESSON=$ROOT/examples/14-injected-jdbc/target
URLS=jdbc:h2:mem:orders
PORT=$((20000 + $$ % 20000))
DATA=$(mktemp -d /tmp/sim-pg.XXXXXX)

postgres() { # start or stop it, or ask it
    COMMAND=$1
    shift
    sh "$ROOT/examples/14-injected-jdbc/postgres.sh" "$COMMAND" "$DATA" "$PORT" "$@"
}

trap 'postgres stop' EXIT
if COUNTING=$(postgres start); then
    URLS="$URLS jdbc:postgresql://127.0.0.1:$PORT/postgres?user=shop"
else
    echo "PostgreSQL is not installed here, or does not start: H2 alone."
fi

# shellcheck disable=SC2086 # two arguments
"$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=injected-jdbc,server=$SERVER,payload.probes=shop.sql.SqlProbe,payload.record=SQL,hotspot.enabled=false,exit.flush=30s" \
    -cp "$LESSON/injected-jdbc.jar:$LESSON/lib/*" shop.sql.Orders $URLS || exit

if [ -n "$COUNTING" ]; then
    postgres ask "SELECT 'PostgreSQL counted ' || calls || ' of ' || query FROM pg_stat_statements WHERE query LIKE '%orders%' ORDER BY query"
fi

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
POSTGRES=
DATA=

as_postgres() { # PostgreSQL refuses to run as root
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

end_postgres() {
    [ -n "$POSTGRES" ] && as_postgres "$BIN/pg_ctl" -D "$DATA/db" -m fast stop > /dev/null 2>&1
    [ -n "$DATA" ] && rm -rf "$DATA"
}

for BIN in /usr/lib/postgresql/*/bin; do :; done
if [ -x "$BIN/initdb" ] && { [ "$(id -u)" != 0 ] || id postgres > /dev/null 2>&1; }; then
    trap end_postgres EXIT
    COUNTING= # by itself, where Debian's package postgresql-contrib is there too
    ls "${BIN%/bin}/lib/pg_stat_statements.so" > /dev/null 2>&1 && COUNTING="-c shared_preload_libraries=pg_stat_statements"
    DATA=$(mktemp -d /tmp/sim-pg.XXXXXX)
    [ "$(id -u)" = 0 ] && chown postgres "$DATA"
    PORT=$((20000 + $$ % 20000))
    as_postgres "$BIN/initdb" -D "$DATA/db" -A trust -U shop > "$LOGS/postgres.log" 2>&1 &&
        as_postgres "$BIN/pg_ctl" -D "$DATA/db" -l "$DATA/log" -w -o "-p $PORT -k $DATA -c listen_addresses=127.0.0.1 $COUNTING" \
            start >> "$LOGS/postgres.log" 2>&1 && POSTGRES=yes
fi
if [ -n "$POSTGRES" ]; then
    [ -n "$COUNTING" ] && as_postgres "$BIN/psql" -q -h "$DATA" -p "$PORT" -U shop postgres -c 'CREATE EXTENSION pg_stat_statements'
    URLS="$URLS jdbc:postgresql://127.0.0.1:$PORT/postgres?user=shop"
else
    echo "PostgreSQL is not installed here, or does not start: H2 alone."
fi

# shellcheck disable=SC2086 # two arguments
"$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=injected-jdbc,server=$SERVER,payload.probes=shop.sql.SqlProbe,payload.record=SQL,hotspot.enabled=false" \
    -cp "$LESSON/injected-jdbc.jar:$LESSON/lib/*" shop.sql.Orders $URLS || exit

if [ -n "$POSTGRES" ] && [ -n "$COUNTING" ]; then
    as_postgres "$BIN/psql" -Atq -h "$DATA" -p "$PORT" -U shop postgres -c \
        "SELECT 'PostgreSQL counted ' || calls || ' of ' || query FROM pg_stat_statements WHERE query LIKE '%orders%' ORDER BY query"
fi

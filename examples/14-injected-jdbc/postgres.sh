#!/bin/sh
# A PostgreSQL server of one's own, by Debian's package: at 127.0.0.1 and on a socket in its directory alone, with a superuser "shop".
#
#   postgres.sh start DIR PORT     into an empty directory; ends with 3 where PostgreSQL is not installed, or cannot run.
#                                  Prints "counting" where it counts its statements (postgresql-contrib is there too)
#   postgres.sh ask DIR PORT SQL   prints what is answered
#   postgres.sh stop DIR           and removes the directory
DIR=$2
PORT=$3

as_postgres() { # PostgreSQL refuses to run as root
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

for BIN in /usr/lib/postgresql/*/bin; do :; done
case $1 in
start)
    [ -x "$BIN/initdb" ] && { [ "$(id -u)" != 0 ] || id postgres > /dev/null 2>&1; } || exit 3
    COUNTING=
    [ -e "${BIN%/bin}/lib/pg_stat_statements.so" ] && COUNTING="-c shared_preload_libraries=pg_stat_statements"
    [ "$(id -u)" = 0 ] && chown postgres "$DIR"
    as_postgres "$BIN/initdb" -D "$DIR/db" -A trust -U shop > "/dev/null" 2>&1 || exit 3
    as_postgres "$BIN/pg_ctl" -D "$DIR/db" -l "$DIR/log" -w -o "-p $PORT -k $DIR -c listen_addresses=127.0.0.1 $COUNTING" start \
        > /dev/null 2>&1 || exit 3
    if [ -n "$COUNTING" ]; then
        as_postgres "$BIN/psql" -q -h "$DIR" -p "$PORT" -U shop postgres -c 'CREATE EXTENSION pg_stat_statements' && echo counting
    fi
    ;;
ask)
    as_postgres "$BIN/psql" -Atq -h "$DIR" -p "$PORT" -U shop postgres -c "$4"
    ;;
stop)
    as_postgres "$BIN/pg_ctl" -D "$DIR/db" -m fast stop > /dev/null 2>&1
    rm -rf "$DIR"
    ;;
esac

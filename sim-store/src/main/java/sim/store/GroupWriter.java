package sim.store;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.Meter;

/**
 * Appends a group of batches to the tables, in the caller's transaction: table by table, because an appender costs more than the
 * rows of a batch.
 */
final class GroupWriter {
    private final DuckDBConnection connection;
    private final List<IncomingBatch> group;
    private final Head head;
    private final long slot;

    /** @param head its last slot gets the rows */
    GroupWriter(DuckDBConnection connection, List<IncomingBatch> group, Head head) {
        this.connection = connection;
        this.group = group;
        this.head = head;
        this.slot = head.slot();
    }

    /**
     * Appends all of it.
     *
     * @param lastRun the highest number of a run of invocations there is
     * @return the highest number of a run now
     */
    long write(long lastRun) throws SQLException {
        for (Table<?> table : Tables.ALL) {
            write(table);
        }
        return invocations(lastRun);
    }

    private <T> void write(Table<T> table) throws SQLException {
        if (table.parts() == null) {
            return;
        }
        DuckDBAppender out = null;
        try {
            for (IncomingBatch e : group) {
                Collection<T> parts = table.parts().apply(e);
                if (!parts.isEmpty() && table.ages() != Table.Ages.STATE) {
                    head.there.add(slot, table, table.time().equals("to_micros")
                            ? new Interval(e.toMicros() - 1, e.toMicros())
                            : Interval.ALL);
                }
                for (T part : parts) {
                    if (out == null) {
                        out = connection.createAppender(table.ages() == Table.Ages.STATE
                                ? table.name()
                                : table.in(slot));
                    }
                    table.row().to(out, e, part);
                }
            }
            if (out != null) {
                out.flush(); // closing alone would hide what it complains about
            }
        } finally {
            if (out != null) {
                out.close();
            }
        }
    }

    private long invocations(long lastRun) throws SQLException {
        if (group.stream().allMatch(e -> e.batch().invocations().isEmpty())) {
            return lastRun;
        }
        for (Table<?> table : List.of(CallTables.FULL, CallTables.RUNS, CallTables.WALL)) {
            head.there.add(slot, table, Interval.ALL);
        }
        try (InvocationWriter out = new InvocationWriter(connection, slot, lastRun)) {
            for (IncomingBatch e : group) {
                if (!e.batch().invocations().isEmpty()) {
                    out.write(e, Invocations.of(e.batch().invocations()).cursor());
                }
            }
            return out.flush();
        }
    }

    static void value(DuckDBAppender out, Map.Entry<String, Object> value) throws SQLException {
        out.append(value.getKey()).append(value.getValue().getClass().getSimpleName())
                .append(String.valueOf(value.getValue()));
    }

    static void meters(DuckDBAppender out, int present, long[]... parts) throws SQLException {
        for (int i = 0; i < Meter.COUNT; i++) {
            for (long[] part : parts) {
                if ((present & 1 << i) != 0) {
                    out.append(part[i]);
                } else {
                    out.appendNull();
                }
            }
        }
    }

    /** Those with ids of their own, the last of each. */
    static <T, K> Collection<T> last(List<T> all, Function<T, K> id) {
        if (all.size() < 2) {
            return all;
        }
        Map<K, T> last = new LinkedHashMap<>();
        all.forEach(one -> last.put(id.apply(one), one));
        return last.values();
    }

    /** Writes one part of a batch as rows of a table. */
    interface Row<T> {
        void to(DuckDBAppender out, IncomingBatch entry, T part) throws SQLException;
    }
}

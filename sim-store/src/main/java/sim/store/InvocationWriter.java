package sim.store;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.InvocationCursor;
import sim.model.snapshot.Meter;

/** Appends kept calls: see {@link CallTables#FULL} for where. */
final class InvocationWriter implements AutoCloseable {
    private final DuckDBAppender full;
    private final DuckDBAppender wall;
    private final DuckDBAppender runs;
    /** The runs of this batch by thread and context, with when their last calls began. */
    private final Map<Key, Run> open = new HashMap<>();
    private long lastRun;

    InvocationWriter(DuckDBConnection connection, long slot, long lastRun) throws SQLException {
        this.lastRun = lastRun;
        full = connection.createAppender(CallTables.FULL.in(slot));
        wall = connection.createAppender(CallTables.WALL.in(slot));
        runs = connection.createAppender(CallTables.RUNS.in(slot));
    }

    /** Appends a batch's calls. */
    void write(IncomingBatch e, InvocationCursor call) throws SQLException {
        open.clear();
        Run run = null;
        while (call.next()) {
            if (call.present() != Meter.WALL.bit() || call.error() || call.exception() != null) {
                full.beginRow().append(e.instance()).append(call.node()).append(call.context()).append(call.thread())
                        .append(e.time(call.beginMicros())).append(call.error()).append(call.exception());
                GroupWriter.meters(full, call.present(), call.readings());
                full.endRow();
                continue;
            }
            if (run == null || run.key.context != call.context() || !run.key.thread.equals(call.thread())) {
                run = open.computeIfAbsent(new Key(call.context(), call.thread()), key -> new Run(key, ++lastRun));
            }
            long begin = e.time(call.beginMicros());
            run.lastMicros = Math.max(run.lastMicros, begin);
            wall.beginRow().append(run.number).append(call.node()).append(begin).append(call.readings()[0]).endRow();
        }
        for (Run each : open.values()) {
            runs.beginRow().append(each.number).append(e.instance()).append(each.key.context).append(each.key.thread)
                    .append(each.lastMicros).endRow();
        }
    }

    /** Hands what was appended over to the transaction; returns the highest number of a run now. */
    long flush() throws SQLException {
        full.flush();
        wall.flush();
        runs.flush();
        return lastRun;
    }

    @Override
    public void close() throws SQLException {
        try (full; wall; runs) {
            open.clear();
        }
    }

    private record Key(long context, String thread) {}

    private static final class Run {
        final Key key;
        final long number;
        long lastMicros = Long.MIN_VALUE;

        Run(Key key, long number) {
            this.key = key;
            this.number = number;
        }
    }
}

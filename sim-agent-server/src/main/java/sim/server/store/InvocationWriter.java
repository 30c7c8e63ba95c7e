package sim.server.store;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.InvocationCursor;

/** Appends kept calls: see {@link Schema} for where. */
final class InvocationWriter implements AutoCloseable {
    private final String instance;
    private final DuckDBAppender full;
    private final DuckDBAppender wall;
    private final DuckDBAppender runs;
    /** The runs of this batch by thread and context, with when their last calls began. */
    private final Map<Key, Run> open = new HashMap<>();
    private long lastRun;

    InvocationWriter(DuckDBConnection connection, String instance, long lastRun) throws SQLException {
        this.instance = instance;
        this.lastRun = lastRun;
        full = connection.createAppender("invocations_full");
        wall = connection.createAppender("invocations_wall");
        runs = connection.createAppender("invocation_runs");
    }

    /** Returns the highest number of a run now. */
    long write(InvocationCursor call) throws SQLException {
        Run run = null;
        while (call.next()) {
            if (call.present() != Meter.WALL.bit() || call.error() || call.exception() != null) {
                full.beginRow().append(instance).append(call.node()).append(call.context()).append(call.thread())
                        .append(call.beginMicros()).append(call.error()).append(call.exception());
                BatchWriter.meters(full, call.present(), call.readings());
                full.endRow();
                continue;
            }
            if (run == null || run.key.context != call.context() || !run.key.thread.equals(call.thread())) {
                run = open.computeIfAbsent(new Key(call.context(), call.thread()), key -> new Run(key, ++lastRun));
            }
            run.lastMicros = Math.max(run.lastMicros, call.beginMicros());
            wall.beginRow().append(run.number).append(call.node()).append(call.beginMicros())
                    .append(call.readings()[0]).endRow();
        }
        for (Run each : open.values()) {
            runs.beginRow().append(each.number).append(instance).append(each.key.context).append(each.key.thread)
                    .append(each.lastMicros).endRow();
        }
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

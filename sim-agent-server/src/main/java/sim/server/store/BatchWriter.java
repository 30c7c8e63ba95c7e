package sim.server.store;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.collector.wire.Batch;
import sim.collector.wire.PlatformSample;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.Stay;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Verdict;

/** Appends one batch to the tables, in the caller's transaction. */
final class BatchWriter {
    private final DuckDBConnection connection;
    private final String instance;
    private final Batch batch;
    private long lastRun;

    /** @param lastRun the highest number of a run of invocations there is */
    BatchWriter(DuckDBConnection connection, String instance, Batch batch, long lastRun) {
        this.connection = connection;
        this.instance = instance;
        this.batch = batch;
        this.lastRun = lastRun;
    }

    /** Returns the highest number of a run now. */
    long write() throws SQLException {
        append("names", batch.names(), out -> {
            for (NameEntry name : batch.names()) {
                out.beginRow().append(instance).append(name.id()).append(name.owner()).append(name.member()).endRow();
            }
        });
        append("nodes", batch.nodes(), out -> {
            for (NodeEntry node : batch.nodes()) {
                out.beginRow().append(instance).append(node.id()).append(node.parent()).append(node.name()).endRow();
            }
        });
        append("batches", List.of(batch),
                out -> out.beginRow().append(instance).append(batch.sequence()).append(batch.fromMicros())
                        .append(batch.toMicros()).endRow());
        append("tree_rows", batch.rows(), out -> {
            for (TreeRow row : batch.rows()) {
                out.beginRow().append(instance).append(batch.toMicros()).append(row.node()).append(row.count())
                        .append(row.errors());
                meters(out, row.present(), row.total(), row.self(), row.max());
                out.endRow();
            }
        });
        append("extra_rows", batch.rows(), this::extraMeters);
        append("scores", batch.scores(), out -> {
            for (Score score : batch.scores()) {
                out.beginRow().append(instance).append(score.name()).append(score.standing().name())
                        .append(score.balance()).append(score.trials()).endRow();
            }
        });
        append("verdicts", batch.verdicts(), out -> {
            for (Verdict verdict : batch.verdicts()) {
                out.beginRow().append(instance).append(verdict.name()).append(verdict.sequence())
                        .append(verdict.timeMicros()).append(verdict.from().name()).append(verdict.to().name())
                        .append(verdict.balance()).append(verdict.reason()).endRow();
            }
        });
        append("wall_buckets", batch.rows(), this::buckets);
        invocations();
        append("context_records", batch.contexts(), this::contexts);
        append("context_values", batch.contexts(), out -> {
            for (ContextRecord context : batch.contexts()) {
                int position = 0;
                for (Map.Entry<String, Object> value : context.values().entrySet()) {
                    out.beginRow().append(instance).append(batch.sequence()).append(batch.toMicros())
                            .append(context.id()).append(position++);
                    value(out, value);
                    out.endRow();
                }
            }
        });
        append("context_stays", batch.contexts(), this::stays);
        append("context_rows", batch.contexts(), this::contextRows);
        append("events", batch.events(), this::events);
        append("platform", batch.platform(), out -> {
            for (PlatformSample sample : batch.platform()) {
                for (Map.Entry<String, Double> value : sample.values().entrySet()) {
                    out.beginRow().append(instance).append(sample.timeMicros()).append(value.getKey())
                            .append(value.getValue().doubleValue()).endRow();
                }
            }
        });
        append("counters", batch.counters().keySet(), out -> {
            for (Map.Entry<String, Long> counter : batch.counters().entrySet()) {
                out.beginRow().append(instance).append(counter.getKey()).append(counter.getValue().longValue())
                        .endRow();
            }
        });
        return lastRun;
    }

    private void invocations() throws SQLException {
        Invocations calls = Invocations.of(batch.invocations());
        if (!calls.isEmpty()) {
            try (InvocationWriter out = new InvocationWriter(connection, instance, lastRun)) {
                lastRun = out.write(calls.cursor());
            }
        }
    }

    /** One row a meter: which there are differs from application to application. */
    private void extraMeters(DuckDBAppender out) throws SQLException {
        for (TreeRow row : batch.rows()) {
            for (int i = Meter.COUNT; i < row.total().length; i++) {
                if ((row.present() & 1 << i) != 0) {
                    out.beginRow().append(instance).append(batch.toMicros()).append(row.node()).append(i)
                            .append(row.total()[i]).append(row.self()[i]).append(row.max()[i]).endRow();
                }
            }
        }
    }

    private void buckets(DuckDBAppender out) throws SQLException {
        for (TreeRow row : batch.rows()) {
            for (int i = 0; i < row.buckets().length; i += 2) {
                out.beginRow().append(instance).append(batch.toMicros()).append(row.node())
                        .append((int) row.buckets()[i]).append(row.buckets()[i + 1]).endRow();
            }
        }
    }

    private void contexts(DuckDBAppender out) throws SQLException {
        for (ContextRecord context : batch.contexts()) {
            out.beginRow().append(instance).append(batch.sequence()).append(batch.toMicros()).append(context.id())
                    .append(context.parent()).append(context.name()).append(context.tag()).append(context.thread())
                    .append(context.startMicros()).append(context.endMicros()).append(context.error())
                    .append(context.calls()).append(context.errors());
            meters(out, context.present(), context.totals());
            out.append(context.traceHigh()).append(context.traceLow()).endRow();
        }
    }

    private void stays(DuckDBAppender out) throws SQLException {
        for (ContextRecord context : batch.contexts()) {
            int position = 0;
            for (Stay stay : context.stays()) {
                context(out, context).append(position++).append(stay.thread()).append(stay.startMicros())
                        .append(stay.endMicros()).append(stay.times()).endRow();
            }
        }
    }

    private void contextRows(DuckDBAppender out) throws SQLException {
        for (ContextRecord context : batch.contexts()) {
            for (TreeRow row : context.rows()) {
                context(out, context).append(row.node()).append(row.count()).append(row.errors());
                meters(out, row.present(), row.total(), row.self(), row.max());
                out.endRow();
            }
        }
    }

    private DuckDBAppender context(DuckDBAppender out, ContextRecord context) throws SQLException {
        return out.beginRow().append(instance).append(batch.sequence()).append(batch.toMicros()).append(context.id());
    }

    /** One row a value; an event without values has one row without. */
    private void events(DuckDBAppender out) throws SQLException {
        int ordinal = 0;
        for (EventRecord event : batch.events()) {
            int position = 0;
            for (Map.Entry<String, Object> value : event.values().entrySet()) {
                event(out, event, position++);
                value(out, value);
                out.append(batch.sequence()).append(ordinal).endRow();
            }
            if (event.values().isEmpty()) {
                event(out, event, 0);
                out.append((String) null).append((String) null).append((String) null).append(batch.sequence())
                        .append(ordinal).endRow();
            }
            ordinal++;
        }
    }

    private void event(DuckDBAppender out, EventRecord event, int position) throws SQLException {
        out.beginRow().append(instance).append(event.name()).append(event.timeMicros()).append(event.context())
                .append(event.thread()).append(position);
    }

    private static void value(DuckDBAppender out, Map.Entry<String, Object> value) throws SQLException {
        out.append(value.getKey()).append(value.getValue().getClass().getSimpleName())
                .append(String.valueOf(value.getValue()));
    }

    static void meters(DuckDBAppender out, int present, long[]... parts) throws SQLException {
        for (int i = 0; i < Meter.COUNT; i++) {
            for (long[] part : parts) {
                if ((present & 1 << i) != 0) {
                    out.append(part[i]);
                } else {
                    out.append((Long) null);
                }
            }
        }
    }

    private void append(String table, Collection<?> of, Rows rows) throws SQLException {
        if (of.isEmpty()) {
            return;
        }
        try (DuckDBAppender out = connection.createAppender(table)) {
            rows.to(out);
        }
    }

    private interface Rows {
        void to(DuckDBAppender out) throws SQLException;
    }
}

package sim.server.store;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.collector.wire.PlatformSample;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.HistogramRow;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.KindRecord;
import sim.metrics.snapshot.Meter;
import sim.metrics.snapshot.Rest;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.Stay;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Unread;

/**
 * Appends a group of batches to the tables, in the caller's transaction: table by table, because an appender costs more than the
 * rows of a batch.
 */
final class GroupWriter {
    private static final long[] NOTHING = new long[Meter.COUNT];

    private final DuckDBConnection connection;
    private final List<IncomingBatch> group;

    GroupWriter(DuckDBConnection connection, List<IncomingBatch> group) {
        this.connection = connection;
        this.group = group;
    }

    /**
     * Appends all of it.
     *
     * @param lastRun the highest number of a run of invocations there is
     * @return the highest number of a run now
     */
    long write(long lastRun) throws SQLException {
        each("names", e -> e.batch().names(), (out, e, name) -> {
            if (name.id() > e.before().lastName()) {
                out.beginRow().append(e.instance()).append(name.id()).append(name.owner()).append(name.member())
                        .endRow();
            }
        });
        each("nodes", e -> e.batch().nodes(), (out, e, node) -> {
            if (node.id() > e.before().lastNode()) {
                out.beginRow().append(e.instance()).append(node.id()).append(node.parent()).append(node.name())
                        .endRow();
            }
        });
        each("batches", e -> e.number() == 0 ? List.of() : List.of(e),
                (out, e, all) -> out.beginRow().append(e.instance()).append(e.batch().sequence())
                        .append(e.time(e.batch().fromMicros())).append(e.toMicros()).append(e.receivedMicros())
                        .append(e.number()).endRow());
        each("tree_rows", e -> e.batch().rows(), (out, e, row) -> {
            out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append(row.count())
                    .append(row.errors());
            meters(out, row.present(), row.total(), row.self(), row.max());
            Unread unread = row.unread();
            out.append(e.number()).append(unread.time()).append(unread.cpu()).append(unread.contention())
                    .append(unread.mixed()).endRow();
        });
        each("extra_rows", e -> e.batch().rows(), GroupWriter::extraMeters);
        each("wall_buckets", e -> e.batch().rows(), GroupWriter::buckets);
        each("meter_buckets", e -> e.batch().histograms(), GroupWriter::buckets);
        each("scores", e -> last(e.batch().scores(), Score::name), (out, e, score) -> out.beginRow()
                .append(e.instance()).append(score.name()).append(score.standing().name()).append(score.balance())
                .append(score.trials()).append(score.level().name()).append(score.levelMicros()).append(score.groups())
                .append(score.oneIn()).endRow());
        each("verdicts", e -> e.batch().verdicts(), (out, e, verdict) -> out.beginRow().append(e.instance())
                .append(verdict.name()).append(verdict.sequence()).append(e.time(verdict.timeMicros()))
                .append(verdict.from().name()).append(verdict.to().name()).append(verdict.balance())
                .append(verdict.reason()).append(e.number()).append(verdict.fromLevel().name())
                .append(verdict.toLevel().name()).endRow());
        contexts();
        each("events", e -> e.batch().events().isEmpty() ? List.of() : List.of(e), (out, e, all) -> events(out, e));
        each("platform", e -> e.batch().platform(), GroupWriter::sample);
        each("counters", e -> e.counters().entrySet(),
                (out, e, counter) -> out.beginRow().append(e.instance()).append(counter.getKey())
                        .append(counter.getValue().longValue()).endRow());
        each("platform", e -> e.counters().entrySet(),
                (out, e, counter) -> out.beginRow().append(e.instance()).append(e.toMicros())
                        .append(Columns.COUNTER + counter.getKey()).append(counter.getValue().doubleValue())
                        .append(e.number())
                        .endRow());
        new PayloadTables(this).write();
        return invocations(lastRun);
    }

    private long invocations(long lastRun) throws SQLException {
        if (group.stream().allMatch(e -> e.batch().invocations().isEmpty())) {
            return lastRun;
        }
        try (InvocationWriter out = new InvocationWriter(connection, lastRun)) {
            for (IncomingBatch e : group) {
                if (!e.batch().invocations().isEmpty()) {
                    out.write(e, Invocations.of(e.batch().invocations()).cursor());
                }
            }
            return out.flush();
        }
    }

    private void contexts() throws SQLException {
        // a later record of an id replaces the earlier one, in a batch as well
        Function<IncomingBatch, Collection<ContextRecord>> all = e -> last(e.batch().contexts(), ContextRecord::id);
        each("context_records", all, (out, e, context) -> {
            context(out, e, context).append(context.parent()).append(context.name()).append(context.tag())
                    .append(context.thread()).append(e.time(context.startMicros())).append(e.time(context.endMicros()))
                    .append(context.error()).append(context.calls()).append(context.errors());
            meters(out, context.present(), context.totals());
            out.append(context.traceHigh()).append(context.traceLow()).append(e.number()).endRow();
        });
        each("context_values", all, (out, e, context) -> {
            int position = 0;
            for (Map.Entry<String, Object> value : context.values().entrySet()) {
                context(out, e, context).append(position++);
                value(out, value);
                out.append(e.number()).endRow();
            }
        });
        each("context_stays", all, (out, e, context) -> {
            int position = 0;
            for (Stay stay : context.stays()) {
                context(out, e, context).append(position++).append(stay.thread()).append(e.time(stay.startMicros()))
                        .append(e.time(stay.endMicros())).append(stay.times()).append(e.number()).endRow();
            }
        });
        each("context_rows", all, (out, e, context) -> {
            for (TreeRow row : context.rows()) {
                context(out, e, context).append(row.node()).append(row.count()).append(row.errors());
                meters(out, row.present(), row.total(), row.self(), row.max());
                out.append(e.number()).endRow();
            }
            if (context.rest() != null) { // calls at none of these: node 0, which is no place
                context(out, e, context).append(0).append(context.rest().calls()).append(context.rest().errors());
                meters(out, Meter.WALL.bit(), NOTHING, ownWall(context.rest()), NOTHING);
                out.append(e.number()).endRow();
            }
        });
        each("context_kinds", e -> e.batch().kinds(), (out, e, kind) -> {
            kind(out, e, kind).append(kind.contexts()).append(kind.failed()).append(kind.kept())
                    .append(kind.wallNanos()).append(kind.calls()).append(kind.errors());
            meters(out, kind.present(), kind.totals());
            out.append(e.number()).endRow();
        });
        each("context_kind_rows", e -> e.batch().kinds(), (out, e, kind) -> {
            for (TreeRow row : kind.rows()) {
                kind(out, e, kind).append(row.node()).append(row.count()).append(row.errors());
                meters(out, row.present(), row.total(), row.self(), row.max());
                out.append(e.number()).endRow();
            }
        });
    }

    private static long[] ownWall(Rest rest) {
        long[] self = new long[Meter.COUNT];
        self[0] = rest.selfNanos();
        return self;
    }

    private static DuckDBAppender kind(DuckDBAppender out, IncomingBatch e, KindRecord kind) throws SQLException {
        return out.beginRow().append(e.instance()).append(e.toMicros()).append(kind.name()).append(kind.tag());
    }

    private static DuckDBAppender context(DuckDBAppender out, IncomingBatch e, ContextRecord context)
            throws SQLException {
        return out.beginRow().append(e.instance()).append(e.batch().sequence()).append(e.toMicros())
                .append(context.id());
    }

    /** One row a meter: which there are differs from application to application. */
    private static void extraMeters(DuckDBAppender out, IncomingBatch e, TreeRow row) throws SQLException {
        for (int i = Meter.COUNT; i < row.total().length; i++) {
            if ((row.present() & 1 << i) != 0) {
                out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append(i)
                        .append(row.total()[i]).append(row.self()[i]).append(row.max()[i]).append(e.number()).endRow();
            }
        }
    }

    private static void buckets(DuckDBAppender out, IncomingBatch e, TreeRow row) throws SQLException {
        for (int i = 0; i < row.buckets().length; i += 2) {
            out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append((int) row.buckets()[i])
                    .append(row.buckets()[i + 1]).append(e.number()).endRow();
        }
    }

    private static void buckets(DuckDBAppender out, IncomingBatch e, HistogramRow row) throws SQLException {
        for (int i = 0; i < row.buckets().length; i += 2) {
            out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append(row.meter())
                    .append((int) row.buckets()[i]).append(row.buckets()[i + 1]).append(e.number()).endRow();
        }
    }

    private static void sample(DuckDBAppender out, IncomingBatch e, PlatformSample sample) throws SQLException {
        for (Map.Entry<String, Double> value : sample.values().entrySet()) {
            out.beginRow().append(e.instance()).append(e.time(sample.timeMicros())).append(value.getKey())
                    .append(value.getValue().doubleValue()).append(e.number()).endRow();
        }
    }

    /** One row a value; an event without values has one row without. */
    private static void events(DuckDBAppender out, IncomingBatch e) throws SQLException {
        int ordinal = 0;
        for (EventRecord event : e.batch().events()) {
            int position = 0;
            for (Map.Entry<String, Object> value : event.values().entrySet()) {
                event(out, e, event, position++);
                value(out, value);
                out.append(e.batch().sequence()).append(ordinal).append(e.number()).endRow();
            }
            if (event.values().isEmpty()) {
                event(out, e, event, 0);
                out.append((String) null).append((String) null).append((String) null).append(e.batch().sequence())
                        .append(ordinal).append(e.number()).endRow();
            }
            ordinal++;
        }
    }

    private static void event(DuckDBAppender out, IncomingBatch e, EventRecord event, int position)
            throws SQLException {
        out.beginRow().append(e.instance()).append(event.name()).append(e.time(event.timeMicros()))
                .append(event.context()).append(event.thread()).append(position);
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
                    out.appendNull();
                }
            }
        }
    }

    /** Those with ids of their own, the last of each. */
    private static <T, K> Collection<T> last(List<T> all, Function<T, K> id) {
        if (all.size() < 2) {
            return all;
        }
        Map<K, T> last = new LinkedHashMap<>();
        all.forEach(one -> last.put(id.apply(one), one));
        return last.values();
    }

    <T> void each(String table, Function<IncomingBatch, ? extends Collection<T>> parts, Row<T> row)
            throws SQLException {
        DuckDBAppender out = null;
        try {
            for (IncomingBatch e : group) {
                for (T part : parts.apply(e)) {
                    if (out == null) {
                        out = connection.createAppender(table);
                    }
                    row.to(out, e, part);
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

    /** Writes one part of a batch as rows of a table. */
    interface Row<T> {
        void to(DuckDBAppender out, IncomingBatch entry, T part) throws SQLException;
    }
}

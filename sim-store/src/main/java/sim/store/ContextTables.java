package sim.store;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.duckdb.DuckDBAppender;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.wire.Sections;

/** Flow contexts: kept one by one, and the sums of each kind. A context is sent again whenever it changed. */
final class ContextTables {
    private static final long[] NOTHING = new long[Meter.COUNT];
    private static final String CONTEXT = "instance VARCHAR, sequence BIGINT, to_micros BIGINT time, context BIGINT, ";
    private static final String KIND = "instance VARCHAR, to_micros BIGINT time, name VARCHAR, tag VARCHAR, ";
    private static final String CALLS = "calls BIGINT sum, errors BIGINT sum";
    /** A later record of an id replaces the earlier one, in a batch as well. */
    private static final Function<IncomingBatch, Collection<ContextRecord>> CONTEXTS = e -> GroupWriter
            .last(e.batch().contexts(), ContextRecord::id);

    static final List<Table<?>> ALL = List.of(
            Table.kept("context_records",
                    CONTEXT + "parent BIGINT, name VARCHAR, tag VARCHAR, thread VARCHAR, start_micros BIGINT, "
                            + "end_micros BIGINT, error VARCHAR, " + CALLS + Column.meters("total")
                            + ", trace_high BIGINT, trace_low BIGINT",
                    CONTEXTS, (out, e, context) -> {
                        context(out, e, context).append(context.parent()).append(context.name()).append(context.tag())
                                .append(context.thread()).append(e.time(context.startMicros()))
                                .append(e.time(context.endMicros())).append(context.error()).append(context.calls())
                                .append(context.errors());
                        GroupWriter.meters(out, context.present(), context.totals());
                        out.append(context.traceHigh()).append(context.traceLow()).endRow();
                    }).checking(Sections.CONTEXTS, ContextTables::check),
            Table.kept("context_values", CONTEXT + "position INTEGER, key VARCHAR, type VARCHAR, value VARCHAR",
                    CONTEXTS, (out, e, context) -> {
                        int position = 0;
                        for (Map.Entry<String, Object> value : context.values().entrySet()) {
                            context(out, e, context).append(position++);
                            GroupWriter.value(out, value);
                            out.endRow();
                        }
                    }),
            Table.kept("context_stays",
                    CONTEXT + "position INTEGER, thread VARCHAR, start_micros BIGINT, end_micros BIGINT, times BIGINT",
                    CONTEXTS, (out, e, context) -> {
                        int position = 0;
                        for (Stay stay : context.stays()) {
                            context(out, e, context).append(position++).append(stay.thread())
                                    .append(e.time(stay.startMicros())).append(e.time(stay.endMicros()))
                                    .append(stay.times()).endRow();
                        }
                    }),
            Table.kept("context_rows",
                    CONTEXT + "node INTEGER, " + CALLS + Column.meters("total", "self", "max"), CONTEXTS,
                    ContextTables::rows),
            Table.rolled("context_kinds",
                    KIND + "contexts BIGINT sum, failed BIGINT sum, kept BIGINT sum, lasted_nanos BIGINT sum, "
                            + "longest_nanos BIGINT max, " + CALLS + Column.meters("total"),
                    e -> e.batch().kinds(), (out, e, kind) -> {
                        kind(out, e, kind).append(kind.contexts()).append(kind.failed()).append(kind.kept())
                                .append(kind.wallNanos());
                        if (kind.buckets().length > 0) {
                            out.append(kind.longestNanos());
                        } else {
                            out.appendNull();
                        }
                        out.append(kind.calls()).append(kind.errors());
                        GroupWriter.meters(out, kind.present(), kind.totals());
                        out.endRow();
                    }).andOfApplication().checking(Sections.KINDS, ContextTables::check),
            Table.rolled("context_kind_buckets", KIND + "bucket INTEGER, contexts BIGINT sum", e -> e.batch().kinds(),
                    (DuckDBAppender out, IncomingBatch e, KindRecord kind) -> {
                        for (int i = 0; i < kind.buckets().length; i += 2) {
                            kind(out, e, kind).append((int) kind.buckets()[i]).append(kind.buckets()[i + 1]).endRow();
                        }
                    }).andOfApplication(),
            Table.rolled("context_kind_rows",
                    KIND + "node INTEGER, " + CALLS + Column.meters("total", "self", "max"), e -> e.batch().kinds(),
                    (DuckDBAppender out, IncomingBatch e, KindRecord kind) -> {
                        for (TreeRow row : kind.rows()) {
                            kind(out, e, kind).append(row.node()).append(row.count()).append(row.errors());
                            GroupWriter.meters(out, row.present(), row.total(), row.self(), row.max());
                            out.endRow();
                        }
                    }).andOfApplication());

    static final Table<?> RECORDS = ALL.get(0);

    /** Those that have contexts one by one: of what ages, the notable contexts are kept longer. */
    static final List<Table<?>> ONE_BY_ONE = ALL.stream().filter(table -> !table.isRolled()).toList();

    private ContextTables() {}

    private static void check(ContextRecord context, BatchCheck is) {
        BatchCheck.time("the beginning of a context", context.startMicros());
        BatchCheck.time("the end of a context", context.endMicros());
        BatchCheck.calls("of a context", context.calls(), context.errors());
        for (Stay stay : context.stays()) {
            BatchCheck.time("the beginning of a stay", stay.startMicros());
            BatchCheck.time("the end of a stay", stay.endMicros());
            BatchCheck.expect(stay.times() >= 0, "the stays of a context", stay.times());
        }
        is.rows(context.rows());
        if (context.rest() != null) {
            BatchCheck.calls("elsewhere in a context", context.rest().calls(), context.rest().errors());
            BatchCheck.expect(context.rest().places() >= 0, "the places elsewhere in a context",
                    context.rest().places());
        }
    }

    private static void check(KindRecord kind, BatchCheck is) {
        BatchCheck.expect(kind.contexts() >= 0, "the contexts of a kind", kind.contexts());
        BatchCheck.expect(kind.failed() >= 0, "the failed contexts of a kind", kind.failed());
        BatchCheck.expect(kind.kept() >= 0, "the kept contexts of a kind", kind.kept());
        BatchCheck.calls("of a kind", kind.calls(), kind.errors());
        BatchCheck.expect(kind.wallNanos() >= 0, "the time of a kind", kind.wallNanos());
        BatchCheck.expect(kind.longestNanos() >= 0, "the longest duration of a kind", kind.longestNanos());
        for (int i = 1; i < kind.buckets().length; i += 2) {
            BatchCheck.expect(kind.buckets()[i] >= 0, "the histogram of a kind", kind.buckets()[i]);
        }
        for (TreeRow row : kind.rows()) { // node 0 is all places past a bound
            is.row(row, row.node() != 0);
        }
    }

    private static void rows(DuckDBAppender out, IncomingBatch e, ContextRecord context) throws SQLException {
        for (TreeRow row : context.rows()) {
            context(out, e, context).append(row.node()).append(row.count()).append(row.errors());
            GroupWriter.meters(out, row.present(), row.total(), row.self(), row.max());
            out.endRow();
        }
        if (context.rest() != null) { // calls at none of these: node 0, which is no place
            context(out, e, context).append(0).append(context.rest().calls()).append(context.rest().errors());
            GroupWriter.meters(out, Meter.WALL.bit(), NOTHING, wall(context.rest().selfNanos()),
                    wall(context.rest().places()));
            out.endRow();
        }
    }

    private static long[] wall(long value) {
        long[] values = new long[Meter.COUNT];
        values[0] = value;
        return values;
    }

    private static DuckDBAppender kind(DuckDBAppender out, IncomingBatch e, KindRecord kind) throws SQLException {
        return out.beginRow().append(e.instance()).append(e.toMicros()).append(kind.name()).append(kind.tag());
    }

    private static DuckDBAppender context(DuckDBAppender out, IncomingBatch e, ContextRecord context)
            throws SQLException {
        return out.beginRow().append(e.instance()).append(e.batch().sequence()).append(e.toMicros())
                .append(context.id());
    }
}

package sim.store;

import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.wire.Sections;

/** Calls: the sums of each place, its histograms, and single calls. */
final class CallTables {
    /**
     * A call of which nothing is known but its wall time, which comes by the million, takes four numbers; what it shares
     * with others of its batch stands once, in their run. The other calls have a column for everything.
     * {@link InvocationWriter} writes all three.
     */
    static final Table<?> FULL = Table.kept("invocations_full",
            "instance VARCHAR, node INTEGER, context BIGINT, thread VARCHAR, begin_micros BIGINT time, error BOOLEAN, "
                    + "exception VARCHAR" + Column.meters(),
            null, null);
    static final Table<?> RUNS = Table.kept("invocation_runs",
            "run BIGINT, instance VARCHAR, context BIGINT, thread VARCHAR, to_micros BIGINT time", null, null);
    static final Table<?> WALL = Table.kept("invocations_wall",
            "run BIGINT, node INTEGER, begin_micros BIGINT time, wall BIGINT", null, null);

    static final List<Table<?>> ALL = List.of(
            Table.rolled("tree_rows",
                    "instance VARCHAR, to_micros BIGINT time, node INTEGER, calls BIGINT sum, errors BIGINT sum"
                            + Column.meters("total", "self", "max")
                            // of how many calls what was not read, because of the levels of names: see Unread
                            + ", no_time BIGINT sum, no_cpu BIGINT sum, no_contention BIGINT sum, mixed INTEGER bits",
                    e -> e.batch().rows(), (out, e, row) -> {
                        out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node())
                                .append(row.count()).append(row.errors());
                        GroupWriter.meters(out, row.present(), row.total(), row.self(), row.max());
                        Unread unread = row.unread();
                        out.append(unread.time()).append(unread.cpu()).append(unread.contention())
                                .append(unread.mixed()).endRow();
                    }).andOfApplication().checking(Sections.ROWS, (row, is) -> is.row(row, true)),
            Table.rolled("wall_buckets",
                    "instance VARCHAR, to_micros BIGINT time, node INTEGER, bucket INTEGER, calls BIGINT sum",
                    e -> e.batch().rows(), PackedBuckets::write).packed().andOfApplication(),
            // of meters beside wall time: a built-in one by its number, others as in extra_meters
            Table.rolled("meter_buckets",
                    "instance VARCHAR, to_micros BIGINT time, node INTEGER, meter INTEGER, bucket INTEGER, "
                            + "calls BIGINT sum",
                    e -> e.batch().histograms(), CallTables::buckets).andOfApplication()
                    .checking(Sections.HISTOGRAMS, (row, is) -> {
                        is.node(row.node());
                        BatchCheck.buckets(row.node(), row.buckets());
                    }),
            // one row a meter: which there are differs from application to application
            Table.rolled("extra_rows",
                    "instance VARCHAR, to_micros BIGINT time, node INTEGER, meter INTEGER, total BIGINT sum, "
                            + "self BIGINT sum, max BIGINT max",
                    CallTables::withExtraMeters, CallTables::extraMeters).andOfApplication(),
            FULL, RUNS, WALL);

    private CallTables() {}

    private static List<TreeRow> withExtraMeters(IncomingBatch e) {
        List<TreeRow> rows = e.batch().rows();
        return rows.stream().anyMatch(row -> row.total().length > Meter.COUNT) ? rows : List.of();
    }

    private static void extraMeters(DuckDBAppender out, IncomingBatch e, TreeRow row) throws SQLException {
        for (int i = Meter.COUNT; i < row.total().length; i++) {
            if ((row.present() & 1 << i) != 0) {
                out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append(i)
                        .append(row.total()[i]).append(row.self()[i]).append(row.max()[i]).endRow();
            }
        }
    }

    private static void buckets(DuckDBAppender out, IncomingBatch e, HistogramRow row) throws SQLException {
        for (int i = 0; i < row.buckets().length; i += 2) {
            out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append(row.meter())
                    .append((int) row.buckets()[i]).append(row.buckets()[i + 1]).endRow();
        }
    }
}

package sim.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import sim.model.snapshot.Meter;

/**
 * The past of a fleet's store: segments as the roll-up would have left them, by the roll-up's writer, so that months are there
 * in minutes. Of instances' rows only those of some JVMs are made, because a question for one of them reads no others; of
 * the application everything. The server must not run.
 */
public final class FleetPast implements AutoCloseable {
    private static final Ladder LADDER = Ladder.STANDARD;
    private static final long DAY = TimeUnit.DAYS.toMicros(1);
    /** Distinct buckets of a row by level: they grow with the calls of the step. */
    private static final int[] BUCKETS = {11, 22, 30, 38, 44};

    /** How far back questions for up to 30 days read rows of a level: a chart of a day by the minute, of a week by ten, of a month by the hour. */
    private static final long[] READ = {0, 2 * DAY, 8 * DAY, 31 * DAY, 40 * DAY};

    private final int places;
    private final Database database;
    private final SegmentFiles files;
    private final Rollups rollups;

    public FleetPast(Path data, int places) throws IOException, SQLException {
        this.places = places;
        database = new Database(data, LADDER, new TrustedClock(() -> System.currentTimeMillis() * 1_000,
                System::nanoTime));
        files = new SegmentFiles(database, LADDER, said -> {});
        rollups = new Rollups(database, files, LADDER, new Progress());
        files.numberFrom(database.query(c -> Database.number(c, "SELECT last_file FROM store")));
    }

    /**
     * Makes all up to a time.
     *
     * @param end a multiple of 10 minutes, microseconds
     * @param isQuick whether only what questions for up to 30 days read is made
     * @param jvms those whose rows are made, from the first on
     * @param all over how many the application's sums are
     * @return bytes of instances' rows and of the application's, by level
     */
    public long[][] make(long end, boolean isQuick, int jvms, int all) throws SQLException {
        long[][] bytes = new long[2][Scope.APPLICATION.top + 1];
        for (Scope scope : Scope.values()) {
            for (int level = 1; level <= scope.top; level++) {
                long to = Ladder.down(end, LADDER.step(level));
                long from = to - Math.min(isQuick ? READ[level] : 400 * DAY, Keep.STANDARD.of(scope, level));
                long rolled = level == scope.top ? to : Ladder.down(end, LADDER.step(level + 1));
                bytes[scope.ordinal()][level] = make(scope, level, from, rolled, true, jvms, all)
                        + make(scope, level, rolled, to, false, jvms, all);
            }
        }
        return bytes;
    }

    private long make(Scope scope, int level, long from, long to, boolean isRolled, int jvms, int all)
            throws SQLException {
        long bytes = 0;
        long period = Rollups.period(LADDER, level);
        for (long begin = from; begin < to; begin = Math.min(to, Ladder.up(begin + 1, period))) {
            long until = Math.min(to, Ladder.up(begin + 1, period));
            List<Segment> made = new ArrayList<>();
            for (int jvm = 0; jvm < (scope == Scope.INSTANCE ? jvms : 1); jvm += Merging.TOGETHER) {
                int first = jvm;
                int last = Math.min(jvms, jvm + Merging.TOGETHER);
                for (String table : List.of("tree_rows", "wall_buckets")) {
                    Table<?> of = Tables.named(table);
                    long start = begin;
                    database.query(connection -> {
                        String who = scope == Scope.INSTANCE
                                ? "format('jvm-{:04d}', j)"
                                : "'" + FleetShape.APPLICATION + "'";
                        String rows = "(SELECT " + who + " AS " + scope.word() + ", t.t AS t, n.n AS node, "
                                + "greatest(1, CAST(20000.0 * " + (scope == Scope.INSTANCE ? 1 : all)
                                + " * " + LADDER.step(level) / 5_000_000 + " / pow(n.n, 1.1) * (0.7 + 0.6 * random()) "
                                + "AS BIGINT)) AS calls, 20000 * exp(n.n % 17 / 3.0) AS middle FROM range("
                                + (scope == Scope.INSTANCE ? first + ", " + last : "0, 1") + ") j(j), range("
                                + (start + LADDER.step(level)) + ", " + (until + 1) + ", " + LADDER.step(level)
                                + ") t(t), range(1, " + (places + 1) + ") n(n))";
                        Segment segment = files.write(connection, of, scope, level, (table.equals("tree_rows")
                                ? rows(scope, rows)
                                : buckets(scope, rows, BUCKETS[level])) + of.order(scope.word()), isRolled, 1);
                        if (segment != null) {
                            made.add(segment);
                        }
                        return null;
                    });
                }
            }
            rollups.change(made, List.of(), () -> {});
            bytes += made.stream().mapToLong(Segment::bytes).sum();
        }
        return bytes;
    }

    private static String rows(Scope scope, String rows) {
        List<String> columns = new ArrayList<>();
        for (Column column : Tables.named("tree_rows").columns()) {
            String name = column.name();
            columns.add(switch (name) {
                case "instance" -> scope.word();
                case "to_micros" -> "t AS to_micros";
                case "node", "calls" -> name;
                default -> (name.startsWith("wall_")
                        ? "CAST(calls * middle * " + (name.endsWith("self") ? 0.33 : 1.13) + " AS BIGINT)"
                        : Columns.of(Meter.CPU, "total").equals(name) || name.endsWith("_total")
                                || name.endsWith("_self") || name.endsWith("_max")
                                        ? "CASE WHEN node % 2 = 0 THEN CAST(calls * middle / "
                                                + (2 + Math.abs(name.hashCode()) % 4) + " * (0.9 + 0.2 * random()) AS "
                                                + "BIGINT) END"
                                        : "CAST(0 AS " + column.type() + ")")
                        + " AS " + name;
            });
        }
        return "SELECT " + String.join(", ", columns) + " FROM " + rows;
    }

    /** A bell of buckets around the middle; as many as there are calls, if these are few. */
    private static String buckets(Scope scope, String rows, int count) {
        return "SELECT " + Tables.named("wall_buckets").columns().stream().map(column -> switch (column.name()) {
            case "instance" -> scope.word();
            case "to_micros" -> "t AS to_micros";
            case "bucket" -> "CAST(16 * log2(middle) - 48 + b - " + count / 2 + " AS INTEGER) AS bucket";
            case "calls" -> "greatest(1, CAST(calls * 3.0 / " + count + " * exp(-0.5 * pow((b - " + count
                    / 2 + ") / " + count / 5.0 + ", 2)) * (0.8 + 0.4 * random()) AS BIGINT)) AS calls";
            default -> column.name();
        }).collect(Collectors.joining(", ")) + " FROM (SELECT * FROM " + rows + " r, range(" + count
                + ") b(b) WHERE b < calls)";
    }

    @Override
    public void close() {
        database.checkpoint();
        database.close();
    }
}

package sim.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** What the segments take and whether they are sound: for {@code sim store}. One thread. */
final class Inspection {
    private final Database database;
    private final SegmentFiles files;
    private final Ladder ladder;

    Inspection(Database database, SegmentFiles files, Ladder ladder) {
        this.database = database;
        this.files = files;
        this.ladder = ladder;
    }

    /**
     * By table, scope, step and application. A segment that has rows of several applications counts for each by its rows.
     *
     * @param done is told how many segments of how many were looked at
     */
    List<StoreTools.Size> sizes(StoreTools.Step done) throws SQLException {
        return database.query(connection -> {
            Manifest manifest = Manifest.read(connection, ladder);
            Map<List<String>, long[]> sizes = new LinkedHashMap<>();
            for (int i = 0; i < manifest.segments.size(); i++) {
                Segment each = manifest.segments.get(i);
                for (Map.Entry<String, Long> rows : byApplication(connection, each).entrySet()) {
                    long[] size = sizes.computeIfAbsent(List.of(each.table().name(), each.scope().word(),
                            each.table().isRolled() || each.level() > 0 ? ladder.name(each.table(), each.level()) : "",
                            rows.getKey()),
                            added -> new long[3]);
                    size[0]++;
                    size[1] += rows.getValue();
                    size[2] += each.bytes() * rows.getValue() / each.rows();
                }
                done.done(i + 1, manifest.segments.size());
            }
            List<StoreTools.Size> all = new ArrayList<>();
            sizes.forEach((of, size) -> all.add(
                    new StoreTools.Size(of.get(0), of.get(1), of.get(2), of.get(3), size[0], size[1], size[2])));
            all.sort((a, b) -> Long.compare(b.bytes(), a.bytes()));
            return all;
        });
    }

    private Map<String, Long> byApplication(Connection connection, Segment segment) throws SQLException {
        Map<String, Long> rows = new LinkedHashMap<>();
        if (!segment.table().has("instance")) {
            rows.put("", segment.rows());
            return rows;
        }
        String from = Pieces.files(files.folder, List.of(segment.file()));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(segment.scope() == Scope.APPLICATION
                        ? "SELECT application, count(*) FROM " + from + " GROUP BY 1"
                        : "SELECT coalesce(i.application, ''), count(*) FROM " + from
                                + " s LEFT JOIN instances i ON i.instance = s.instance GROUP BY 1")) {
            while (row.next()) {
                rows.put(row.getString(1), row.getLong(2));
            }
        }
        return rows;
    }

    /**
     * Reads every segment to its end, and compares the sums of calls at all steps.
     *
     * @param damaged is told of each file and what is wrong with it
     * @return what else is wrong, a line each; empty when all is right
     */
    List<String> verify(StoreTools.Step done, BiConsumer<String, String> damaged) throws SQLException {
        return database.query(connection -> {
            Manifest manifest = Manifest.read(connection, ladder);
            manifest.damaged.forEach(each -> damaged.accept(each.file(), "it was set aside before"));
            boolean sound = true;
            for (int i = 0; i < manifest.segments.size(); i++) {
                Segment each = manifest.segments.get(i);
                String wrong = wrong(connection, each);
                if (wrong != null) {
                    damaged.accept(each.file(), wrong);
                    sound = false;
                }
                done.done(i + 1, manifest.segments.size());
            }
            return sound ? differences(connection, manifest) : List.of();
        });
    }

    private String wrong(Connection connection, Segment segment) {
        String wrong = files.wrong(segment);
        if (wrong != null) {
            return wrong;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*), min(" + segment.table().time() + "), max("
                        + segment.table().time() + "), bit_xor(hash(s)) FROM "
                        + Pieces.files(files.folder, List.of(segment.file())) + " s")) {
            row.next();
            return row.getLong(1) == segment.rows() && row.getLong(2) == segment.from()
                    && row.getLong(3) == segment.to()
                            ? null
                            : "it has " + row.getLong(1) + " rows, not " + segment.rows() + ", or other times";
        } catch (SQLException unreadable) {
            return Failures.line(unreadable);
        }
    }

    /** Whole days of calls, of each application: by each step from which on it is there, and by the coarsest. */
    private List<String> differences(Connection connection, Manifest manifest) throws SQLException {
        List<String> differences = new ArrayList<>();
        List<String> applications = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT DISTINCT application FROM instances")) {
            while (row.next()) {
                applications.add(row.getString(1));
            }
        }
        Pieces pieces = new Pieces(manifest, files.folder);
        Table<?> calls = Tables.named("tree_rows");
        long day = ladder.step(Scope.APPLICATION.top);
        long to = Ladder.down(database.clock.now(), day);
        for (String application : applications) {
            for (int level = 0; level < Scope.APPLICATION.top; level++) {
                long from = Ladder.up(earliest(manifest, level), day);
                if (from >= to) {
                    continue;
                }
                Interval span = new Interval(from, to);
                long fine = Database.number(connection,
                        "SELECT sum(calls) FROM (" + pieces.ofApplication(calls, span, level, application) + ")");
                long coarse = Database.number(connection, "SELECT sum(calls) FROM ("
                        + pieces.ofApplication(calls, span, Scope.APPLICATION.top, application) + ")");
                if (fine != coarse) {
                    differences.add(application + " has " + fine + " calls at the step " + ladder.name(level) + " and "
                            + coarse + " at " + ladder.name(Scope.APPLICATION.top) + " between " + from + " and " + to);
                }
            }
        }
        return differences;
    }

    /** From when on there are segments of a level and none is missing. */
    private static long earliest(Manifest manifest, int level) {
        Scope scope = level == 0 ? Scope.INSTANCE : Scope.APPLICATION;
        return manifest.segments.stream()
                .filter(each -> each.table().name().equals("tree_rows") && each.scope() == scope
                        && each.level() == level)
                .mapToLong(Segment::from).map(from -> Math.max(from, manifest.floor(Scope.APPLICATION, level))).min()
                .orElse(Long.MAX_VALUE / 2);
    }
}

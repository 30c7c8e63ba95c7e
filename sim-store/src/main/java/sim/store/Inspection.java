package sim.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
     * Reads every segment to its end, and compares the sums of neighbouring steps.
     *
     * @param damaged is told of each file and what is wrong with it
     */
    StoreTools.Verified verify(StoreTools.Step done, BiConsumer<String, String> damaged) throws SQLException {
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
            List<String> differences = new ArrayList<>();
            sound &= manifest.damaged.isEmpty();
            int compared = sound ? compare(connection, manifest, differences) : 0;
            return new StoreTools.Verified(differences, manifest.segments.size(), compared, !sound);
        });
    }

    private String wrong(Connection connection, Segment segment) {
        try {
            String wrong = SegmentCheck.wrong(files.folder, segment);
            if (wrong != null) {
                return wrong;
            }
        } catch (IOException unreadable) {
            return "it cannot be read: " + unreadable;
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

    /**
     * The sums of each step and of the next coarser one, of the time for which both are there; returns how many were compared. Rows
     * of both are in segments of their own, so they differ where a roll-up missed or doubled anything.
     */
    private int compare(Connection connection, Manifest manifest, List<String> differences) throws SQLException {
        List<String> applications = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT application FROM instances UNION SELECT application "
                        + "FROM " + Places.APPLICATIONS)) {
            while (row.next()) {
                applications.add(row.getString(1));
            }
        }
        Pieces pieces = new Pieces(manifest, files.folder);
        int compared = 0;
        for (Table<?> table : Tables.AGEING) {
            String column = table.columns().stream().filter(each -> each.role() == Column.Role.SUM
                    && each.type().equals("BIGINT")).map(Column::name).findFirst().orElse(null);
            if (!table.isRolled() || column == null) {
                continue;
            }
            for (int level = 0; level < Scope.INSTANCE.top; level++) {
                Interval span = both(manifest, Scope.INSTANCE, level);
                compared += compare(connection, table, column, "all instances", level, span,
                        pieces.ofInstances(table, span, level),
                        pieces.ofInstances(table, span, level + 1), differences);
            }
            for (int level = 0; table.ofApplication() && level < Scope.APPLICATION.top; level++) {
                Interval span = both(manifest, Scope.APPLICATION, level);
                for (String application : applications) {
                    compared += compare(connection, table, column, application, level, span,
                            pieces.ofApplication(table, span, level, application),
                            pieces.ofApplication(table, span, level + 1, application), differences);
                }
            }
        }
        return compared;
    }

    private int compare(Connection connection, Table<?> table, String column, String who, int level, Interval span,
            String fine, String coarse, List<String> differences) throws SQLException {
        if (span.from() >= span.to()) {
            return 0;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT (SELECT sum(" + column + ") FROM (" + fine
                        + ")), (SELECT sum(" + column + ") FROM (" + coarse + "))")) {
            row.next();
            if (!Objects.equals(row.getBigDecimal(1), row.getBigDecimal(2))) {
                differences.add(table.name() + " of " + who + " have " + row.getBigDecimal(1) + " " + column
                        + " at the step " + ladder.name(level) + " and " + row.getBigDecimal(2) + " at "
                        + ladder.name(level + 1) + " between " + moment(span.from()) + " and " + moment(span.to()));
            }
        }
        return 1;
    }

    private static Instant moment(long micros) {
        return Instant.ofEpochSecond(micros / 1_000_000);
    }

    /** The time of which rows of a level and of the next one are there. */
    private Interval both(Manifest manifest, Scope scope, int level) {
        long step = ladder.step(level + 1);
        long floor = Math.max(manifest.floor(scope, level), manifest.floor(scope, level + 1));
        if (scope == Scope.APPLICATION && level == 0) {
            floor = Math.max(floor, manifest.floor(Scope.INSTANCE, 0)); // its level 0 has the rows of the instances
        }
        return new Interval(Ladder.up(floor, step), Ladder.down(database.clock.now(), step));
    }
}

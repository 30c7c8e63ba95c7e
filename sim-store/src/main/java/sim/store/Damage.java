package sim.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds segments that are not as they were written, and sets them aside: answers name them and have the rest. The upkeep's thread, and that of a
 * question that failed at one.
 */
final class Damage {
    /** How long others of a table are compared where its view cannot be made. */
    private static final long COMPARING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Database database;
    private final Path folder;
    private final Progress progress;
    private final Runnable changed;

    /** @param changed runs once the manifest has another state of a segment */
    Damage(Database database, Path folder, Progress progress, Runnable changed) {
        this.database = database;
        this.folder = folder;
        this.progress = progress;
        this.changed = changed;
    }

    /**
     * Those of some segments that are as they were written; the others are set aside. Whoever writes rows of segments into another one asks before:
     * that one has a checksum of its own, and the damage would be known no more. Each is compared each time, because a disk that changes a byte
     * changes neither the length of a file nor its time. That costs little: what follows reads the same bytes from memory and unpacks them, and a row
     * is written into another segment once for each step and for each merge.
     */
    List<Segment> sound(List<Segment> segments) throws SQLException {
        Set<String> wrong = compare(segments);
        return wrong.isEmpty()
                ? segments
                : segments.stream().filter(each -> !wrong.contains(each.file())).toList();
    }

    /** Sets those aside that are not as they were written, and returns their files. One that cannot be read now keeps no other from being compared. */
    Set<String> compare(Collection<Segment> segments) throws SQLException {
        SQLException[] unread = new SQLException[1];
        Map<String, String> wrong = SegmentCheck.damaged(folder, segments, passing -> unread[0] = passing);
        if (!wrong.isEmpty()) {
            setAside(wrong);
        }
        if (unread[0] != null) {
            throw unread[0];
        }
        return wrong.keySet();
    }

    /** Notes in the manifest what is wrong, and null for what is sound again. */
    void setAside(Map<String, String> wrong) throws SQLException {
        Set<Table<?>> tables = wrong.keySet().stream().map(file -> Tables.named(file.substring(0, file.indexOf('/'))))
                .collect(Collectors.toSet());
        SegmentCheck.note(folder, wrong, all -> database.inTransaction(connection -> {
            Map<String, String> noted = SegmentCheck.mark(connection, all);
            if (!noted.isEmpty()) {
                database.createViews(tables);
            }
            return noted;
        }), (failure, known) -> broken(tables, known));
        changed.run();
        progress.damaged(database.query(database::manifest));
    }

    /**
     * Changes the manifest and makes the views of tables anew, in one transaction. If a damaged segment that has nothing to do with the change keeps a
     * view from being made, it is set aside with it.
     *
     * @param change may run more than once, each time after what it did before was rolled back
     * @return the number of the manifest
     */
    long change(Set<Table<?>> tables, Rollups.Also change) throws SQLException {
        long[] number = new long[1];
        SegmentCheck.note(folder, Map.of(), wrong -> database.inTransaction(connection -> {
            change.run();
            Map<String, String> noted = SegmentCheck.mark(connection, wrong);
            database.createViews(tables);
            number[0] = Manifest.number(connection);
            return noted;
        }), (failure, known) -> Failures.isOfASegment(failure) ? broken(tables, known) : Map.of());
        return number[0];
    }

    private Map<String, String> broken(Set<Table<?>> tables, Set<String> known) throws SQLException {
        return database.isInvalid()
                ? Map.of()
                : database.query(connection -> SegmentCheck.broken(connection, folder,
                        database.manifest(connection).segments.stream().filter(
                                each -> tables.contains(each.table()) && !known.contains(each.file())).toList(),
                        COMPARING_NANOS));
    }
}

package sim.store;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares segments with what was written, and notes which are damaged. */
final class SegmentCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentCheck.class);

    /** What begins the reason where a file cannot be read: that says nothing of its bytes, and may pass. */
    private static final String UNREADABLE = "it cannot be read: ";

    /** What is wrong with a segment whose file is not there. */
    static final String GONE = "it is gone";

    /** How often other segments are looked at where a view cannot be made: for what cannot be opened, and for other bytes. */
    private static final int MOST_LOOKS = 2;
    /** Of segments that are noted at once, so many have a line of their own in the log. */
    private static final int MOST_LINES = 5;

    private SegmentCheck() {}

    /** Whether it was set aside only because it could not be read. */
    static boolean isUnreadable(String wrong) {
        return wrong != null && wrong.startsWith(UNREADABLE);
    }

    /**
     * What is wrong with a file, as far as that shows without reading its rows; null if nothing is.
     *
     * @throws IOException if it cannot be told now, for a cause that other files share
     */
    static String wrong(Path folder, Segment segment) throws IOException {
        try {
            String wrong = sight(folder, segment);
            return wrong != null || checksum(folder.resolve(segment.file())) == segment.checksum()
                    ? wrong
                    : "its bytes are not those that were written";
        } catch (FileNotFoundException passing) { // it was there a moment before, so it is this process that cannot open more
            throw passing;
        } catch (IOException failure) {
            return unreadable(folder, failure);
        }
    }

    /** The same without its bytes. */
    static String wrongAtSight(Path folder, Segment segment) throws IOException {
        try {
            return sight(folder, segment);
        } catch (IOException failure) {
            return unreadable(folder, failure);
        }
    }

    private static String sight(Path folder, Segment segment) throws IOException {
        Path file = folder.resolve(segment.file());
        if (Files.notExists(file)) {
            if (!Files.isDirectory(folder)) { // it is away with all in it
                throw new NoSuchFileException(folder.toString());
            }
            return GONE;
        }
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        if (!found.isRegularFile()) {
            throw new IOException(file + " is no file");
        }
        if (!Files.isReadable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        return found.size() == segment.bytes()
                ? null
                : "it has " + found.size() + " bytes, not " + segment.bytes();
    }

    private static String unreadable(Path folder, IOException failure) throws IOException {
        if (!Files.isDirectory(folder) || String.valueOf(failure.getMessage()).contains("Too many open files")) {
            throw failure;
        }
        return UNREADABLE + failure;
    }

    /**
     * CRC-32C of a file's bytes. It is not read through a channel, because an interrupt, such as that at the server's end, would close the channel.
     */
    static long checksum(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] part = new byte[1 << 16];
        try (InputStream in = new FileInputStream(file.toFile())) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                sum.update(part, 0, read);
            }
        }
        return sum.getValue();
    }

    /**
     * When the database is opened: what is gone, cannot be read or has another length than it was written with, by file, and null for what was set
     * aside and is sound.
     *
     * @param isStart whether the server starts; else the upkeep looks for what is sound again, because that reads files to their ends
     * @param noted what was found before and could not be noted
     */
    static Map<String, String> check(Connection connection, Path folder, boolean isStart, Map<String, String> noted)
            throws SQLException {
        Map<String, String> changed = new LinkedHashMap<>(noted);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM segments")) {
            while (row.next()) {
                Segment segment = Segment.of(row);
                boolean isAside = row.getString(13) != null;
                if (isAside && !isStart) {
                    continue; // the upkeep does
                }
                try {
                    // of one that could not be read nothing was wrong with the bytes, as of all others here
                    String wrong = isAside && !isUnreadable(row.getString(13))
                            ? wrong(folder, segment)
                            : wrongAtSight(folder, segment);
                    if (isAside != (wrong != null)) {
                        changed.put(segment.file(), wrong);
                    }
                } catch (IOException passing) {
                    LOG.warn("the segment {} cannot be checked now: {}", folder.resolve(segment.file()),
                            passing.toString());
                }
            }
        }
        return changed;
    }

    /**
     * What is wrong with each of these that is damaged, by file. It reads them to their ends, so nobody calls it for many who holds a lock of the store.
     *
     * @param unread is told of one that cannot be checked now; the others still are
     */
    static Map<String, String> damaged(Path folder, Collection<Segment> segments, Consumer<SQLException> unread) {
        return damaged(folder, segments, unread, Long.MAX_VALUE);
    }

    /**
     * The same for so long.
     *
     * @param patienceNanos after so long it begins with none
     */
    static Map<String, String> damaged(Path folder, Collection<Segment> segments, Consumer<SQLException> unread,
            long patienceNanos) {
        long begun = System.nanoTime();
        Map<String, String> damaged = new LinkedHashMap<>();
        for (Segment each : segments) {
            if (System.nanoTime() - begun >= patienceNanos) {
                break;
            }
            try {
                String wrong = wrong(folder, each);
                if (wrong != null) {
                    damaged.put(each.file(), wrong);
                }
            } catch (IOException passing) {
                unread.accept(unreadable(folder, each, passing));
            }
        }
        return damaged;
    }

    /** The same as far as it shows without their bytes. */
    static Map<String, String> damagedAtSight(Path folder, Collection<Segment> segments) {
        Map<String, String> damaged = new LinkedHashMap<>();
        for (Segment each : segments) {
            try {
                String wrong = wrongAtSight(folder, each);
                if (wrong != null) {
                    damaged.put(each.file(), wrong);
                }
            } catch (IOException passing) {
                return damaged; // the others would say the same
            }
        }
        return damaged;
    }

    /**
     * What is wrong with those that the library cannot open: that takes a millisecond for each, where to read all may take minutes. If it opens
     * each, one may have another name of a column: then all are compared with what was written.
     *
     * @param connection one without a transaction, which a failure would end
     * @param patienceNanos after so long no other is compared
     */
    static Map<String, String> broken(Connection connection, Path folder, Collection<Segment> segments,
            long patienceNanos) throws SQLException {
        List<Segment> unopened = new ArrayList<>();
        for (Segment each : segments) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 0 FROM " + Pieces.files(folder, List.of(each.file())) + " LIMIT 0");
            } catch (SQLException failure) {
                if (Failures.isFatal(failure) || Failures.isOfMemory(failure)) { // which says nothing of the file
                    throw failure;
                }
                unopened.add(each);
            }
        }
        Consumer<SQLException> unread = passing -> LOG.warn(passing.getMessage());
        Map<String, String> wrong = damaged(folder, unopened, unread);
        return wrong.isEmpty() ? damaged(folder, segments, unread, patienceNanos) : wrong;
    }

    /** What is said of a file that cannot be checked now. */
    private static SQLException unreadable(Path folder, Segment segment, IOException failure) {
        return new SQLException("IO Error: the segment " + folder.resolve(segment.file()) + " cannot be checked now: "
                + failure, failure);
    }

    /**
     * Notes what is wrong with segments, and null for one that is sound again, and says so. A view opens files: where another segment is damaged too,
     * the others are looked at, at first for what cannot be opened, then for other bytes. Not so on a full disk, of which no segment is the cause: that
     * may read all of the store.
     */
    static void note(Path folder, Map<String, String> wrong, Noting noting, Looking looking) throws SQLException {
        Map<String, String> all = new LinkedHashMap<>(wrong);
        for (int looks = 0;; looks++) {
            try {
                tell(folder, noting.note(all));
                return;
            } catch (SQLException failure) {
                int known = all.size();
                if (looks < MOST_LOOKS && !Failures.isOfRoom(failure) && !Failures.isOfMemory(failure)) {
                    all.putAll(looking.look(failure, Set.copyOf(all.keySet())));
                }
                if (all.size() == known) {
                    throw failure;
                }
            }
        }
    }

    /** Marks segments, and makes the views without those that are set aside, in one transaction. */
    interface Noting {
        /** @return what was marked */
        Map<String, String> note(Map<String, String> wrong) throws SQLException;
    }

    /** Finds what is wrong with others than those that are known, after a failure. */
    interface Looking {
        Map<String, String> look(SQLException failure, Set<String> known) throws SQLException;
    }

    /**
     * Marks segments in the connection's transaction, and returns which. Nothing is noted of one that was replaced meanwhile. What is wrong with the
     * bytes of a file replaces that it could not be read.
     */
    static Map<String, String> mark(Connection connection, Map<String, String> files) throws SQLException {
        Map<String, String> marked = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : files.entrySet()) {
            String wrong = each.getValue();
            try (PreparedStatement update = connection
                    .prepareStatement("UPDATE segments SET damaged = ? WHERE file = ? AND " + (wrong == null
                            ? "damaged IS NOT NULL"
                            : "(damaged IS NULL OR " + (isUnreadable(wrong) ? "NOT " : "") + "starts_with(damaged, '"
                                    + UNREADABLE + "'))"))) {
                update.setString(1, wrong);
                update.setString(2, each.getKey());
                if (update.executeUpdate() > 0) {
                    marked.put(each.getKey(), wrong);
                }
            }
        }
        return marked;
    }

    /** Says what was noted: the first few, because all that are set aside are named elsewhere. */
    private static void tell(Path folder, Map<String, String> noted) {
        if (Tables.AGEING.stream().noneMatch(table -> Files.isDirectory(folder.resolve(table.name())))) {
            return; // all are away, which SegmentFiles says in one line
        }
        int said = 0;
        int more = 0;
        for (Map.Entry<String, String> each : noted.entrySet()) {
            if (said++ < MOST_LINES) {
                tell(folder.resolve(each.getKey()), each.getValue());
            } else if (each.getValue() != null) {
                more++;
            }
        }
        if (more > 0) {
            LOG.error("{} more segments are left out of answers; /health/ready names each", more);
        }
    }

    private static void tell(Path file, String wrong) {
        if (wrong == null) {
            LOG.info("the segment {} was set aside and is sound: answers have it again", file);
        } else if (isUnreadable(wrong)) {
            LOG.error("the segment {} is left out of answers until it can be read: {}", file, wrong);
        } else {
            LOG.error("the segment {} is damaged and left out of answers: {}", file, wrong);
        }
    }
}

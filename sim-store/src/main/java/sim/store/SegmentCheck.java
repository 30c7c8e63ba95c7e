package sim.store;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares segments with what was written, and sets the damaged ones aside. */
final class SegmentCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentCheck.class);

    private SegmentCheck() {}

    /**
     * What is wrong with a file, as far as that shows without reading its rows; null if nothing is.
     *
     * @throws IOException if it cannot be told now: that says nothing of the file
     */
    static String wrong(Path folder, Segment segment) throws IOException {
        String wrong = wrongAtSight(folder, segment);
        return wrong != null || checksum(folder.resolve(segment.file())) == segment.checksum()
                ? wrong
                : "its bytes are not those that were written";
    }

    /** The same without its bytes. */
    static String wrongAtSight(Path folder, Segment segment) throws IOException {
        Path file = folder.resolve(segment.file());
        if (Files.notExists(file)) {
            if (!Files.isDirectory(folder)) { // it is away with all in it
                throw new NoSuchFileException(folder.toString());
            }
            return "it is gone";
        }
        long bytes = Files.size(file);
        return bytes == segment.bytes() ? null : "it has " + bytes + " bytes, not " + segment.bytes();
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
     * When the database is opened: sets aside what is gone or has another length than it was written with, and takes back what
     * was set aside and is sound. Returns whether there was any such.
     */
    static boolean check(Connection connection, Path folder) throws SQLException {
        Map<String, String> changed = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM segments")) {
            while (row.next()) {
                Segment segment = Segment.of(row);
                boolean isAside = row.getString(13) != null;
                try {
                    String wrong = isAside ? wrong(folder, segment) : wrongAtSight(folder, segment);
                    if (isAside != (wrong != null)) {
                        changed.put(segment.file(), wrong);
                    }
                } catch (IOException passing) {
                    LOG.warn("the segment {} cannot be checked now: {}", folder.resolve(segment.file()),
                            passing.toString());
                }
            }
        }
        return mark(connection, folder, changed);
    }

    /**
     * What is wrong with each of these that is damaged, by file. It reads them to their ends, so nobody calls it who holds a lock of the store.
     *
     * @param unread is told of one that cannot be checked now; the others still are
     */
    static Map<String, String> damaged(Path folder, Collection<Segment> segments, Consumer<SQLException> unread) {
        Map<String, String> damaged = new LinkedHashMap<>();
        for (Segment each : segments) {
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

    /** What is said of a file that cannot be checked now. */
    static SQLException unreadable(Path folder, Segment segment, IOException failure) {
        return new SQLException("IO Error: the segment " + folder.resolve(segment.file()) + " cannot be checked now: "
                + failure, failure);
    }

    /**
     * Notes what is wrong with segments, and null for one that is sound again, in the connection's transaction. Nothing is noted of one that was
     * replaced meanwhile. Returns whether anything was.
     */
    static boolean mark(Connection connection, Path folder, Map<String, String> files) throws SQLException {
        boolean isAny = false;
        for (Map.Entry<String, String> each : files.entrySet()) {
            try (PreparedStatement update = connection
                    .prepareStatement("UPDATE segments SET damaged = ? WHERE file = ? "
                            + "AND damaged IS " + (each.getValue() == null ? "NOT NULL" : "NULL"))) {
                update.setString(1, each.getValue());
                update.setString(2, each.getKey());
                if (update.executeUpdate() == 0) {
                    continue;
                }
            }
            isAny = true;
            if (each.getValue() == null) {
                LOG.info("the segment {} was set aside and is sound: answers have it again",
                        folder.resolve(each.getKey()));
            } else {
                LOG.error("the segment {} is damaged and left out of answers: {}", folder.resolve(each.getKey()),
                        each.getValue());
            }
        }
        return isAny;
    }
}

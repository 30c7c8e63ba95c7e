package sim.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of segments: {@code segments/TABLE/SCOPE-STEP-TIME-NUMBER.parquet}, so that they sort by time. A file is whole on
 * disk before the manifest names it. One that the manifest names no longer is removed once every question that may read it
 * has ended. One thread at a time; any may ask for old ones.
 */
final class SegmentFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentFiles.class);
    private static final String SUFFIX = ".parquet";
    private static final Pattern NAME = Pattern.compile(".*-(\\d{1,18})\\" + SUFFIX);
    /** What this writes: whatever else is in a table's folder is a person's. */
    private static final Pattern OWN = Pattern.compile("(" + Stream.of(Scope.values()).map(Scope::word)
            .collect(Collectors.joining("|")) + ")-[^-]+-\\d{8}T\\d{6}-\\d{1,18}\\" + SUFFIX + "|draft\\.tmp");
    /** No store has had as many files. */
    private static final long FAR = 1_000_000_000_000L;
    /** Files between two notes of the database. */
    private static final int RESERVED = 100;
    /** Where the segments of other databases are. */
    private static final String OLD = "segments.old";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss")
            .withZone(ZoneOffset.UTC);

    final Path folder;
    private final Database database;
    private final Ladder ladder;
    private final NewestManifest newest;
    private final Consumer<String> told;
    /** Whether it was said that all segments are away. */
    private boolean saidAway;
    /** True while there may be files of a newer state: what is noted says so until all of them are moved aside. */
    private boolean hasNewer;
    /** The number of the manifest that was committed last since the start. */
    private long committed;
    /** Files that no manifest names any more, and the last question that may read them. */
    private final List<Retired> retired = new ArrayList<>();
    private long number;
    /** Up to this the database says that numbers are its own. */
    private long reserved;

    /** @param told hears in one line what becomes of files that are not the database's */
    SegmentFiles(Database database, Ladder ladder, Consumer<String> told) {
        this.told = told;
        this.database = database;
        this.ladder = ladder;
        this.folder = database.segments.toAbsolutePath();
        this.newest = new NewestManifest(folder);
    }

    /** Writes what a statement selects as segments; none when it selects nothing. */
    Segment write(Connection connection, Table<?> table, Scope scope, int level, String select, boolean isRolled,
            int tier)
            throws SQLException {
        reserve();
        Path directory = folder.resolve(table.name());
        Path draft = directory.resolve("draft.tmp");
        boolean isWritten = false;
        try {
            OwnFiles.directory(directory);
            try (Statement statement = connection.createStatement()) {
                statement.execute("COPY (" + select + ") TO " + Literals.text(draft.toString())
                        + " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)");
                Segment segment = describe(statement, table, scope, level, draft, isRolled, tier);
                if (segment == null) {
                    return null;
                }
                OwnFiles.restrict(draft, "rw-------");
                Stops.at("segment is drafted");
                force(draft);
                Files.move(draft, folder.resolve(segment.file()), StandardCopyOption.ATOMIC_MOVE);
                isWritten = true;
                force(directory);
                Stops.at("segment is written");
                return segment;
            }
        } catch (IOException failure) {
            throw new SQLException("IO Error: a segment cannot be written: " + failure, failure);
        } finally {
            if (!isWritten) {
                remove(draft); // where the disk is full it takes the room that is wanted
            }
        }
    }

    private Segment describe(Statement statement, Table<?> table, Scope scope, int level, Path draft, boolean isRolled,
            int tier)
            throws SQLException, IOException {
        String who = !table.has("instance") ? "NULL" : scope == Scope.INSTANCE ? "instance" : "application";
        try (ResultSet row = statement.executeQuery("SELECT count(*), min(" + table.time() + "), max(" + table.time()
                + "), min(" + who + "), max(" + who + ") FROM " + Pieces.files(folder, List.of(draft.toString())))) {
            row.next();
            if (row.getLong(1) == 0) {
                return null;
            }
            String name = table.name() + "/" + scope.word() + "-" + ladder.name(table, level) + "-"
                    + TIME.format(Instant.ofEpochSecond(row.getLong(2) / 1_000_000)) + "-"
                    + String.format("%08d", ++number) + SUFFIX;
            return new Segment(name, table, scope, level, row.getLong(2), row.getLong(3), row.getString(4),
                    row.getString(5), row.getLong(1), Files.size(draft), isRolled, tier, SegmentCheck.checksum(draft));
        }
    }

    /** Numbers go on behind those of an earlier start. */
    void numberFrom(long last) {
        number = Math.max(number, last);
        reserved = number;
    }

    /**
     * Has the database say which numbers are its own, before a file has one of them: after a kill it removes the files that no manifest names, and
     * takes none of them for another database's.
     */
    private void reserve() throws SQLException {
        if (number == reserved) {
            long next = number + RESERVED;
            database.inTransaction(
                    connection -> database.update("UPDATE store SET last_file = greatest(last_file, ?)", next));
            reserved = next;
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Before a round or a person changes something, because changes raise the number. */
    void committed() throws SQLException {
        committed(database.query(Manifest::number));
    }

    /**
     * A manifest of this number is committed: no older one may take its files for what a kill left. One with a lower number than before is of a
     * database that lost what was committed, as with the end of its log: what it does not name is moved aside by the next start, whatever
     * its number is by then.
     */
    void committed(long manifest) {
        if (hasNewer) {
            return;
        }
        if (manifest < committed) {
            hasNewer = true;
            newest.write(Long.MAX_VALUE);
            String said = "the store " + database.file
                    + " has lost changes of its segments while the server runs: it is at number "
                    + manifest + ", after " + committed + "; the next start moves what it does not name in " + folder
                    + " aside";
            LOG.warn(said);
            told.accept(said);
            return;
        }
        committed = manifest;
        newest.write(manifest);
    }

    /** The manifest names them no longer. */
    void retire(List<Segment> segments) {
        long last = database.lastQuestion();
        segments.forEach(segment -> retired.add(new Retired(path(segment), last)));
    }

    /** Removes files that no manifest has named. */
    void discard(List<Segment> segments) {
        segments.forEach(segment -> remove(path(segment)));
    }

    /** Removes retired files that no question reads any more. A file that the manifest still names stays: its removal was not committed after all. */
    void sweep() throws SQLException {
        if (retired.isEmpty()) {
            return;
        }
        Set<Path> stay = paths(database.query(SegmentFiles::named));
        long oldest = database.oldestQuestion();
        retired.removeIf(
                file -> stay.contains(file.path) || file.lastQuestion < oldest && remove(file.path));
    }

    private static Set<String> named(Connection connection) throws SQLException {
        Set<String> named = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT file FROM segments")) {
            while (row.next()) {
                named.add(row.getString(1));
            }
        }
        return named;
    }

    private Set<Path> paths(Set<String> names) {
        return names.stream().map(folder::resolve).collect(Collectors.toSet());
    }

    /**
     * Removes files that the manifest does not name, which a killed server left. Those of another database, or of another state of this one, are
     * moved aside: they are figures that nobody may have elsewhere. Called before the first question.
     *
     * @return what was moved aside, in one line; null for nothing
     */
    String removeUnnamed() throws SQLException {
        long manifest = database.query(Manifest::number);
        String said = null;
        if (Files.isDirectory(folder)) {
            Set<Path> stay = paths(database.query(SegmentFiles::named));
            noteAway(); // before there are others
            // the end of a log that was lost may have said which numbers are taken: a new file must not take the name of one that is named
            stay.stream().mapToLong(SegmentFiles::numberOf).filter(each -> each < FAR).max()
                    .ifPresent(this::numberFrom);
            try {
                List<Path> unnamed = lying().stream().filter(file -> !stay.contains(file)).toList();
                boolean isNewer = newest.read() > manifest || unnamed.stream().anyMatch(this::isOfAnother);
                if (isNewer || isOlder()) {
                    hasNewer = true;
                    newest.write(Long.MAX_VALUE); // a start that is killed at it, or fails, is followed by one that goes on
                    said = setAside(unnamed, isNewer
                            ? "another sim.duckdb or a later state of it wrote, as where an older copy of it alone was put back"
                            : "an earlier state of it wrote, as where an older copy of this folder alone was put back");
                } else {
                    unnamed.forEach(SegmentFiles::remove);
                }
            } catch (IOException | UncheckedIOException failure) {
                said = "unused segments in " + folder + " stay until the next start: " + failure;
                LOG.warn(said);
                hasNewer = true; // nobody knows what lies there, so nothing is noted that would make it older
            }
        }
        committed(manifest);
        return said;
    }

    /**
     * Whether the folder is of an earlier state of the database: it was noted so, and lacks files that were there before this start. What these were
     * made of may be among those that the database names no longer.
     */
    private boolean isOlder() {
        return newest.read() < database.openedAt() && database.isAnyGone();
    }

    /**
     * What is said where no file at all is there of those that the manifest names, as where a disk is not mounted or the folder was moved; null where
     * there is one. It is noted in the folder that is there instead: segments that are made meanwhile say nothing of those before.
     */
    String away() throws SQLException {
        List<Segment> named = database.query(database::manifest).named();
        long missing = newest.missing();
        List<Segment> awaited = missing == 0
                ? named
                : named.stream().filter(each -> numberOf(path(each)) <= missing).toList();
        boolean isAway = !awaited.isEmpty() && awaited.stream().map(this::path).noneMatch(Files::exists);
        long now = isAway ? awaited.stream().mapToLong(each -> numberOf(path(each))).max().getAsLong() : 0;
        if (now != missing) {
            newest.writeMissing(now);
        }
        return isAway
                ? "none of the " + awaited.size() + " segments that the store " + database.file + " had before is in "
                        + folder + ", as where a disk is not mounted or the folder was moved"
                : null;
    }

    private Path path(Segment segment) {
        return folder.resolve(segment.file());
    }

    /** Before segments are made: later nobody can tell that the others were away. */
    void noteAway() throws SQLException {
        away();
    }

    /** Says it once, and once that they are back. A command says it itself. */
    void tellAway() throws SQLException {
        String away = away();
        if (away != null && !saidAway) {
            LOG.error("{}; answers are without them until they are back", away);
        } else if (away == null && saidAway) {
            LOG.warn("the segments of the store {} are in {} again", database.file, folder);
        }
        saidAway = away != null;
    }

    /**
     * The files that a database may have left: those in the folders of tables, each of which may be a link to another disk, and drafts beside them.
     * Whatever else lies there, such as what a file system keeps for itself, a link to a copy, or a copy under another name, is not the store's.
     */
    private List<Path> lying() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(folder)) {
            for (Path each : top.toList()) {
                if (Tables.named(each.getFileName().toString()) != null && Files.isDirectory(each)) {
                    try (Stream<Path> files = Files.list(each)) {
                        files.filter(file -> isOwn(file) && Files.isRegularFile(file)).forEach(all::add);
                    }
                } else if (each.toString().endsWith(".tmp") && Files.isRegularFile(each)) {
                    all.add(each);
                }
            }
        }
        return all;
    }

    private static boolean isOwn(Path file) {
        return OWN.matcher(file.getFileName().toString()).matches();
    }

    /** Before something is forgotten: what is away has some of it, and comes back, and the manifest must name what others have in it. */
    void refuseAway() throws SQLException {
        committed();
        String away = away();
        if (away != null) {
            throw new StoreException("nothing of the store " + database.file + " was forgotten: " + away
                    + "; put them back and try again, or, if they are lost for good, remove " + newest
                    + " once there are new segments", null);
        }
    }

    /** Whether the database never named a segment with the file's number. One that it did name, and names no longer, has gone for good. */
    private boolean isOfAnother(Path file) {
        return file.toString().endsWith(SUFFIX) && numberOf(file) > number;
    }

    /** That in the file's name; the highest where it has none. */
    private static long numberOf(Path file) {
        Matcher name = NAME.matcher(file.toString());
        return name.matches() ? Long.parseLong(name.group(1)) : Long.MAX_VALUE;
    }

    /** Moves them aside, unless that would copy all of them to the disk of the database. Returns what was done in one line; null for nothing. */
    private String setAside(List<Path> unnamed, String why) throws IOException {
        // numbers go on behind theirs, because one that cannot be moved must not be written over
        unnamed.stream().mapToLong(SegmentFiles::numberOf).filter(each -> each < FAR).max().ifPresent(this::numberFrom);
        if (!unnamed.isEmpty() && !Files.getFileStore(folder).equals(Files.getFileStore(folder.getParent()))) {
            String said = "the store " + database.file + " does not name " + unnamed.size() + " files in " + folder
                    + ", which " + why
                    + ": they stay, and so does what a kill leaves, because the folder is on a disk of its "
                    + "own; stop the server, and move them elsewhere, or put their sim.duckdb back";
            LOG.warn(said);
            return said; // hasNewer stays true
        }
        String said = moveAway(unnamed, why);
        hasNewer = false;
        return said;
    }

    /** But drafts, which go. */
    private String moveAway(List<Path> unnamed, String why) throws IOException {
        Path old = folder.resolveSibling(OLD);
        for (int i = 2; Files.exists(old); i++) {
            old = folder.resolveSibling(OLD + i);
        }
        int moved = 0;
        for (Path file : unnamed) {
            if (file.toString().endsWith(".tmp")) {
                remove(file);
                continue;
            }
            Path to = old.resolve(folder.relativize(file));
            OwnFiles.directory(old);
            Files.createDirectories(to.getParent());
            Files.move(file, to);
            moved++;
        }
        if (moved == 0) {
            return null;
        }
        String said = "the store " + database.file + " does not name " + moved + " files in " + folder + ", which "
                + why + ": they are in " + old
                + " now; remove them, or stop the server and put them back together with their sim.duckdb";
        LOG.warn(said);
        return said;
    }

    /**
     * The folders with segments of other databases that have some of what is forgotten.
     *
     * @param scope of whose rows
     * @param table of this table alone; null for all
     * @param condition which rows
     * @throws SQLException where a file cannot be read: it may have some, and a folder goes for nothing that is not known
     */
    List<Path> oldWith(Scope scope, String table, String condition) throws SQLException {
        List<Path> having = new ArrayList<>();
        for (Path old : old()) {
            if (hasAny(files(old, scope, table), condition)) {
                having.add(old);
            }
        }
        return having;
    }

    private static List<Path> files(Path old, Scope scope, String table) throws SQLException {
        try (Stream<Path> all = Files.walk(old)) {
            return all.filter(file -> file.getFileName().toString().startsWith(scope.word() + "-")
                    && file.toString().endsWith(SUFFIX) && (table == null || file.getParent().endsWith(table)))
                    .sorted().toList();
        } catch (IOException | UncheckedIOException failure) {
            throw new SQLException("IO Error: " + old + " cannot be read: " + failure, failure);
        }
    }

    private boolean hasAny(List<Path> files, String condition) throws SQLException {
        for (Path file : files) {
            try {
                if (database.query(connection -> Database.number(connection, "SELECT count(*) FROM "
                        + Pieces.files(file.getParent(), List.of(file.toString())) + " WHERE " + condition)) > 0) {
                    return true;
                }
            } catch (SQLException failure) {
                if (database.hasFailed() || Failures.isOfMemory(failure)) { // which says nothing of the file
                    throw failure;
                }
                throw new SQLException("IO Error: " + file
                        + ", of another database, may have some of it, and cannot be read; if that stays, remove this file, and try again: "
                        + Failures.line(failure),
                        failure);
            }
        }
        return false;
    }

    /**
     * Removes such folders whole, once all else is forgotten: without their database nobody can tell whose the rest of the rows is. Returns
     * their bytes.
     */
    long removeOld(List<Path> folders) {
        long bytes = 0;
        for (Path old : folders) {
            try (Stream<Path> all = Files.walk(old)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) { // what is in a folder before it
                    bytes += Files.isRegularFile(each) ? Files.size(each) : 0;
                    Files.delete(each);
                }
            } catch (IOException | UncheckedIOException failure) {
                throw new StoreException(
                        "it is forgotten, but " + old + ", segments of another database, has some of it, too, "
                                + "and cannot be removed (" + failure + "); remove it, or forget again",
                        failure);
            }
            LOG.warn("{}, segments of another database, had some of what is forgotten, and is removed whole", old);
        }
        return bytes;
    }

    private List<Path> old() throws SQLException {
        Path beside = folder.toAbsolutePath().getParent();
        try (Stream<Path> all = Files.list(beside)) {
            return all.filter(each -> each.getFileName().toString().matches(OLD + "\\d*") && Files.isDirectory(each))
                    .sorted().toList();
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + beside + " cannot be read: " + failure, failure);
        }
    }

    private static boolean remove(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException failure) {
            LOG.warn("the unused segment {} stays: {}", file, String.valueOf(failure.getMessage()));
            return false;
        }
    }

    private record Retired(Path path, long lastQuestion) {}
}

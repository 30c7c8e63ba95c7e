package sim.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells the cause of a failure: the batch, what is stored, the disk, or the database. */
final class Failures {
    /** The library's words for an invalidated database; it must be opened again. */
    private static final Pattern FATAL = Pattern
            .compile("FATAL Error|INTERNAL Error|database has been invalidated|autocheckpoint failed");
    /** The library's words for what no batch can be blamed for. */
    private static final Pattern ENVIRONMENT = Pattern.compile(
            "IO Error|No space left|Could not (write|read|fsync|open)|"
                    + "Out of Memory|could not allocate block|quota|TransactionContext Error|read-only|Permission denied|still run on the database",
            Pattern.CASE_INSENSITIVE);
    /** The library's words for a value with which it cannot calculate. Its other words tell of the moment, or of the store. */
    private static final Pattern DATA = Pattern.compile(
            "Out of Range Error|Conversion Error|Constraint Error|Overflow in|out of range for|can't be cast",
            Pattern.CASE_INSENSITIVE);
    /** The library's words for its own bound of memory, which writers and queries share. */
    private static final Pattern MEMORY = Pattern.compile("Out of Memory|could not allocate block",
            Pattern.CASE_INSENSITIVE);
    /** What the library puts before a cause that it found while it ran a statement. */
    private static final Pattern PENDING = Pattern.compile(
            "\\A(Invalid Input Error: )?Attempting to execute an unsuccessful or closed pending query result\\R(Error: )?");
    /** The library's words for a place in its log. */
    private static final Pattern PLACE = Pattern.compile("entry at byte position (\\d+)");
    /** What stands before that place in each entry of the log: its length and its checksum, in bytes. */
    private static final int ENTRY_HEAD = 16;
    private static final int LONGEST = 300;

    private Failures() {}

    static boolean isFatal(Throwable failure) {
        return FATAL.matcher(String.valueOf(failure.getMessage())).find();
    }

    /** Whether any batch would have failed so. */
    static boolean isOfTheEnvironment(Throwable failure) {
        if (failure instanceof Error) {
            return !(failure instanceof StackOverflowError) && !(failure instanceof AssertionError);
        }
        return ENVIRONMENT.matcher(String.valueOf(failure.getMessage())).find();
    }

    /** Whether it failed at what is stored, so that it would fail again whenever it is tried. */
    static boolean isOfTheData(Throwable failure) {
        return failure instanceof SQLException && DATA.matcher(String.valueOf(failure.getMessage())).find();
    }

    /** Whether the library had no memory left just then. */
    static boolean isOfMemory(Throwable failure) {
        return failure instanceof SQLException && MEMORY.matcher(String.valueOf(failure.getMessage())).find();
    }

    /** Whether any other slot or table would fail so. A smaller one may do with what memory there is. */
    static boolean isOfAll(SQLException failure) {
        return isFatal(failure) || isOfTheEnvironment(failure) && !isOfMemory(failure);
    }

    /** The cause in one line. The library puts the original cause behind others. */
    static String line(Throwable failure) {
        // of a file system's failure the message may be the file's name alone
        boolean isSaying = failure.getMessage() != null && !(failure instanceof FileSystemException);
        String said = PENDING.matcher(isSaying ? failure.getMessage() : failure.toString())
                .replaceFirst("");
        String line = said.lines().filter(each -> each.startsWith("Original error")).findFirst()
                .orElseGet(() -> said.lines().findFirst().orElse(failure.toString()));
        String clean = line.replaceAll("\\p{Cntrl}", " ");
        return clean.length() > LONGEST ? clean.substring(0, LONGEST) + "..." : clean;
    }

    /** Whether the disk is full, or what this user may have of it. */
    static boolean isOfRoom(Throwable failure) {
        String line = line(failure);
        return line.contains("No space left") || line.contains("quota exceeded");
    }

    /** What is said where the disk of a file is full. */
    static String full(Path file, OptionalLong free, Throwable failure) {
        return "the disk is full: " + (free.isPresent() ? free.getAsLong() + " bytes are free" : "no room is left")
                + " where " + file.toAbsolutePath().getParent() + " is (" + line(failure)
                + "); free room there, or keep less with --keep or --max-size";
    }

    /** Whether a question found no room on the disk for what does not fit into memory: none at all, or less than it wants. */
    static boolean isOfSpill(Throwable failure) {
        return isOfRoom(failure) || String.valueOf(failure.getMessage()).contains("failed to offload");
    }

    /** What to do about upkeep that fails. It is tried again in each round. */
    static String cure(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (isOfRoom(failure) || isOfSpill(cause)) {
            return "free room on its disk, or keep less with --keep or --max-size";
        }
        if (cause instanceof OutOfMemoryError) {
            return "it is tried again; if this stays, give the server more memory";
        }
        if (isOfMemory(cause)) { // the library has a bound of its own, whatever memory the server has
            return "it is tried again; if this stays, keep less with --keep or --max-size";
        }
        return isOfTheEnvironment(failure)
                ? "see that its directory and all in it can be read and written by the server, and that nothing else is in it"
                : "it is tried again; if this stays, stop the server and look at the store with ./sim store verify";
    }

    /** What is said of a file that cannot be opened. */
    static String cannotOpen(Path file, Throwable failure) {
        String said = String.valueOf(failure.getMessage());
        if (said.contains("Could not set lock on file")) {
            return "the store " + file
                    + " is in use by another process; stop it, or name another directory with --data";
        }
        if (isReadOnly(failure)) { // also while the log is read again, which is then sound
            return "the store " + file + " cannot be opened (" + line(failure)
                    + "): its disk is mounted read-only; mount it read-write, or name another directory with --data";
        }
        if (isDenied(failure)) {
            return "the store " + file + " cannot be opened (" + line(failure) + "): " + System.getProperty("user.name")
                    + " may not read and write it; give its directory and all files in it to the user that runs the "
                    + "server, as with chown -R, and run this as that user";
        }
        if (isOfRoom(failure)) {
            return "the store " + file + " cannot be opened (" + line(failure)
                    + "); free room on its disk, and try again";
        }
        if (said.contains("WAL file")) {
            Matcher place = PLACE.matcher(said);
            String cut = place.find()
                    ? "keep a copy of it and cut it there, as with truncate -s "
                            + (Long.parseLong(place.group(1)) - ENTRY_HEAD)
                            + " " + file + ".wal, and the server goes on with all that is before; or "
                    : "";
            return "the log of the store " + file + " is damaged (" + line(failure) + "); " + cut + "move " + file
                    + ".wal away, and the server goes on without the batches in it; it says how many are lost";
        }
        return "the store " + file + " cannot be opened (" + line(failure) + "); "
                + (Database.size(Path.of(file + ".wal")) > 0
                        ? "keep a copy of its directory; then move " + file
                                + " alone away, and the server goes on with what its log "
                                + file + ".wal has, if that has all; if it has not, take a back-up, or "
                        : "")
                + moveAway(file) + ", or name another directory with --data";
    }

    /** Whether nobody may change what is on the disk, which says nothing of what is in it. */
    private static boolean isReadOnly(Throwable failure) {
        return String.valueOf(failure.getMessage()).contains("Read-only file system");
    }

    /** Whether nothing can be made in a directory, whatever room there is. */
    static boolean isOfRights(IOException failure) {
        return isReadOnly(failure) || isDenied(failure);
    }

    /** Whether this user may not have a file, which says nothing of what is in it. */
    private static boolean isDenied(Throwable failure) {
        return failure instanceof AccessDeniedException || line(failure).contains("AccessDeniedException")
                || String.valueOf(failure.getMessage()).contains("Permission denied");
    }

    /** The cure for a store that is of no use: database and segments have to be moved together, everything else stays. */
    static String moveAway(Path file) {
        return "move " + file + "* and " + file.resolveSibling("segments") + " away together";
    }

    /** Whether a question failed at what a segment's file has, or for want of it. */
    static boolean isOfASegment(Throwable failure) {
        String line = line(failure);
        return line.contains(".parquet") || line.contains("Parquet") || line.contains("ZSTD") || line.contains("Thrift")
                || line.contains("TProtocol");
    }
}

package sim.server.identity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The files of the audit log: lines are only appended; by size and age it goes on in a new file, and old files go by age and number. */
final class AuditFiles {
    private static final int FILES = 20;
    private static final Duration KEEP = Duration.ofDays(400);
    /** From its first entry on. A file that is never full would never be removed. */
    private static final Duration ONE_FILE = Duration.ofDays(30);
    private static final int MOST_LOOKS = 100;
    /** Where the time of an entry stands in its line. */
    private static final int TIME_AT = "{'time':'".length();
    private static final int TIME_LENGTH = "0000-00-00T00:00:00.000000Z".length();

    /**
     * A file that went.
     *
     * @param aged  whether it was old; else there were too many
     * @param until when its last entry was written
     * @param who   who made most of its entries
     * @param most  how many that were
     */
    record Removed(boolean aged, int entries, Instant until, String who, int most) {}

    /** What is known of the file that entries are appended to. */
    private record Standing(boolean full, boolean cut) {}

    private final Path folder;
    private final long mostBytes;

    AuditFiles(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /**
     * Appends a line; one process at a time.
     *
     * @param ages whether files go by age now
     * @param removed makes the line that tells of a file which went
     */
    void append(String log, String line, BooleanSupplier ages, Function<Removed, String> removed) throws IOException {
        OwnFile.directory(folder);
        try (FileChannel lock = OwnFile.open(folder.resolve("audit.lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)); FileLock held = lock.lock()) {
            Path current = folder.resolve(log + ".log");
            Standing standing = standing(current);
            if (standing.full) {
                Files.move(current,
                        folder.resolve(log + "-" + Audit.TIME.format(Instant.now()).replace(':', '-') + ".log"));
            }
            try (FileChannel channel = OwnFile.open(current,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND))) {
                write(channel, (standing.cut && !standing.full ? "\n" : "") + line);
                if (standing.full) { // after the entry itself, which must not wait for what became of others
                    for (Removed each : removeOld(log, ages.getAsBoolean())) {
                        write(channel, removed.apply(each));
                    }
                }
            }
        }
    }

    private static void write(FileChannel channel, String line) throws IOException {
        ByteBuffer left = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** Whether the next entry needs another file, and whether the last one has no end: the disk was full, or the machine failed. */
    private Standing standing(Path current) throws IOException {
        if (!Files.exists(current)) {
            return new Standing(false, false);
        }
        try (RandomAccessFile in = new RandomAccessFile(current.toFile(), "r")) {
            long length = in.length();
            byte[] head = new byte[(int) Math.min(length, TIME_AT + TIME_LENGTH)];
            in.readFully(head);
            Instant first = timeOf(new String(head, StandardCharsets.UTF_8));
            in.seek(Math.max(0, length - 1));
            return new Standing(length >= mostBytes || first.isBefore(Instant.now().minus(ONE_FILE)),
                    length > 0 && in.read() != '\n');
        }
    }

    private List<Removed> removeOld(String log, boolean ages) throws IOException {
        List<Path> files = files(log);
        List<Removed> gone = new ArrayList<>();
        Instant oldest = Instant.now().minus(KEEP);
        for (int i = 0; i < files.size(); i++) {
            Instant until = Files.getLastModifiedTime(files.get(i)).toInstant();
            boolean aged = ages && until.isBefore(oldest);
            if (aged || i > FILES) { // the first is the one that is written
                gone.add(removed(aged, files.get(i), until));
                Files.deleteIfExists(files.get(i));
            }
        }
        return gone;
    }

    private static Removed removed(boolean aged, Path file, Instant until) throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        int lines = 0;
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) { // a damaged one is read as far as it goes
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines++;
                try {
                    counts.merge(JsonMapper.shared().readTree(line).path("who").asString(), 1, Integer::sum);
                } catch (JacksonException cut) {
                    // it is nobody's
                }
            }
        }
        String who = counts.isEmpty() ? "" : Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
        return new Removed(aged, lines, until, who, counts.getOrDefault(who, 0));
    }

    /**
     * All lines, the latest first. Meanwhile the file that is written may go on under another name, and the oldest may go: then it looks again,
     * so that none is missed.
     */
    LatestLines latest(String log, Instant until) throws IOException {
        for (int tries = 0; tries < MOST_LOOKS; tries++) {
            List<Path> files = files(log);
            LatestLines lines = opened(files, until);
            if (lines != null && files.equals(files(log))) {
                return lines;
            }
            if (lines != null) {
                lines.close();
            }
        }
        throw new IOException(folder + " has other files each time it is looked at");
    }

    /** Null if one of them is no longer there. */
    private static LatestLines opened(List<Path> files, Instant until) throws IOException {
        List<FileChannel> open = new ArrayList<>();
        LatestLines lines = new LatestLines(open, until);
        try {
            for (Path file : files) {
                open.add(FileChannel.open(file));
            }
            return lines;
        } catch (NoSuchFileException moved) {
            lines.close();
            return null;
        } catch (IOException unreadable) {
            lines.close();
            throw unreadable;
        }
    }

    /** A line begins with its time. One that was cut before is of no time. */
    static Instant timeOf(String line) {
        try {
            return Instant.parse(line.substring(TIME_AT, TIME_AT + TIME_LENGTH));
        } catch (DateTimeException | IndexOutOfBoundsException cut) {
            return Instant.EPOCH;
        }
    }

    /** The latest first. */
    private List<Path> files(String log) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = new ArrayList<>(
                    all.filter(each -> each.getFileName().toString().matches(log + "(-.*)?\\.log")).toList());
            // "audit-2026..." stands before "audit.log", and its name is a time
            files.sort(Collections.reverseOrder());
            return files;
        }
    }
}

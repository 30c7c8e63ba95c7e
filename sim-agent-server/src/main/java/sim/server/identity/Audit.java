package sim.server.identity;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.OneLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The audit log: who did or tried what, when, from where. A line of JSON each, only ever appended to {@code audit/audit.log} of the data
 * directory; by size and age it goes on in a new file, and old files go by age and number. What was refused is in {@code audit/refused.log}: whoever
 * is refused can write there as much as they like, and must not push out what was done. The server and {@code ./sim token} write it. Any
 * thread.
 */
public final class Audit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final long MOST_BYTES = 10L << 20;
    private static final int FILES = 20;
    private static final Duration KEEP = Duration.ofDays(400);
    /** From its first entry on. A file that is never full would never be removed. */
    private static final Duration ONE_FILE = Duration.ofDays(30);
    /** A refused attempt costs its sender nothing: so many lines a minute, then they are counted. */
    private static final int REFUSED_A_MINUTE = 100;
    private static final int LONGEST = 2_000;
    /** More than any wish that is taken has: what was done is noted whole. */
    private static final int LONGEST_WISH = 100_000;
    private static final int READ_BYTES = 1 << 20;
    private static final String DONE = "audit";
    private static final String REFUSED = "refused";
    /** Where the time of an entry stands in its line. */
    private static final int TIME_AT = "{'time':'".length();
    private static final int TIME_LENGTH = "0000-00-00T00:00:00.000000Z".length();
    /** Times of equal length, so that lines can be ordered by them. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private final Path folder;
    private final boolean logged;
    private final long mostBytes;
    private final LongSupplier minutes;
    private final long[] minute = new long[Refused.values().length];
    private final int[] refusedThen = new int[Refused.values().length];
    private long unwritten;

    /** @param logged whether each entry is a line of the server's log too */
    public Audit(Path data, boolean logged) {
        this(data, logged, MOST_BYTES);
    }

    Audit(Path data, boolean logged, long mostBytes) {
        this(data, logged, mostBytes, () -> System.nanoTime() / 60_000_000_000L);
    }

    /** @param minutes the minute it is now, from any beginning */
    Audit(Path data, boolean logged, long mostBytes, LongSupplier minutes) {
        this.folder = data.resolve("audit");
        this.logged = logged;
        this.mostBytes = mostBytes;
        this.minutes = minutes;
    }

    /**
     * Notes what was done; all of {@code after}, so that nobody hides the end of a wish behind a long beginning.
     *
     * @param outcome what became of it, such as {@code done} or {@code 403}
     * @param before  what it was before; empty if that is not known here
     * @param after   what was asked for
     */
    public void done(String who, String from, String action, String outcome, String before, String after) {
        write(DONE, entry(who, from, action, outcome, before, after));
    }

    /** Notes an attempt that was refused. Past a rate, attempts of a kind and a minute are only counted. */
    public void refused(Refused kind, String who, String from, String action, String outcome) {
        tellCounted(kind, minutes.getAsLong());
        synchronized (this) {
            if (++refusedThen[kind.ordinal()] > REFUSED_A_MINUTE) {
                return;
            }
        }
        write(REFUSED, entry(who, from, action, outcome, "", ""));
    }

    /** Writes how many attempts of minutes that are over were only counted. */
    void look() {
        for (Refused kind : Refused.values()) {
            tellCounted(kind, minutes.getAsLong());
        }
    }

    private void tellCounted(Refused kind, long now) {
        int left;
        synchronized (this) {
            if (now == minute[kind.ordinal()]) {
                return;
            }
            left = refusedThen[kind.ordinal()] - REFUSED_A_MINUTE;
            refusedThen[kind.ordinal()] = 0;
            minute[kind.ordinal()] = now;
        }
        if (left > 0) {
            write(REFUSED, entry("", "", "refused attempts that were only counted: " + kind.label,
                    String.valueOf(left), "", ""));
        }
    }

    /** Writes what was only counted. */
    @Override
    public void close() {
        for (Refused kind : Refused.values()) {
            tellCounted(kind, Long.MIN_VALUE);
        }
    }

    /** Entries that could not be written, because the disk is full for instance. */
    public synchronized long unwritten() {
        return unwritten;
    }

    private static Map<String, Object> entry(String who, String from, String action, String outcome, String before,
            String after) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("time", TIME.format(Instant.now()));
        entry.put("who", OneLine.of(who, LONGEST));
        entry.put("from", OneLine.of(from, LONGEST));
        entry.put("action", OneLine.of(action, LONGEST));
        entry.put("outcome", OneLine.of(outcome, LONGEST));
        entry.put("before", OneLine.of(before, LONGEST));
        entry.put("after", OneLine.of(after, LONGEST_WISH));
        return entry;
    }

    private synchronized void write(String log, Map<String, Object> entry) {
        String line = JsonMapper.shared().writeValueAsString(entry);
        if (logged) {
            LOG.info("{}", line);
        }
        try {
            OwnFile.directory(folder);
            try (FileChannel lock = OwnFile.open(folder.resolve("audit.lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)); FileLock held = lock.lock()) {
                append(log, line);
            }
        } catch (IOException | RuntimeException failure) {
            unwritten++;
            LOG.warn("the audit log {} cannot be written ({}): {}", folder, failure, line);
        }
    }

    private void append(String log, String line) throws IOException {
        Path current = folder.resolve(log + ".log");
        if (isFull(current)) {
            Files.move(current, folder.resolve(log + "-" + TIME.format(Instant.now()).replace(':', '-') + ".log"));
            removeOld(log);
        }
        String end = isCut(current) ? "\n" : "";
        try (FileChannel channel = OwnFile.open(current,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND))) {
            for (ByteBuffer left = ByteBuffer.wrap((end + line + "\n").getBytes(StandardCharsets.UTF_8)); left
                    .hasRemaining();) {
                channel.write(left);
            }
        }
    }

    private boolean isFull(Path current) throws IOException {
        if (!Files.exists(current)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(current)) {
            Instant first = timeOf(new String(in.readNBytes(TIME_AT + TIME_LENGTH), StandardCharsets.UTF_8));
            return Files.size(current) >= mostBytes || first.isBefore(Instant.now().minus(ONE_FILE));
        }
    }

    /** Whether the last entry has no end: the disk was full, or the machine failed. */
    private static boolean isCut(Path current) throws IOException {
        if (!Files.exists(current) || Files.size(current) == 0) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(current.toFile(), "r")) {
            in.seek(in.length() - 1);
            return in.read() != '\n';
        }
    }

    private void removeOld(String log) throws IOException {
        List<Path> files = files(log);
        Instant oldest = Instant.now().minus(KEEP);
        for (int i = 0; i < files.size(); i++) {
            if (i >= FILES || Files.getLastModifiedTime(files.get(i)).toInstant().isBefore(oldest)) {
                Files.deleteIfExists(files.get(i));
            }
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

    /** The latest entries of both, the latest first: at most so many, of the last megabyte of each file. */
    public List<String> latest(int most) throws IOException {
        List<String> both = latest(DONE, most);
        both.addAll(latest(REFUSED, most));
        both.sort(Comparator.comparing(Audit::timeOf).reversed());
        return both.subList(0, Math.min(most, both.size()));
    }

    /** A line begins with its time. One that was cut before is of no time. */
    private static Instant timeOf(String line) {
        try {
            return Instant.parse(line.substring(TIME_AT, TIME_AT + TIME_LENGTH));
        } catch (DateTimeException | IndexOutOfBoundsException cut) {
            return Instant.EPOCH;
        }
    }

    /** The line, or an entry that tells of one that was cut: what cannot be read must not hide the rest. */
    private static String whole(String line) {
        try {
            if (JsonMapper.shared().readTree(line).isObject() && !timeOf(line).equals(Instant.EPOCH)) {
                return line;
            }
        } catch (JacksonException cut) {
            // told of below
        }
        Map<String, Object> entry = entry("", "", "an entry that was cut", "", "", line);
        entry.put("time", TIME.format(timeOf(line)));
        return JsonMapper.shared().writeValueAsString(entry);
    }

    private List<String> latest(String log, int most) throws IOException {
        List<String> latest = new ArrayList<>();
        for (Path file : files(log)) {
            List<String> lines = tail(file);
            for (int i = lines.size() - 1; i >= 0 && latest.size() < most; i--) {
                latest.add(whole(lines.get(i)));
            }
            if (latest.size() >= most) {
                break;
            }
        }
        return latest;
    }

    private static List<String> tail(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - READ_BYTES);
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            List<String> lines = new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList());
            if (from > 0 && !lines.isEmpty()) {
                lines.remove(0); // it began before what was read
            }
            return lines;
        }
    }
}

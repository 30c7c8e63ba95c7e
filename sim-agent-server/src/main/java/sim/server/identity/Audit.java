package sim.server.identity;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.OneLine;
import tools.jackson.databind.json.JsonMapper;

/**
 * The audit log: who did or tried what, when, from where. A line of JSON each, only ever appended to {@code audit/audit.log} of the data
 * directory; by size it goes on in a new file, and old files go by age and number. What was refused is in {@code audit/refused.log}: whoever
 * is refused can write there as much as they like, and must not push out what was done. The server and {@code ./sim token} write it. Any
 * thread.
 */
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final long MOST_BYTES = 10L << 20;
    private static final int FILES = 20;
    private static final Duration KEEP = Duration.ofDays(400);
    /** A refused attempt costs its sender nothing: so many lines a minute, then they are counted. */
    private static final int REFUSED_A_MINUTE = 100;
    private static final int LONGEST = 2_000;
    /** What was done is written whole: it is at most a request's body. */
    private static final int LONGEST_CHANGE = 64 << 10;
    private static final int READ_BYTES = 1 << 20;
    private static final String DONE = "audit";
    private static final String REFUSED = "refused";
    /** Times of equal length, so that lines can be ordered by them. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private final Path folder;
    private final boolean logged;
    private final long mostBytes;
    private long minute;
    private int refusedNow;
    private long unwritten;

    /** @param logged whether each entry is a line of the server's log too */
    public Audit(Path data, boolean logged) {
        this(data, logged, MOST_BYTES);
    }

    Audit(Path data, boolean logged, long mostBytes) {
        this.folder = data.resolve("audit");
        this.logged = logged;
        this.mostBytes = mostBytes;
    }

    /**
     * Notes what was done.
     *
     * @param outcome what became of it, such as {@code done} or {@code 403}
     * @param before  what it was before; empty if that is not known here
     * @param after   what was asked for
     */
    public void done(String who, String from, String action, String outcome, String before, String after) {
        write(DONE, entry(who, from, action, outcome, before, after));
    }

    /** Notes an attempt that was refused. Past a rate, attempts of a minute are only counted. */
    public void refused(String who, String from, String action, String outcome) {
        int left;
        synchronized (this) {
            long now = System.nanoTime() / 60_000_000_000L;
            left = now == minute ? 0 : Math.max(0, refusedNow - REFUSED_A_MINUTE);
            refusedNow = now == minute ? refusedNow + 1 : 1;
            minute = now;
            if (refusedNow > REFUSED_A_MINUTE) {
                return;
            }
        }
        if (left > 0) {
            write(REFUSED, entry("", "", "refused attempts that were only counted", String.valueOf(left), "", ""));
        }
        write(REFUSED, entry(who, from, action, outcome, "", ""));
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
        entry.put("before", OneLine.of(before, LONGEST_CHANGE));
        entry.put("after", OneLine.of(after, LONGEST_CHANGE));
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
        if (Files.exists(current) && Files.size(current) >= mostBytes) {
            Files.move(current, folder.resolve(log + "-" + TIME.format(Instant.now()).replace(':', '-') + ".log"));
            removeOld(log);
        }
        String before = isWhole(current) ? "" : "\n"; // else this entry would be a part of the one that was cut off
        try (FileChannel channel = OwnFile.open(current,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND))) {
            for (ByteBuffer left = ByteBuffer.wrap((before + line + "\n").getBytes(StandardCharsets.UTF_8)); left
                    .hasRemaining();) {
                channel.write(left);
            }
        }
    }

    /** Whether the last line was written to its end: the disk may have been full, or the machine may have failed. */
    private static boolean isWhole(Path file) throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            if (in.length() == 0) {
                return true;
            }
            in.seek(in.length() - 1);
            return in.read() == '\n';
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

    /** A line begins with its time. */
    private static String timeOf(String line) {
        return line.substring(0, Math.min(line.length(), "{'time':'0000-00-00T00:00:00.000000Z'".length()));
    }

    private List<String> latest(String log, int most) throws IOException {
        List<String> latest = new ArrayList<>();
        for (Path file : files(log)) {
            List<String> lines = tail(file);
            for (int i = lines.size() - 1; i >= 0 && latest.size() < most; i--) {
                latest.add(lines.get(i));
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

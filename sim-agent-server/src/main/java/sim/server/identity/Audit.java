package sim.server.identity;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.OneLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * The audit log: who did or tried what, when, from where. A line of JSON each, only ever appended to {@code audit/audit.log} of the data
 * directory; by size and age it goes on in a new file, and old files go by age and number. What was refused is in {@code audit/refused.log}: whoever
 * is refused can write there as much as they like, and must not push out what was done. The server and {@code ./sim token} write it. Any
 * thread.
 */
public final class Audit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final long MOST_BYTES = 10L << 20;
    /** A refused attempt costs its sender nothing: so many lines a minute, then they are counted. */
    private static final int REFUSED_A_MINUTE = 100;
    private static final int LONGEST = 2_000;
    /** More than any wish that is taken has: what was done is noted whole. */
    private static final int LONGEST_WISH = 100_000;
    /** What was begun right before the server ended is among the last. */
    private static final int MOST_LOOKED_AT = 10_000;
    /** The outcome of what takes long, until it has one. */
    public static final String BEGUN = "begun";
    private static final String DONE = "audit";
    private static final String REFUSED = "refused";
    /** Times of equal length, so that lines can be ordered by them. */
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private final Path folder;
    private final AuditFiles files;
    private final boolean logged;
    private final LongSupplier minutes;
    private final long[] minute = new long[Refused.values().length];
    private final int[] refusedThen = new int[Refused.values().length];
    private long unwritten;
    /** Who cannot tell whether the clock is right leaves what is old to the server. */
    private volatile BooleanSupplier ages = () -> false;

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
        this.files = new AuditFiles(folder, mostBytes);
        this.logged = logged;
        this.minutes = minutes;
    }

    /** Files go by age while the clock is known to be right; until this is called they go by number alone. */
    public void age(BooleanSupplier isClockRight) {
        ages = isClockRight;
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

    /**
     * Gives what was begun, and whose process ended meanwhile, its end. Only while nobody is at it, as where the store was opened just now.
     *
     * @param action one of which only one is done at a time
     */
    public void endBegun(String action) {
        try (LatestLines lines = files.latest(DONE, Instant.now())) {
            for (int looked = 0; looked < MOST_LOOKED_AT && lines.next(); looked++) {
                JsonNode entry = entryOf(lines.line());
                if (!entry.path("action").asString().equals(action)) {
                    continue;
                }
                if (entry.path("outcome").asString().equals(BEGUN)) {
                    done(entry.path("who").asString(), entry.path("from").asString(), action,
                            "ended by the end of its process", "", entry.path("after").asString());
                }
                return;
            }
        } catch (IOException unreadable) {
            LOG.warn("the audit log {} cannot be read ({})", folder, String.valueOf(unreadable));
        }
    }

    private static JsonNode entryOf(String line) {
        try {
            return JsonMapper.shared().readTree(line);
        } catch (JacksonException cut) {
            return MissingNode.getInstance();
        }
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
            files.append(log, line, ages, file -> {
                String told = removed(file);
                if (file.aged()) {
                    LOG.info("a file of the audit log {} is more than 400 days old: {}", folder, told);
                } else if (log.equals(DONE)) { // whoever is refused writes nothing into the server's log
                    LOG.warn("the audit log {} is full: {}", folder, told);
                }
                return told;
            });
        } catch (IOException | RuntimeException | OutOfMemoryError failure) { // the wish itself was granted or refused
            unwritten++;
            LOG.warn("the audit log {} cannot be written ({}): {}", folder, failure, line);
        }
    }

    /**
     * Hands out entries of both logs, the latest first.
     *
     * @param until the latest that are wanted, milliseconds since the epoch
     * @param skip  how many of them not
     * @param most  how many at most
     * @param look  called for each of them, also for those that are passed over: ends it by throwing
     */
    public void latest(long until, int skip, int most, Runnable look, Consumer<String> entries) throws IOException {
        Instant end = Instant.ofEpochMilli(until);
        try (LatestLines done = files.latest(DONE, end); LatestLines refused = files.latest(REFUSED, end)) {
            done.next();
            refused.next();
            for (int taken = 0; taken < skip + most && (done.line() != null || refused.line() != null);) {
                look.run();
                boolean isDone = refused.line() == null
                        || done.line() != null && !done.time().isBefore(refused.time());
                LatestLines next = isDone ? done : refused;
                if (next.time().toEpochMilli() <= until && taken++ >= skip) {
                    entries.accept(whole(next.line()));
                }
                next.next();
            }
        }
    }

    /** The line, or an entry that tells of one that was cut: what cannot be read must not hide the rest. */
    private static String whole(String line) {
        try {
            if (JsonMapper.shared().readTree(line).isObject() && !AuditFiles.timeOf(line).equals(Instant.EPOCH)) {
                return line;
            }
        } catch (JacksonException cut) {
            // told of below
        }
        Map<String, Object> entry = entry("", "", "an entry that was cut", "", "", line);
        entry.put("time", TIME.format(AuditFiles.timeOf(line)));
        return JsonMapper.shared().writeValueAsString(entry);
    }

    /** What tells in a log that a file went, too old or before: whoever may do something can do it often. */
    private static String removed(AuditFiles.Removed file) {
        return JsonMapper.shared().writeValueAsString(entry("", "",
                file.aged() ? "entries removed by their age" : "entries removed before their time", "done",
                file.entries() + " entries until " + TIME.format(file.until()) + ", most of them, " + file.most()
                        + ", by "
                        + file.who(),
                ""));
    }
}

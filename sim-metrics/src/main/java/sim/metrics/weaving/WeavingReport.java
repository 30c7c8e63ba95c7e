package sim.metrics.weaving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import sim.model.text.Text;

/**
 * What became of the classes the agent has seen: how many were woven, left alone and why, could not be woven and why, what
 * the weaver had to say by kind, and the time all of it took. Written on the threads that load classes, read by the
 * collector; nothing here is asked for by a metered call. Never throws.
 */
public final class WeavingReport {
    /** Classes that could not be woven are kept by name up to here, and only counted after that. */
    public static final int NAMED = 1_000;
    /** The first lines on standard error about classes and by the weaver; one more says where the rest is. */
    private static final int LINES = 3;
    /** The same about payload probes: what somebody wrote is corrected line by line. */
    private static final int PROBE_LINES = 10;
    private static final String LINT = "lint.";
    /** Distinct kinds of messages of the weaver; further ones are counted together. */
    private static final int KINDS = 200;

    private static final WeavingReport OF_JVM = new WeavingReport();

    private final LongAdder seen = new LongAdder();
    private final LongAdder woven = new LongAdder();
    private final LongAdder unchanged = new LongAdder();
    private final LongAdder given = new LongAdder();
    private final LongAdder kept = new LongAdder();
    private final LongAdder damaged = new LongAdder();
    private final LongAdder notKept = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder insideNanos = new LongAdder();
    private final LongAdder takenOut = new LongAdder();
    private final LongAdder putBack = new LongAdder();
    private final LongAdder idleNanos = new LongAdder();
    private final AtomicLongArray skipped = new AtomicLongArray(WeavingSkip.values().length);
    private final AtomicLongArray failed = new AtomicLongArray(WeavingFailure.values().length);
    private final Map<String, LongAdder> messages = new ConcurrentHashMap<>();
    private final List<Unwoven> unwoven = new ArrayList<>();
    private volatile LongSupplier unmatched = () -> 0;
    private volatile boolean hasOwn;
    private int lines;
    private int told;
    private int taken;

    /**
     * A class that could not be woven.
     *
     * @param type binary name of the class, or a text for several classes
     * @param reason a {@link WeavingFailure#label()}
     * @param what the method and what was wrong, one line
     */
    public record Unwoven(String type, String reason, String what) {}

    /** The JVM's own: classes are woven before the runtime is there. */
    public static WeavingReport ofJvm() {
        return OF_JVM;
    }

    /** A class was given to the agent. */
    public void saw() {
        seen.increment();
    }

    /** How many classes were given to the agent. */
    public long seen() {
        return seen.sum();
    }

    /** It was given to the weaver: a look at its constants had not told that nothing in it can match. */
    public void gave() {
        given.increment();
    }

    /** It was woven. */
    public void wove() {
        woven.increment();
    }

    /** What was woven in is of the program's own configuration or annotations, not of a library's probe alone. */
    public void woveOwn() {
        hasOwn = true;
    }

    /** Whether anything but libraries' probes was woven into any class. */
    public boolean hasOwn() {
        return hasOwn;
    }

    /** No advice matched in it. */
    public void leftUnchanged() {
        unchanged.increment();
    }

    /** What became of it was known from an earlier start: it is counted as that as well. */
    public void wasKept() {
        kept.increment();
    }

    /** A file of woven classes was not as it was written. */
    public void foundDamage() {
        damaged.increment();
    }

    /** Counts that classes could not be written for the next start. */
    public void couldNotKeep() {
        notKept.increment();
    }

    /** It was left alone on purpose. */
    public void skipped(WeavingSkip why) {
        skipped.incrementAndGet(why.ordinal());
    }

    /** Adds the time that weaving a class took, ns. */
    public void took(long elapsed) {
        nanos.add(elapsed);
    }

    /** Adds time that weaving a class, or making its probes, took inside a metered call, ns: it is in no self time. */
    public void tookInside(long elapsed) {
        insideNanos.add(elapsed);
    }

    /** Probes of names that are off were taken out of the code of a loaded class. */
    public void tookOut(int probes) {
        takenOut.add(probes);
    }

    /** They were put back. */
    public void putBack(int probes) {
        putBack.add(probes);
    }

    /** They could not be: counted, kept and said the same way. */
    public void stays(String type, String what) {
        failed("the probes of names that are off stay as they are: ", WeavingFailure.IDLE, type, what);
    }

    /** Adds the time that changing loaded classes took, ns. */
    public void idleTook(long elapsed) {
        idleNanos.add(elapsed);
    }

    /** The weaver had a message of that kind. */
    public void said(String kind) {
        LongAdder count = messages.get(kind);
        if (count == null) {
            String kept = messages.size() < KINDS ? kind : "other";
            count = messages.computeIfAbsent(kept, any -> new LongAdder());
        }
        count.increment();
    }

    /** Whether the weaver had messages besides lint, which most programs with optional libraries have: of types that are not there. */
    public boolean hasMessages() {
        return messages.keySet().stream().anyMatch(kind -> !kind.startsWith(LINT));
    }

    /** It could not be woven and is loaded as it was: counted, kept by name, and the first ones said in a line each. */
    public void failed(WeavingFailure reason, String type, String what) {
        failed("not woven, loaded as it was: ", reason, type, what);
    }

    /** What a payload probe asks for cannot be had: counted, kept and said the same way. */
    public void misplaced(String probe, String what) {
        failed("payload probe ", WeavingFailure.PROBE, probe, what);
    }

    /** Something about a payload probe that is no failure. */
    public void told(String probe, String what) {
        boolean say;
        synchronized (unwoven) {
            say = ++told <= PROBE_LINES;
        }
        if (say) {
            System.err.println("sim: payload probe " + probe + ": " + what);
        }
    }

    /** Prints one of the few lines that a start of the program has room for; the last one says where the others are. */
    public void say(String line) {
        say(line, "");
    }

    /**
     * The same of a line whose end is to be read whatever comes before it: see {@link Text#startLine}. All of what it says about a class is shipped, and what the weaver says is
     * in its log.
     */
    public void say(String line, String end) {
        int number;
        synchronized (unwoven) {
            number = ++lines;
        }
        if (number <= LINES) {
            System.err.println("sim: " + Text.startLine(line, end));
        } else if (number == LINES + 1) {
            System.err.println(
                    "sim: there is more about weaving: on the page, counted as weaving.*, and in weave.log=FILE");
        }
    }

    /** How many of the things that payload probes ask for were not found so far: asked whenever the counters are. */
    public void countUnmatched(LongSupplier count) {
        unmatched = count;
    }

    private void failed(String words, WeavingFailure reason, String type, String what) {
        boolean isFirst = failed.getAndIncrement(reason.ordinal()) == 0;
        synchronized (unwoven) {
            if (unwoven.size() < NAMED) {
                unwoven.add(new Unwoven(type, reason.label(), what));
            }
        }
        if (reason == WeavingFailure.PROBE) {
            sayOfProbe(words + type + ": " + what);
        } else if (isFirst || reason != WeavingFailure.MISSING_TYPE) {
            // classes that need an optional library are many, and loaded by those who try whether it is there
            boolean isShort = what != null && what.length() <= Text.LONGEST_LINE / 2;
            say(words + type + (isShort ? "" : ": " + what), isShort ? ": " + what : "");
        }
    }

    private void sayOfProbe(String line) {
        long number = failed.get(WeavingFailure.PROBE.ordinal());
        if (number <= PROBE_LINES) {
            System.err.println("sim: " + line
                    + (number == PROBE_LINES ? " (further ones are only counted, see weaving.failed)" : ""));
        }
    }

    /** The classes that could not be woven, in the order they were loaded: the first {@link #NAMED}. */
    public List<Unwoven> unwoven() {
        synchronized (unwoven) {
            return new ArrayList<>(unwoven);
        }
    }

    /** Those that nobody was told of yet: what is shipped. Each is given out once. */
    public List<Unwoven> takeNew() {
        synchronized (unwoven) {
            List<Unwoven> fresh = new ArrayList<>(unwoven.subList(taken, unwoven.size()));
            taken = unwoven.size();
            return fresh;
        }
    }

    /**
     * Adds the report as counters. {@code weaving.failed} is always there and is the sum of the {@code weaving.failed.*}; what has not
     * happened is left out of the others.
     */
    public void count(Map<String, Long> counters) {
        long all = 0;
        for (WeavingFailure reason : WeavingFailure.values()) {
            all += failed.get(reason.ordinal());
        }
        counters.put("weaving.failed", all);
        for (WeavingFailure reason : WeavingFailure.values()) {
            put(counters, "weaving.failed." + reason.label(), failed.get(reason.ordinal()));
        }
        put(counters, "payload.probes.unmatched", unmatched.getAsLong());
        put(counters, "weaving.seen", seen.sum());
        put(counters, "weaving.given", given.sum());
        put(counters, "weaving.woven", woven.sum());
        put(counters, "weaving.unchanged", unchanged.sum());
        put(counters, "weaving.kept", kept.sum());
        put(counters, "weaving.kept.damaged", damaged.sum());
        put(counters, "weaving.kept.failed", notKept.sum());
        for (WeavingSkip why : WeavingSkip.values()) {
            put(counters, "weaving.skipped." + why.label(), skipped.get(why.ordinal()));
        }
        put(counters, "weaving.messages", messages.values().stream().mapToLong(LongAdder::sum).sum());
        put(counters, "weaving.ms", nanos.sum() / 1_000_000);
        put(counters, "weaving.inside.ms", (insideNanos.sum() + 999_999) / 1_000_000);
        put(counters, "weaving.idle.out", takenOut.sum());
        put(counters, "weaving.idle.back", putBack.sum());
        put(counters, "weaving.idle.ms", idleNanos.sum() / 1_000_000);
    }

    private static void put(Map<String, Long> counters, String name, long count) {
        if (count != 0) {
            counters.put(name, count);
        }
    }
}

package sim.payload.runtime;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.context.ContextWatch;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;
import sim.payload.recording.Payloads;

/**
 * Starts and stops recordings of payload probes without a person: some time after the program's start, while a context is open, or after
 * a slow call of a method; and stops them after a time. It checks times and slow calls when the collector drains, and contexts as they
 * begin and end.
 */
final class PayloadTriggers implements ContextWatch {
    /** How long a recording lasts that a slow call has started, unless an option says otherwise. */
    private static final long AFTER_SLOW_NANOS = Duration.ofMinutes(1).toNanos();
    /** The most recordings that contexts may start between two drains. Each takes memory until it is drained. */
    private static final int MOST_BEGUN = 100;
    private static final long NEVER = Long.MAX_VALUE;

    private final Payloads payloads;
    private final LongSupplier clock;
    private final String[] words;
    private final boolean events;
    private final long lastsNanos;
    private final String slowMethod;
    private final long slowNanos;
    private final AtomicLong notBegun = new AtomicLong();
    /** When to start a recording, and when to stop it, by {@link #clock}. */
    private long beginAt = NEVER;
    private long endAt = NEVER;
    /**
     * For the trigger by context: how many such contexts are open, whether they have started the present recording, and how many
     * recordings they have started since the last drain.
     */
    private int open;
    private boolean forContexts;
    private int begun;
    /** The ids of the slow method's names and places, as far as the dictionary was read. Only the collector's thread uses them. */
    private final Set<Integer> names = new HashSet<>();
    private final Set<Integer> places = new HashSet<>();
    private int lastName;
    private int lastNode;

    PayloadTriggers(Options options, Payloads payloads, LongSupplier clock) {
        this.payloads = payloads;
        this.clock = clock;
        String wanted = options.text(Option.PAYLOAD_RECORD);
        this.events = options.isOn(Option.PAYLOAD_EVENTS);
        String slow = options.text(Option.PAYLOAD_RECORD_WHEN);
        this.slowMethod = slow.isEmpty() ? null : slow.substring(0, slow.lastIndexOf('>')).trim();
        this.slowNanos = slow.isEmpty() ? 0 : Options.nanos(slow.substring(slow.lastIndexOf('>') + 1).trim());
        long lasts = options.duration(Option.PAYLOAD_RECORD_FOR).toNanos();
        this.lastsNanos = lasts > 0 ? lasts : NEVER;
        long after = options.duration(Option.PAYLOAD_RECORD_AFTER).toNanos();
        boolean triggered = slowMethod != null || !options.text(Option.PAYLOAD_RECORD_WHILE).isEmpty();
        this.words = (wanted.isBlank() && (triggered || after > 0) ? "all" : wanted).split("[+,]");
        if (after > 0) {
            beginAt = clock.getAsLong() + after;
        } else if (!triggered) {
            begin(lastsNanos);
        }
    }

    private synchronized void begin(long lasts) {
        for (String word : words) {
            if (!word.isBlank()) {
                payloads.start(word.trim(), events);
            }
        }
        beginAt = NEVER;
        endAt = lasts == NEVER ? NEVER : clock.getAsLong() + lasts;
    }

    private synchronized void end() {
        endAt = NEVER;
        for (String word : words) {
            if (!word.isBlank()) {
                payloads.stop(word.trim());
            }
        }
    }

    /** Starts or stops what is due. Called by the collector's thread. */
    synchronized void look() {
        long now = clock.getAsLong();
        begun = 0;
        if (now >= endAt) {
            end();
        }
        if (now >= beginAt) {
            begin(lastsNanos);
        }
    }

    /**
     * Looks for slow calls. Called by the collector's thread. Never throws, because nobody else has the snapshot yet: what was drained is
     * shipped whether or not a recording begins. One that does not begin is counted.
     */
    void lookAt(Snapshot drained, Dictionary dictionary) {
        try {
            look(drained, dictionary);
        } catch (Throwable full) { // out of memory, as a rule
            notBegun.incrementAndGet();
        }
    }

    private void look(Snapshot drained, Dictionary dictionary) {
        if (slowMethod == null) {
            return;
        }
        List<NodeEntry> nodes = dictionary.nodesAfter(lastNode); // before the names, so that each has its own
        for (NameEntry name : dictionary.namesAfter(lastName)) {
            if (slowMethod.equals(name.owner().isEmpty() ? name.member() : name.owner() + "." + name.member())) {
                names.add(name.id());
            }
            lastName = name.id();
        }
        for (NodeEntry node : nodes) {
            if (names.contains(node.name())) {
                places.add(node.id());
            }
            lastNode = node.id();
        }
        for (TreeRow row : drained.rows()) {
            if (places.contains(row.node()) && row.max()[Meter.WALL.ordinal()] > slowNanos) {
                begin(lastsNanos == NEVER ? AFTER_SLOW_NANOS : lastsNanos);
                return;
            }
        }
    }

    @Override
    public synchronized void began() {
        if (open++ > 0) {
            return;
        }
        if (begun++ < MOST_BEGUN) {
            forContexts = true;
            begin(lastsNanos);
        } else {
            notBegun.incrementAndGet();
        }
    }

    @Override
    public synchronized void ended() {
        if (open > 0 && --open == 0 && forContexts) {
            forContexts = false;
            end();
        }
    }

    /** Adds how many recordings were not started, because there were too many or memory was short. */
    void count(Map<String, Long> counters) {
        counters.put("payloads.triggers.dropped", notBegun.get());
    }
}

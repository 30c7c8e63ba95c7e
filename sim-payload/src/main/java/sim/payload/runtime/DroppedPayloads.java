package sim.payload.runtime;

import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.feature.FeatureHost;
import sim.metrics.feature.MeteredThread;
import sim.payload.recording.Mishaps;

/**
 * Payloads, or splits, that virtual threads began while there was no memory for a context of theirs: each is counted as it begins, and its
 * end must be told from one without a begin. Such a thread has nothing else of a payload, so a number for all threads is enough: at worst an
 * end without a begin is not counted as one. Any thread.
 */
final class DroppedPayloads {
    private final Mishaps mishaps;
    private final Mishaps.Kind kind;
    /** Those that have not ended. */
    private final AtomicLong open = new AtomicLong();

    DroppedPayloads(Mishaps mishaps, Mishaps.Kind kind) {
        this.mishaps = mishaps;
        this.kind = kind;
    }

    /** One begins. */
    void begin() {
        mishaps.add(kind);
        open.incrementAndGet();
    }

    /**
     * Whether an end on the calling thread is that of one which was dropped. It is taken for ended.
     *
     * @param known the thread, or null
     */
    boolean ends(FeatureHost host, MeteredThread known) {
        return open.get() != 0
                && (known == null ? host.isVirtual() : known.isVirtual() && PayloadPart.hasNone(known))
                && end();
    }

    /** One ends; false where none is open. */
    private boolean end() {
        long before = open.get();
        while (before > 0 && !open.compareAndSet(before, before - 1)) {
            before = open.get();
        }
        return before > 0;
    }

    /** Nothing records any more: those that have not ended will not, or nobody wants to know. */
    void forget() {
        open.set(0);
    }
}

package sim.jfr;

import java.util.concurrent.atomic.AtomicLong;

/** How often something about contexts could not be kept or had to be healed, since the JVM started. Any thread. */
enum Counter {
    /** Contexts that were left open and closed with the one around them. */
    HEALED("contexts.healed"),
    /** Contexts closed by another thread than their own, which then removes them. */
    CLOSED_ELSEWHERE("contexts.closed.elsewhere"),
    /** Threads that ended with contexts open; a recording knows these only if a chunk of it ended meanwhile. */
    ABANDONED("contexts.abandoned"),
    /** Entries past the limit of a context. */
    ENTRIES_DROPPED("entries.dropped"),
    /** Texts cut to the length a recording keeps. */
    VALUES_CUT("values.cut"),
    /** Scopes recorded with their entries as one text, since there are too many different sets of keys for a type each. */
    TYPES_EXHAUSTED("types.exhausted"),
    /** Open contexts that were not written into a recording, because there were too many at once. */
    OPEN_UNRECORDED("open.unrecorded"),
    /** Events a filter kept from being written. */
    FILTERED("events.filtered"),
    /** Figures of the live stream for contexts that were no longer known or were held too long. */
    STREAM_DROPPED("stream.dropped"),
    /** SIM's own failures. */
    FAILURES("failures");

    final String label;
    private final AtomicLong count = new AtomicLong();

    Counter(String label) {
        this.label = label;
    }

    void add() {
        count.incrementAndGet();
    }

    long get() {
        return count.get();
    }
}

package sim.jfr;

import java.util.concurrent.atomic.AtomicLong;

/** How often something about contexts could not be kept or had to be healed, since the JVM started. Any thread. */
enum Counter {
    /** Contexts that were left open, and were closed with the one around them. */
    HEALED("contexts.healed"),
    /** Contexts that a thread other than their own closed. Their own thread removes them later. */
    CLOSED_ELSEWHERE("contexts.closed.elsewhere"),
    /** Threads that ended with open contexts. A recording has these contexts only if one of its chunks ended while they were open. */
    ABANDONED("contexts.abandoned"),
    /** Entries past the limit of a context. */
    ENTRIES_DROPPED("entries.dropped"),
    /** Texts cut to the length a recording keeps. */
    VALUES_CUT("values.cut"),
    /** Scopes recorded with their entries as one text, because there are too many different sets of keys to give each a type. */
    TYPES_EXHAUSTED("types.exhausted"),
    /** Open contexts that were not written into a recording because too many were open at once. */
    OPEN_UNRECORDED("open.unrecorded"),
    /** Events that a filter kept from being written. */
    FILTERED("events.filtered"),
    /** Figures of the live stream that were dropped, because their context was no longer known or they were held for too long. */
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

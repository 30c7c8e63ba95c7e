package sim.jfr;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import sim.base.redact.Redaction;

/**
 * A context on the calling thread: entries that hold for every event of a flight recording until it is closed. The entries of the
 * context around it still hold; of two entries with one key the inner one wins.
 *
 * <pre>{@code
 * try (var context = RecordingContext.where(ORDER, 4711).where(TENANT, "acme").build()) {
 *     ...
 * }
 * }</pre>
 *
 * A recording has one event for the whole context and adds nothing to the events inside, such as sleeps, locks, allocations and
 * samples. {@code sim jfr} joins them when it reads; on JDK 25 {@code jfr print} does so too. The first recorded context with a
 * set of keys defines an event type, which takes 15 to 90 ms once. Up to 256 sets have a type of their own. The entries of
 * further sets are recorded as one text, and SIM counts that.
 *
 * <p>Without a recording a context with one entry costs 20 to 30 ns and a hundred bytes. No method throws because of a recording.
 * What cannot be kept is counted: {@link #counters()}.
 *
 * <p>A context belongs to the thread that built it. Use {@link #snapshot()} to take it to another.
 */
public final class RecordingContext extends RecordingScope {
    private RecordingContext(RecordingScope outer, Entry entries, int added) {
        super(outer, entries, added);
    }

    /**
     * Begins a context with one entry. A text may be null; a recording keeps its first 4096 characters.
     *
     * @throws NullPointerException if there is no key
     */
    public static Builder where(RecordingContextKey key, String value) {
        return new Builder().where(key, value);
    }

    /** Begins a context with one entry, a whole number. */
    public static Builder where(RecordingContextKey key, long value) {
        return new Builder().where(key, value);
    }

    /** Begins a context with one entry, a number. */
    public static Builder where(RecordingContextKey key, double value) {
        return new Builder().where(key, value);
    }

    /** Begins a context with one entry, true or false. */
    public static Builder where(RecordingContextKey key, boolean value) {
        return new Builder().where(key, value);
    }

    /** A snapshot of the calling thread's context. It can be activated on any thread, any number of times. Never null. */
    public static Snapshot snapshot() {
        RecordingScope current = Current.scope();
        return current == null || current.entries == null ? Snapshot.EMPTY : new Snapshot(current.entries);
    }

    /**
     * Calls a task in the context of a snapshot.
     *
     * @throws Exception what the task throws
     */
    public static <T> T callWithSnapshot(Callable<T> task, Snapshot snapshot) throws Exception {
        try (Activation activation = snapshot.activate()) {
            return task.call();
        }
    }

    /** Calls a function in the context of a snapshot, and passes the snapshot to it. */
    public static <R> R callWithSnapshot(Function<? super Snapshot, ? extends R> task, Snapshot snapshot) {
        try (Activation activation = snapshot.activate()) {
            return task.apply(snapshot);
        }
    }

    /** Runs a task in the context of a snapshot. */
    public static void runWithSnapshot(Runnable task, Snapshot snapshot) {
        try (Activation activation = snapshot.activate()) {
            task.run();
        }
    }

    /** How often something about contexts could not be kept or had to be healed since the JVM started, by the counter's name. */
    public static Map<String, Long> counters() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Counter counter : Counter.values()) {
            counts.put(counter.label, counter.get());
        }
        return counts;
    }

    /** A thread's context as it was when {@link #snapshot()} was called. Immutable. For any thread. */
    public static final class Snapshot {
        static final Snapshot EMPTY = new Snapshot(null);

        private final Entry entries;

        Snapshot(Entry entries) {
            this.entries = entries;
        }

        /**
         * Makes this the calling thread's context instead of the current one, until the activation is closed. With an empty
         * snapshot the thread has no context.
         */
        public Activation activate() {
            Activation activation = new Activation(Current.scope(), entries);
            activation.open();
            return activation;
        }

        @Override
        public String toString() {
            return Entry.toMap(entries).toString();
        }
    }

    /**
     * The time for which a {@link Snapshot} is current on a thread. Closing it makes current again what was current before. Belongs to its
     * thread.
     */
    public static final class Activation extends RecordingScope {
        Activation(RecordingScope outer, Entry entries) {
            super(outer, entries, -1);
        }
    }

    /** Gathers the entries of a context. Used by one thread at a time. It may build any number of contexts. */
    public static final class Builder {
        private Entry entries;

        Builder() {}

        /** Adds a text, which may be null. */
        public Builder where(RecordingContextKey key, String value) {
            return with(key, Entry.Kind.TEXT, value, 0);
        }

        /** Adds a whole number. */
        public Builder where(RecordingContextKey key, long value) {
            return with(key, Entry.Kind.LONG, null, value);
        }

        /** Adds a number. */
        public Builder where(RecordingContextKey key, double value) {
            return with(key, Entry.Kind.DOUBLE, null, Double.doubleToRawLongBits(value));
        }

        /** Adds true or false. */
        public Builder where(RecordingContextKey key, boolean value) {
            return with(key, Entry.Kind.BOOLEAN, null, value ? 1 : 0);
        }

        /** Begins the context on the calling thread, inside the current one. */
        public RecordingContext build() {
            RecordingScope outer = Current.scope();
            Entry inherited = outer == null ? null : outer.entries;
            Entry all = Entry.join(inherited, entries);
            RecordingContext context = new RecordingContext(outer, all,
                    inherited == null ? entries.size : Entry.countOf(entries, all));
            context.open();
            return context;
        }

        private Builder with(RecordingContextKey key, Entry.Kind kind, String text, long bits) {
            Objects.requireNonNull(key, "a context's key cannot be null; make one with RecordingContextKey.forName");
            Redaction rules = RecordedSecrets.rules();
            entries = kind != Entry.Kind.BOOLEAN && key.isHidden(rules)
                    ? Entry.hidden(entries, key, rules, kind, text, bits)
                    : Entry.with(entries, key, kind, text, bits);
            return this;
        }
    }
}

package sim.jfr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import sim.base.redact.Redaction;
import sim.model.jfr.Rule;
import sim.model.jfr.RuleSet;

/**
 * Decides by the context of an event whether the event is kept. At most one filter is in force in a JVM.
 *
 * <p>It applies in two places. While the program runs, an event whose class extends {@link FilteredEvent}, or that asks {@link
 * Config#accepts}, is not written if the filter refuses it. The JDK's own events are always written. The filter itself is therefore written
 * into the recording, and SIM's reader applies it to every event that was written while it was in force: {@code sim jfr print}, {@code
 * summary} and {@code filter} leave out what it refuses, unless {@code --unfiltered} is given.
 *
 * <p>The rules are applied to a context once, when it begins; an event only looks the result up.
 */
public final class RecordingContextFilter {
    final RuleBook book;

    private RecordingContextFilter(RuleBook book) {
        this.book = book;
    }

    /** The rules, one line, without the secrets in them. */
    @Override
    public String toString() {
        return book.written;
    }

    /** Makes filters and puts one in force. Any thread. */
    public static final class Config {
        /** The filter in force, or null. */
        private static RecordingContextFilter inForce;

        private Config() {}

        /** Makes a new filter, which at first keeps every event. */
        public static Builder createFilter() {
            return new Builder();
        }

        /** Puts a filter in force in place of the present one. With null, no filter is in force. */
        public static synchronized void setContextFilter(RecordingContextFilter filter) {
            inForce = filter;
            RuleBook.set(filter == null ? null : filter.book);
        }

        /** The filter in force, so that the caller can put it back later; null for none. */
        public static synchronized RecordingContextFilter contextFilter() {
            return inForce;
        }

        /**
         * Whether the filter in force keeps events of this class in the calling thread's context. For event classes that cannot extend
         * {@link FilteredEvent}: ask before {@code commit}. Takes a few ns.
         */
        public static boolean accepts(Class<? extends Event> eventClass) {
            RuleBook book = RuleBook.inForce();
            return book == null || book.accepts(TypeNumber.of(eventClass, book));
        }
    }

    /** Gathers the rules of a filter. For one thread. */
    public static final class Builder {
        private final List<Rule> all = new ArrayList<>();
        private final Map<String, List<Rule>> byType = new LinkedHashMap<>();

        Builder() {}

        /** Adds rules for events of one type, by the type's name. The rules for all types hold for these events too. */
        public Builder forType(EventType type, Consumer<Rules> rules) {
            rules.accept(new Rules(byType.computeIfAbsent(type.getName(), any -> new ArrayList<>())));
            return this;
        }

        /** Adds rules for events of every type. */
        public Builder forAllTypes(Consumer<Rules> rules) {
            rules.accept(new Rules(all));
            return this;
        }

        /** Makes a filter of the rules given so far. {@link Config#setContextFilter} puts it in force. */
        public RecordingContextFilter build() {
            return new RecordingContextFilter(new RuleBook(new RuleSet(all, byType)));
        }
    }

    /** The conditions on a context, all of which must hold. */
    public static final class Rules {
        private static final String NO_KEY = "a rule's key cannot be null; make one with RecordingContextKey.forName";

        private final List<Rule> rules;

        private Rules(List<Rule> rules) {
            this.rules = rules;
        }

        /** There is a context: one entry at least. */
        public Rules hasContext() {
            return add(Rule.Operation.CONTEXT, null, null);
        }

        /** There is no context. */
        public Rules hasNoContext() {
            return add(Rule.Operation.NO_CONTEXT, null, null);
        }

        /** There is an entry with this key. */
        public Rules hasKey(RecordingContextKey key) {
            return add(Rule.Operation.KEY, name(key), null);
        }

        /** There is an entry with this key and text. */
        public Rules hasEntry(RecordingContextKey key, String value) {
            return addEntry(key, value);
        }

        /** There is an entry with this key and whole number. */
        public Rules hasEntry(RecordingContextKey key, long value) {
            return addEntry(key, value);
        }

        /** There is an entry with this key and number. */
        public Rules hasEntry(RecordingContextKey key, double value) {
            return addEntry(key, value);
        }

        /** There is an entry with this key, true or false. */
        public Rules hasEntry(RecordingContextKey key, boolean value) {
            return addEntry(key, value);
        }

        /** A value that contexts hide is hidden here too: what is compared with it has no other form. */
        private Rules addEntry(RecordingContextKey key, Object value) {
            Redaction secrets = RecordedSecrets.rules();
            boolean hidden = value != null && !(value instanceof Boolean)
                    && Objects.requireNonNull(key, NO_KEY).isHidden(secrets);
            return add(Rule.Operation.ENTRY, name(key), hidden ? secrets.value(key.name(), value, value) : value);
        }

        private Rules add(Rule.Operation operation, String key, Object value) {
            rules.add(new Rule(operation, key, value));
            return this;
        }

        private static String name(RecordingContextKey key) {
            return Objects.requireNonNull(key, NO_KEY).name();
        }
    }
}

package sim.jfr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.ValueDescriptor;
import sim.model.jfr.EventNames;

/**
 * A sequence of keys with the kinds of their values, and its event type, which has the fields {@code scope} and {@code whole} and then one
 * for each entry. A set is found entry by entry, beginning at {@link #NONE}, mostly with two comparisons an entry. Any thread.
 */
final class KeySet {
    static final KeySet NONE = new KeySet(null, null, null);
    /** How many fields precede those of the entries. */
    static final int ENTRIES_AT = 2;

    /** The most event types, because the JVM never gives a type up. */
    private static final int TYPE_LIMIT = 256;
    private static final int SEQUENCE_LIMIT = 4096;
    private static final Set<String> TAKEN = Set.of("startTime", "duration", "eventThread", "stackTrace", "scope",
            "whole", "entries");
    private static final Set<String> RESERVED = Set
            .of(("_ abstract assert boolean break byte case catch char class const "
                    + "continue default do double else enum extends false final finally float for goto if implements import "
                    + "instanceof int interface long native new null package private protected public return short static "
                    + "strictfp super switch synchronized this throw throws transient true try void volatile while")
                    .split(" "));
    private static final AtomicInteger TYPES = new AtomicInteger();
    private static final AtomicInteger SEQUENCES = new AtomicInteger();

    private final KeySet previous;
    private final RecordingContextKey key;
    private final Entry.Kind kind;
    private final Map<KeySet.Step, KeySet> next = new ConcurrentHashMap<>(4);
    /** The set that was found last from here. Racy: any value will do. */
    private KeySet last;
    private volatile EventFactory factory;
    private volatile boolean refused;

    private KeySet(KeySet previous, RecordingContextKey key, Entry.Kind kind) {
        this.previous = previous;
        this.key = key;
        this.kind = kind;
    }

    /** The set of the last {@code count} entries of a list, in the order in which they were added; null past the bound. */
    static KeySet of(Entry list, int count) {
        if (count == 0) {
            return NONE;
        }
        KeySet before = of(list.previous, count - 1);
        return before == null ? null : before.with(list.key, list.kind);
    }

    /** An event of this set's type, or null past the bound. */
    Event newEvent() {
        EventFactory known = factory;
        if (known == null) {
            known = refused ? null : create();
        }
        return known == null ? null : known.newEvent();
    }

    private KeySet with(RecordingContextKey key, Entry.Kind kind) {
        KeySet known = last;
        if (known != null && known.kind == kind && known.key.equals(key)) {
            return known;
        }
        Step step = new Step(key, kind);
        KeySet found = next.get(step);
        if (found == null) {
            if (SEQUENCES.get() >= SEQUENCE_LIMIT) {
                return null;
            }
            SEQUENCES.incrementAndGet();
            found = next.computeIfAbsent(step, any -> new KeySet(this, key, kind));
        }
        last = found;
        return found;
    }

    /**
     * Creates one type at a time. JDK 17 looks types up without a lock while another thread may add one. If that goes wrong, the JVM writes
     * recordings that define a type twice, and nobody can read them.
     */
    private EventFactory create() {
        synchronized (TYPES) {
            if (factory == null && !refused) {
                factory = made();
                refused = factory == null;
            }
            return factory;
        }
    }

    private EventFactory made() {
        try {
            if (TYPES.incrementAndGet() <= TYPE_LIMIT) {
                return EventFactory.create(
                        List.of(new AnnotationElement(Name.class, EventNames.CONTEXT),
                                new AnnotationElement(Label.class, ContextEvent.LABEL),
                                new AnnotationElement(Description.class, ContextEvent.DESCRIPTION),
                                new AnnotationElement(Category.class, new String[]{ContextEvent.CATEGORY}),
                                new AnnotationElement(StackTrace.class, false)),
                        fields());
            }
        } catch (RuntimeException | LinkageError failure) {
            ScopeRecorder.failed(failure);
        }
        return null;
    }

    private List<ValueDescriptor> fields() {
        List<ValueDescriptor> fields = new ArrayList<>();
        fields.add(new ValueDescriptor(long.class, "scope", List.of(new AnnotationElement(Label.class, "Scope"))));
        fields.add(new ValueDescriptor(boolean.class, "whole", List.of(new AnnotationElement(Label.class, "Whole"))));
        Set<String> taken = new HashSet<>(TAKEN);
        for (KeySet set = this; set != NONE; set = set.previous) {
            String field = fieldName(set.key.name());
            while (!taken.add(field)) {
                field += "_";
            }
            // The loop goes from the last key to the first.
            fields.add(ENTRIES_AT, new ValueDescriptor(set.kind.type, field, List
                    .of(new AnnotationElement(Contextual.class), new AnnotationElement(Label.class, set.key.name()))));
        }
        return fields;
    }

    /** The name if it is a Java identifier, as JFR demands; otherwise a similar one. */
    private static String fieldName(String name) {
        StringBuilder field = new StringBuilder(name.length() + 1);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (i == 0 && !Character.isJavaIdentifierStart(c)) {
                field.append('_');
            }
            field.append(Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c) ? c : '_');
        }
        // A single _ is reserved as well.
        while (field.length() == 0 || RESERVED.contains(field.toString())) {
            field.append('_');
        }
        return field.toString();
    }

    private record Step(RecordingContextKey key, Entry.Kind kind) {}
}

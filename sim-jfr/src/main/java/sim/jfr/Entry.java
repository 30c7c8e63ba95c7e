package sim.jfr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.base.redact.Redaction;
import sim.model.jfr.Rule;
import sim.model.text.Text;

/**
 * An entry of a context, linked to the entry before it. The list is immutable, so that an inner context shares the list of the outer one.
 * No key is in a list twice. Numbers are not boxed.
 */
final class Entry {
    /** The most entries of a context. */
    static final int LIMIT = 64;
    /** The most characters of a text that a recording keeps. */
    private static final int TEXT_LIMIT = 4096;

    /** The kind of an entry's value, which is also the type of its field in a recording. */
    enum Kind {
        TEXT(String.class),
        LONG(long.class),
        DOUBLE(double.class),
        BOOLEAN(boolean.class);

        final Class<?> type;

        Kind(Class<?> type) {
            this.type = type;
        }
    }

    final RecordingContextKey key;
    final Kind kind;
    private final String text;
    private final long bits;
    final Entry previous;
    final int size;

    private Entry(RecordingContextKey key, Kind kind, String text, long bits, Entry previous) {
        this.key = key;
        this.kind = kind;
        this.text = text;
        this.bits = bits;
        this.previous = previous;
        this.size = previous == null ? 1 : previous.size + 1;
    }

    /**
     * The list with one more entry, which replaces an entry of the same key. Past the limit returns the list unchanged, and counts that.
     */
    static Entry with(Entry list, RecordingContextKey key, Kind kind, String text, long bits) {
        Entry rest = find(list, key) == null ? list : without(list, key);
        if (rest != null && rest.size >= LIMIT) {
            Counter.ENTRIES_DROPPED.add();
            return list;
        }
        return new Entry(key, kind, text, bits, rest);
    }

    /** The list with one more entry whose value is hidden: of a number, too, a text is kept. */
    static Entry hidden(Entry list, RecordingContextKey key, Redaction rules, Kind kind, String text, long bits) {
        Object value = new Entry(key, kind, text, bits, null).value();
        return with(list, key, Kind.TEXT, value == null ? null : (String) rules.value(key.name(), value, value), 0);
    }

    /** Adds the entries of an inner context to an outer one's. Of two entries with one key, the inner one wins. */
    static Entry join(Entry outer, Entry inner) {
        if (outer == null || inner == null) {
            return outer == null ? inner : outer;
        }
        return with(join(outer, inner.previous), inner.key, inner.kind, inner.text, inner.bits);
    }

    /** How many entries of {@code inner} are in {@code joined}: all, unless that reached its limit. */
    static int countOf(Entry inner, Entry joined) {
        int count = 0;
        for (Entry entry = joined; entry != null && find(inner, entry.key) != null; entry = entry.previous) {
            count++;
        }
        return count;
    }

    static Entry find(Entry list, RecordingContextKey key) {
        for (Entry entry = list; entry != null; entry = entry.previous) {
            if (entry.key.equals(key)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * The value as an event's field takes it. A text is cut to {@link #TEXT_LIMIT}, and is without the secrets in it: they are looked for only where
     * something is recorded.
     */
    Object fieldValue() {
        if (kind != Kind.TEXT || text == null) {
            return value();
        }
        String kept = text;
        if (text.length() > TEXT_LIMIT) {
            Counter.VALUES_CUT.add();
            kept = Text.cut(text, TEXT_LIMIT);
        }
        Redaction rules = RecordedSecrets.rules();
        // a hidden value is hidden already, and what the program names is kept as it is
        return key.isHidden(rules) || key.name().equals(FlowContexts.NAME) ? kept : rules.value(key.name(), kept, kept);
    }

    /** A filter's rule as recordings have it: a text in it as that of an entry is written. */
    static Rule asWritten(Rule rule) {
        return rule.value() instanceof String text
                ? new Rule(rule.operation(), rule.key(),
                        new Entry(RecordingContextKey.forName(rule.key()), Kind.TEXT, text, 0, null).fieldValue())
                : rule;
    }

    /** The value as an object: null, String, Long, Double or Boolean. */
    Object value() {
        return switch (kind) {
            case TEXT -> text;
            case LONG -> bits;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case BOOLEAN -> bits != 0;
        };
    }

    /** All entries of a list by key, the oldest first. */
    static Map<String, Object> toMap(Entry list) {
        if (list == null) {
            return Map.of();
        }
        Entry[] entries = new Entry[list.size];
        for (Entry entry = list; entry != null; entry = entry.previous) {
            entries[entry.size - 1] = entry;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (Entry entry : entries) {
            map.put(entry.key.name(), entry.value());
        }
        return Collections.unmodifiableMap(map);
    }

    private static Entry without(Entry list, RecordingContextKey key) {
        if (list.key.equals(key)) {
            return list.previous;
        }
        return new Entry(list.key, list.kind, list.text, list.bits, without(list.previous, key));
    }
}

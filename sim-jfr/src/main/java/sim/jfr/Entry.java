package sim.jfr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.metrics.snapshot.Text;

/**
 * An entry of a context, and the ones before it: an immutable list, so that an inner context shares its outer one's. No key
 * is in a list twice. Numbers are kept unboxed.
 */
final class Entry {
    /** Entries a context can have. */
    static final int LIMIT = 64;
    /** Characters of a text that a recording keeps. */
    private static final int TEXT_LIMIT = 4096;

    /** What kind of value an entry has; the type of its field in a recording. */
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

    /** The list with one more, in place of the one with that key; past the limit the list as it is, which is counted. */
    static Entry with(Entry list, RecordingContextKey key, Kind kind, String text, long bits) {
        Entry rest = find(list, key) == null ? list : without(list, key);
        if (rest != null && rest.size >= LIMIT) {
            Counter.ENTRIES_DROPPED.add();
            return list;
        }
        return new Entry(key, kind, text, bits, rest);
    }

    /** The list of an outer context with an inner one's on top; the inner one's values win. */
    static Entry join(Entry outer, Entry inner) {
        if (outer == null || inner == null) {
            return outer == null ? inner : outer;
        }
        return with(join(outer, inner.previous), inner.key, inner.kind, inner.text, inner.bits);
    }

    /** How many of {@code inner} found room on top of {@code joined}. */
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

    /** The value as an event's field takes it, a text cut to {@link #TEXT_LIMIT}. */
    Object fieldValue() {
        if (kind != Kind.TEXT || text == null || text.length() <= TEXT_LIMIT) {
            return value();
        }
        Counter.VALUES_CUT.add();
        return Text.cut(text, TEXT_LIMIT);
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

    /** All entries of a list, the eldest first. */
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

package sim.metrics.context;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.metrics.snapshot.Text;

/**
 * Values by key, both bounded in length, and in number. A value is kept as String, Long, Double or Boolean: whatever else it was
 * is turned into text at once, so that no object of the application is kept alive. Any thread.
 */
public final class Values {
    private final Map<String, Object> byKey = new LinkedHashMap<>();
    private final int limit;
    private final int length;
    private int refused;

    public Values(int limit, int length) {
        this.limit = limit;
        this.length = length;
    }

    /** Writes a value; the last one written under a key stays. Returns whether there was room. */
    public boolean put(String key, Object value) {
        Object kept = plain(value, length);
        String cut = Text.cut(key, length);
        synchronized (byKey) {
            if (byKey.size() >= limit && !byKey.containsKey(cut)) {
                refused++;
                return false;
            }
            byKey.put(cut, kept);
            return true;
        }
    }

    /** Adds to the number under a key, from 0. */
    public boolean add(String key, long amount) {
        synchronized (byKey) {
            Object known = get(key);
            return put(key, amount + (known instanceof Long ? (Long) known : 0L));
        }
    }

    public Object get(String key) {
        synchronized (byKey) {
            return byKey.get(Text.cut(key, length));
        }
    }

    /** A copy as it stands, in the order of first writing. */
    public Map<String, Object> copy() {
        synchronized (byKey) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(byKey));
        }
    }

    /** Keys that found no room. */
    public int refused() {
        synchronized (byKey) {
            return refused;
        }
    }

    /** A value as it travels. Never throws, whatever the value's own {@code toString} does. */
    public static Object plain(Object value, int length) {
        if (value instanceof Boolean || value instanceof Long || value instanceof Double) {
            return value;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float) {
            return ((Float) value).doubleValue();
        }
        return text(value, length);
    }

    /** The text of anything, at most {@code length} characters. */
    public static String text(Object value, int length) {
        String text;
        try {
            text = value != null && value.getClass().isArray()
                    ? value.getClass().getComponentType().getTypeName() + "[" + Array.getLength(value) + "]"
                    : String.valueOf(value);
            if (text == null) {
                text = "null";
            }
        } catch (Throwable broken) {
            text = value.getClass().getName() + " (its toString threw " + broken.getClass().getName() + ")";
        }
        return Text.cut(text, length);
    }
}

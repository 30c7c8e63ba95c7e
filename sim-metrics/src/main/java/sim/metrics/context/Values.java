package sim.metrics.context;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.metrics.snapshot.Text;

/**
 * Values by key, both bounded in length, and in number. Numbers of the language, booleans, characters and null are kept as
 * they are and travel as Long, Double, Boolean or String; whatever else a value was is turned into text at once, so that no
 * object of the application is kept alive. Any thread.
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
        String cut = cut(key);
        // Before the value is looked at: its text is asked for only where it is kept.
        if (!hasRoom(cut)) {
            return false;
        }
        Object kept = isKept(value) ? value : text(value, length);
        synchronized (byKey) {
            if (!hasRoom(cut)) {
                return false;
            }
            byKey.put(cut, kept);
            return true;
        }
    }

    /** Adds to the whole number under a key, from 0. */
    public boolean add(String key, long amount) {
        synchronized (byKey) {
            return put(key, amount + (plain(get(key), 0) instanceof Long known ? known : 0L));
        }
    }

    public Object get(String key) {
        synchronized (byKey) {
            return byKey.get(cut(key));
        }
    }

    boolean containsKey(String key) {
        synchronized (byKey) {
            return byKey.containsKey(cut(key));
        }
    }

    void remove(String key) {
        synchronized (byKey) {
            byKey.remove(cut(key));
        }
    }

    /** A copy as it stands and travels, in the order of first writing. */
    public Map<String, Object> copy() {
        Map<String, Object> copy = new LinkedHashMap<>();
        synchronized (byKey) {
            byKey.forEach((key, value) -> copy.put(key, plain(value, length)));
        }
        return Collections.unmodifiableMap(copy);
    }

    /** A copy as it stands, of the types values were written with. */
    Map<String, Object> typed() {
        synchronized (byKey) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(byKey));
        }
    }

    private boolean hasRoom(String key) {
        synchronized (byKey) {
            if (byKey.size() >= limit && !byKey.containsKey(key)) {
                refused++;
                return false;
            }
            return true;
        }
    }

    private String cut(String key) {
        return Text.cut(key == null ? "null" : key, length);
    }

    /** Whether a value stays of its type. */
    private static boolean isKept(Object value) {
        return value == null || value instanceof Boolean || value instanceof Character || value instanceof Integer
                || value instanceof Long || value instanceof Short || value instanceof Byte || value instanceof Double
                || value instanceof Float;
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

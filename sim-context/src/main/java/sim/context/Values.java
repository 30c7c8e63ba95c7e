package sim.context;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.base.failure.Fatal;
import sim.base.redact.Redaction;
import sim.model.text.Text;

/**
 * Values by key, bounded in length and in number. Numbers of the language, booleans, characters and null are kept as they are, and travel
 * as Long, Double, Boolean or String. Any other object is turned into text at once, so that no object of the application is kept alive.
 * Any thread.
 */
public final class Values {
    /** Heap bytes of an entry without its texts. */
    private static final int ENTRY = 160;

    private final Map<String, Object> byKey = new LinkedHashMap<>();
    private final int limit;
    private final int length;
    private final Redaction redaction;
    private final AskedTexts texts;
    /** The memory that all contexts share; null for no bound. */
    private ContextMemory memory;
    private long bytes;
    private int refused;

    public Values(int limit, int length) {
        this(limit, length, Redaction.NONE);
    }

    public Values(int limit, int length, Redaction redaction) {
        this(limit, length, redaction, null, AskedTexts.OF_NOBODY);
    }

    public Values(int limit, int length, Redaction redaction, AskedTexts texts) {
        this(limit, length, redaction, null, texts);
    }

    Values(int limit, int length, Redaction redaction, ContextMemory memory, AskedTexts texts) {
        this.redaction = redaction;
        this.texts = texts;
        this.limit = limit;
        this.length = length;
        this.memory = memory;
    }

    /** Writes a value, which replaces an earlier one of the same key. Returns whether there was room. */
    public boolean put(String key, Object value) {
        String cut = cut(key);
        // Before the value is looked at, so that its text is made only if it is kept.
        if (!hasRoom(cut)) {
            return false;
        }
        Object kept = redaction.value(cut, value, isKept(value) ? value : texts.of(value, length));
        synchronized (byKey) {
            if (!hasRoom(cut)) {
                return false;
            }
            if (!charge(bytes(cut, kept) - (byKey.containsKey(cut) ? bytes(cut, byKey.get(cut)) : 0))) {
                refused++;
                return false;
            }
            byKey.put(cut, kept);
            return true;
        }
    }

    /** Gives back the memory of the values, which no longer count against the bound. */
    void release() {
        synchronized (byKey) {
            if (memory != null) {
                memory.give(bytes);
                memory = null;
            }
        }
    }

    /** The heap bytes it takes, estimated. */
    long bytes() {
        synchronized (byKey) {
            long all = 0;
            for (Map.Entry<String, Object> each : byKey.entrySet()) {
                all += bytes(each.getKey(), each.getValue());
            }
            return all;
        }
    }

    private boolean charge(int more) {
        if (memory == null) {
            return true;
        }
        if (more > 0 && !memory.take(more)) {
            return false;
        }
        memory.give(more < 0 ? -more : 0);
        bytes += more;
        return true;
    }

    private static int bytes(String key, Object kept) {
        return ENTRY + key.length() + (kept instanceof String text ? text.length() : 0);
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
            String cut = cut(key);
            if (byKey.containsKey(cut)) {
                charge(-bytes(cut, byKey.remove(cut)));
            }
        }
    }

    /** A copy of the values as they travel, in the order of first writing. */
    public Map<String, Object> copy() {
        Map<String, Object> copy = new LinkedHashMap<>();
        synchronized (byKey) {
            byKey.forEach((key, value) -> copy.put(key, plain(value, length)));
        }
        return Collections.unmodifiableMap(copy);
    }

    /** A copy of the values, of the types with which they were written. */
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

    /** Whether a value keeps its type. */
    private static boolean isKept(Object value) {
        return value == null || value instanceof Boolean || value instanceof Character || value instanceof Integer
                || value instanceof Long || value instanceof Short || value instanceof Byte || value instanceof Double
                || value instanceof Float;
    }

    /** How many keys found no room. */
    public int refused() {
        synchronized (byKey) {
            return refused;
        }
    }

    /** The value as it travels. Never throws, whatever the value's own {@code toString} does. */
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
                    : LongText.of(value, length);
            if (text == null) {
                text = "null";
            }
        } catch (Throwable broken) {
            text = value.getClass().getName() + " (its toString threw " + broken.getClass().getName() + ")";
            Fatal.pass(broken);
        }
        return Text.cut(text, length);
    }
}

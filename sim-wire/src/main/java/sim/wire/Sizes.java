package sim.wire;

import java.util.Map;

/** Heap bytes of objects that travel, as HotSpot lays them out with compressed references. */
final class Sizes {
    /** The header of an object, and on average the rounding to eight bytes. */
    static final long OBJECT = 16;
    /** The reference of a list to an element. */
    static final long REFERENCE = 4;
    private static final long ARRAY = 16;
    /** An entry of a linked map, with its slot in the table. */
    private static final long ENTRY = 64;

    private Sizes() {}

    static long of(String text) {
        return text == null ? 0 : OBJECT + 8 + ARRAY + (isLatin(text) ? text.length() : 2L * text.length());
    }

    static long of(long[] values) {
        return ARRAY + 8L * values.length;
    }

    static long of(Map<String, ?> values) {
        long bytes = ENTRY;
        for (Map.Entry<String, ?> value : values.entrySet()) {
            bytes += ENTRY + of(value.getKey()) + (value.getValue() instanceof String text ? of(text) : OBJECT + 8);
        }
        return bytes;
    }

    private static boolean isLatin(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return false;
            }
        }
        return true;
    }
}

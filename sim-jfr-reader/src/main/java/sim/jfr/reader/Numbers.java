package sim.jfr.reader;

/** A map from numbers to numbers without an object for each: 24 to 48 bytes an entry, where a HashMap takes 90. One thread. */
final class Numbers {
    static final long NONE = -1;

    private long[] keys = new long[64];
    /** One more than the value; 0 for a free slot. */
    private long[] values = new long[64];
    private int size;

    /** @param value 0 or more */
    void put(long key, long value) {
        int at = place(key);
        if (values[at] == 0) {
            if (size++ > keys.length / 3 * 2) {
                grow();
                at = place(key);
            }
            keys[at] = key;
        }
        values[at] = value + 1;
    }

    /** The value, or {@link #NONE}. */
    long get(long key) {
        return values[place(key)] - 1;
    }

    private int place(long key) {
        int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & keys.length - 1;
        while (values[at] != 0 && keys[at] != key) {
            at = at + 1 & keys.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                int at = place(oldKeys[i]);
                keys[at] = oldKeys[i];
                values[at] = oldValues[i];
            }
        }
    }
}

package sim.server.query;

import java.util.Arrays;

/** Numbers by number, in two arrays: a hash map of a hundred thousand nodes would be six times as large. One thread. */
final class LongMap {
    /** What is told of a key that is not there. */
    static final int NONE = -1;

    private long[] keys = new long[64];
    private int[] values = new int[64];
    private int size;

    LongMap() {
        Arrays.fill(values, NONE);
    }

    int get(long key) {
        return values[slot(key)];
    }

    /** Sets the value of a key; the value is not negative. */
    void put(long key, int value) {
        int slot = slot(key);
        if (values[slot] == NONE && ++size * 2 > keys.length) {
            grow();
            slot = slot(key);
        }
        keys[slot] = key;
        values[slot] = value;
    }

    private int slot(long key) {
        long mixed = key * 0x9e3779b97f4a7c15L;
        int slot = (int) (mixed >>> 32) & keys.length - 1;
        while (values[slot] != NONE && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private void grow() {
        long[] formerKeys = keys;
        int[] formerValues = values;
        keys = new long[formerKeys.length * 2];
        values = new int[keys.length];
        Arrays.fill(values, NONE);
        for (int i = 0; i < formerKeys.length; i++) {
            if (formerValues[i] != NONE) {
                int slot = slot(formerKeys[i]);
                keys[slot] = formerKeys[i];
                values[slot] = formerValues[i];
            }
        }
    }
}

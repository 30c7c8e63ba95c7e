package sim.model.packed;

/**
 * Packs integers, in the same way everywhere in SIM: seven bits a byte, the low ones first; the eighth bit says that more follow.
 * If an integer has a sign, the sign is the lowest bit. One byte below 128, two below 16,384, ten at most. Any thread; nothing is
 * allocated.
 */
public final class Packed {
    /** The most bytes an integer takes. */
    public static final int LONGEST = 10;

    private Packed() {}

    /**
     * Writes an integer without a sign. There must be room for {@link #LONGEST} bytes.
     *
     * @return where the next one goes
     */
    public static int put(long value, byte[] into, int at) {
        int next = at;
        long left = value;
        while ((left & ~0x7fL) != 0) {
            into[next++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        into[next++] = (byte) left;
        return next;
    }

    /** Writes an integer that is often negative: small ones of either sign take one byte. */
    public static int putSigned(long value, byte[] into, int at) {
        return put(folded(value), into, at);
    }

    /** The sign moved to the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3. */
    public static long folded(long value) {
        return value << 1 ^ value >> 63;
    }

    static long unfolded(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}

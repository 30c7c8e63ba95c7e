package sim.model.packed;

/** Reads what {@link Packed} wrote, front to back, from bytes that may be damaged. One thread. */
public final class PackedReader {
    private final byte[] bytes;
    private final int end;
    private int at;

    /** @param end the first byte that is no longer read */
    public PackedReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    public PackedReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public boolean hasNext() {
        return at < end;
    }

    /** The byte that is read next. */
    public int position() {
        return at;
    }

    /** How many bytes are left. */
    public int left() {
        return end - at;
    }

    /** Skips that many bytes, at most {@link #left()}, and returns where they begin. */
    public int skip(int length) {
        at += length;
        return at - length;
    }

    /**
     * An integer written without a sign.
     *
     * @throws PackedException if the bytes end in it, or it is longer than 64 bits
     */
    public long next() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (at >= end) {
                throw new PackedException("a number is cut off");
            }
            byte part = bytes[at++];
            value |= (part & 0x7fL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new PackedException("a number is longer than 64 bits");
    }

    /**
     * An integer written with its sign.
     *
     * @throws PackedException as {@link #next()}
     */
    public long nextSigned() {
        return Packed.unfolded(next());
    }
}

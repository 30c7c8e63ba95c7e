package sim.agent.cache;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * A number of 64 bits that identifies bytes: two CRCs of different polynomials, and the length. Both CRCs are intrinsics even in the
 * interpreter, where a start spends its time. A message digest takes 20 ms to be found and is 20 times slower there. The number shows
 * changes by accident or by a build, which is enough: the files belong to the user who runs the program, and nobody else can write them.
 */
public final class Fingerprint {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final CRC32 one = new CRC32();
    private final CRC32C other = new CRC32C();
    private long length;

    /** The fingerprint of an array. */
    public static long of(byte[] bytes) {
        return new Fingerprint().add(bytes, 0, bytes.length).value();
    }

    Fingerprint add(byte[] bytes, int from, int count) {
        one.update(bytes, from, count);
        other.update(bytes, from, count);
        length += count;
        return this;
    }

    Fingerprint add(long number) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >>> 8 * i);
        }
        return add(bytes, 0, bytes.length);
    }

    /** Adds a text, after its length, so that two texts in a row differ from one. */
    Fingerprint add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return add(bytes.length).add(bytes, 0, bytes.length);
    }

    long value() {
        return (one.getValue() << 32 | other.getValue()) ^ length * SPREAD;
    }
}

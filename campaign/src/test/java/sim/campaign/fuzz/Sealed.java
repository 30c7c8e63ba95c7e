package sim.campaign.fuzz;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Bytes with the checksum that lets them through, so that what is behind it is tried too. */
public final class Sealed {
    private static final int LENGTH = Integer.BYTES;

    private Sealed() {}

    /** A frame whose last four bytes are the sum of its length and the others. */
    public static byte[] frame(byte[] bytes) {
        if (bytes.length <= LENGTH) {
            return bytes;
        }
        byte[] sealed = bytes.clone();
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(LENGTH).putInt(0, sealed.length));
        sum.update(sealed, 0, sealed.length - LENGTH);
        ByteBuffer.wrap(sealed).putInt(sealed.length - LENGTH, (int) sum.getValue());
        return sealed;
    }

    /** A recording with every sum that can be found put right: behind the header, and behind each block. */
    public static byte[] recording(byte[] bytes) {
        byte[] sealed = bytes.clone();
        CRC32C sum = new CRC32C();
        int from = 0;
        int at = pastNumbers(sealed, 4, 3);
        while (at >= 0 && at + LENGTH <= sealed.length) {
            sum.update(sealed, from, at - from);
            for (int i = 0; i < LENGTH; i++) {
                sealed[at + i] = (byte) (sum.getValue() >>> 8 * i); // the lowest byte first
            }
            from = at + LENGTH;
            int payload = pastNumbers(sealed, from + 1, 1);
            long length = payload < 0 ? -1 : number(sealed, from + 1);
            at = length < 0 || length > sealed.length - payload ? -1 : payload + (int) length;
        }
        return sealed;
    }

    /** Behind so many numbers of seven bits a byte, or -1. */
    private static int pastNumbers(byte[] bytes, int at, int numbers) {
        int position = at;
        for (int left = numbers; left > 0 && position >= 0; left--) {
            while (position < bytes.length && bytes[position] < 0) {
                position++;
            }
            position = position < bytes.length ? position + 1 : -1;
        }
        return position;
    }

    private static long number(byte[] bytes, int at) {
        long value = 0;
        for (int i = at, shift = 0; i < bytes.length && shift < 64; i++, shift += 7) {
            value |= (bytes[i] & 0x7FL) << shift;
            if (bytes[i] >= 0) {
                return value;
            }
        }
        return -1;
    }
}

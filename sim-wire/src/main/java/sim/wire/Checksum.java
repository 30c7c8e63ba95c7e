package sim.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** The last four bytes of a frame: the CRC32C of all the others, its length ahead of it included, big-endian. */
final class Checksum {
    static final int LENGTH = Integer.BYTES;

    private Checksum() {}

    static byte[] appended(byte[] message) {
        byte[] frame = Arrays.copyOf(message, message.length + LENGTH);
        ByteBuffer.wrap(frame, message.length, LENGTH).putInt(of(frame));
        return frame;
    }

    static boolean isRight(byte[] frame) {
        return frame.length > LENGTH
                && ByteBuffer.wrap(frame, frame.length - LENGTH, LENGTH).getInt() == of(frame);
    }

    private static int of(byte[] frame) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, frame.length));
        crc.update(frame, 0, frame.length - LENGTH);
        return (int) crc.getValue();
    }
}

package sim.metrics.replay;

import java.nio.charset.StandardCharsets;

/** Bytes of a recording being read. */
final class Payload {
    private final byte[] bytes;
    private int at;

    Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return at < bytes.length;
    }

    int position() {
        return at;
    }

    long next() throws RecordingException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at == bytes.length) {
                throw new RecordingException("a number is cut off");
            }
            byte part = bytes[at++];
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new RecordingException("a number is longer than 64 bits");
    }

    long nextSigned() throws RecordingException {
        long value = next();
        return value >>> 1 ^ -(value & 1);
    }

    /** A number of at most {@code most}. */
    int nextCount(int most) throws RecordingException {
        long value = next();
        if (value < 0 || value > most) {
            throw new RecordingException("a number is out of range: " + value);
        }
        return (int) value;
    }

    String nextText() throws RecordingException {
        int length = nextCount(bytes.length - at);
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }
}

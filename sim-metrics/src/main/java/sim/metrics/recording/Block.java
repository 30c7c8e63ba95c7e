package sim.metrics.recording;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** One block of a recording in the making: a kind, and its payload. The layout is in RECORDING.md. */
final class Block {
    static final byte[] MAGIC = {'S', 'I', 'M', 'R'};
    static final int VERSION = 1;
    static final char NAME = 'N';
    static final char METERS = 'M';
    static final char THREAD = 'T';
    static final char CHUNK = 'C';
    static final char END = 'E';

    private final char kind;
    private final ByteArrayOutputStream payload = new ByteArrayOutputStream(64);

    Block(char kind) {
        this.kind = kind;
    }

    Block add(long value) {
        put(value, payload);
        return this;
    }

    Block add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put(bytes.length, payload);
        payload.write(bytes, 0, bytes.length);
        return this;
    }

    Block add(Ring ring) {
        ring.drain(payload);
        return this;
    }

    int length() {
        return payload.size();
    }

    void writeTo(ByteArrayOutputStream out) {
        out.write(kind);
        put(payload.size(), out);
        out.writeBytes(payload.toByteArray());
    }

    static void put(long value, ByteArrayOutputStream out) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.write((byte) rest);
    }
}

package sim.recording;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.Checksum;
import sim.model.packed.Packed;

/** A block of a recording that is being written: a kind and its content. The layout is in RECORDING.md. */
final class Block {
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

    /**
     * @param sum the checksum of everything before
     */
    void writeTo(ByteArrayOutputStream out, Checksum sum) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(payload.size() + 8);
        whole.write(kind);
        put(payload.size(), whole);
        whole.writeBytes(payload.toByteArray());
        seal(whole, out, sum);
    }

    /**
     * Writes a part of the file, and after it the checksum of all parts so far. Checksums themselves are not added: a CRC over data that
     * ends with its own CRC is a constant, and would not depend on what came before.
     */
    static void seal(ByteArrayOutputStream part, ByteArrayOutputStream out, Checksum sum) {
        byte[] bytes = part.toByteArray();
        sum.update(bytes, 0, bytes.length);
        out.writeBytes(bytes);
        for (int shift = 0; shift < 32; shift += 8) {
            out.write((int) (sum.getValue() >>> shift));
        }
    }

    static void put(long value, ByteArrayOutputStream out) {
        byte[] bytes = new byte[Packed.LONGEST];
        out.write(bytes, 0, Packed.put(value, bytes, 0));
    }
}

package sim.export.profile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntToLongFunction;

/** Writes the three kinds of protobuf fields that a profile has. A library for it would weigh more than the rest of the export. */
final class Protobuf {
    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private final OutputStream out;

    Protobuf(OutputStream out) {
        this.out = out;
    }

    Protobuf number(int field, long value) throws IOException {
        varint((long) field << 3 | VARINT);
        varint(value);
        return this;
    }

    Protobuf text(int field, String value) throws IOException {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Repeated numbers, packed. */
    Protobuf packed(int field, int count, IntToLongFunction values) throws IOException {
        return message(field, numbers -> {
            for (int i = 0; i < count; i++) {
                numbers.varint(values.applyAsLong(i));
            }
        });
    }

    Protobuf message(int field, Content content) throws IOException {
        ByteArrayOutputStream held = new ByteArrayOutputStream();
        content.write(new Protobuf(held));
        return bytes(field, held.toByteArray());
    }

    private Protobuf bytes(int field, byte[] bytes) throws IOException {
        varint((long) field << 3 | LENGTH);
        varint(bytes.length);
        out.write(bytes);
        return this;
    }

    private void varint(long value) throws IOException {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            out.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }

    /** The fields of a message. */
    interface Content {
        void write(Protobuf message) throws IOException;
    }
}

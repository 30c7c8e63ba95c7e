package sim.metrics.failure;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The bytes of a class of exceptions with a name that no file could have: {@code public class NAME extends RuntimeException}. */
final class ExceptionClass {
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    private ExceptionClass() {}

    static byte[] named(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(49); // no frames needed
        out.writeShort(10);
        text(out, name.replace('.', '/')); // 1
        entry(out, CLASS, 1); // 2
        text(out, "java/lang/RuntimeException"); // 3
        entry(out, CLASS, 3); // 4
        text(out, "<init>"); // 5
        text(out, "()V"); // 6
        entry(out, NAME_AND_TYPE, 5, 6); // 7
        entry(out, METHOD, 4, 7); // 8
        text(out, "Code"); // 9
        out.writeShort(0x21); // public, super
        shorts(out, 2, 4, 0, 0, 1);
        shorts(out, 1, 5, 6, 1, 9);
        out.writeInt(17);
        shorts(out, 1, 1);
        out.writeInt(5);
        out.writeByte(0x2A); // aload_0
        out.writeByte(0xB7); // invokespecial
        out.writeShort(8);
        out.writeByte(0xB1); // return
        shorts(out, 0, 0, 0);
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeByte(UTF8);
        out.writeUTF(text);
    }

    private static void entry(DataOutputStream out, int tag, int... parts) throws IOException {
        out.writeByte(tag);
        shorts(out, parts);
    }

    private static void shorts(DataOutputStream out, int... shorts) throws IOException {
        for (int each : shorts) {
            out.writeShort(each);
        }
    }
}

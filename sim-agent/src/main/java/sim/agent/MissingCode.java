package sim.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Finds a method the weaver left without code: what it does, but for a line of its own, when weaving makes a method too
 * large for the JVM, and loading the class is then a ClassFormatError in the application. Reads just enough of the class
 * file (JVMS 4.1) to see each method's attributes.
 */
final class MissingCode {
    private static final int NATIVE_OR_ABSTRACT = 0x0100 | 0x0400;

    private final ByteBuffer file;
    private final int[] constants;

    private MissingCode(byte[] bytes) {
        this.file = ByteBuffer.wrap(bytes);
        file.position(8);
        this.constants = new int[Short.toUnsignedInt(file.getShort())];
        for (int i = 1; i < constants.length; i++) {
            constants[i] = file.position();
            int tag = file.get();
            skipConstant(tag);
            if (tag == 5 || tag == 6) {
                i++; // a long or double takes two places
            }
        }
    }

    /** The name of a method that should have code and has none, or null. */
    static String find(byte[] bytes) {
        return new MissingCode(bytes).search();
    }

    private String search() {
        skip(6);
        skip(2 * unsignedShort());
        for (int fields = unsignedShort(); fields > 0; fields--) {
            skip(6);
            skipAttributes();
        }
        for (int methods = unsignedShort(); methods > 0; methods--) {
            int access = unsignedShort();
            String name = text(unsignedShort());
            skip(2);
            boolean code = false;
            for (int attributes = unsignedShort(); attributes > 0; attributes--) {
                code |= text(unsignedShort()).equals("Code");
                skip(file.getInt());
            }
            if (!code && (access & NATIVE_OR_ABSTRACT) == 0) {
                return name;
            }
        }
        return null;
    }

    private void skipConstant(int tag) {
        switch (tag) {
            case 1 -> skip(unsignedShort());
            case 7, 8, 16, 19, 20 -> skip(2);
            case 15 -> skip(3);
            case 5, 6 -> skip(8);
            default -> skip(4);
        }
    }

    private void skipAttributes() {
        for (int attributes = unsignedShort(); attributes > 0; attributes--) {
            skip(2);
            skip(file.getInt());
        }
    }

    private String text(int constant) {
        int at = constants[constant];
        int length = Short.toUnsignedInt(file.getShort(at + 1));
        return new String(file.array(), at + 3, length, StandardCharsets.UTF_8);
    }

    private int unsignedShort() {
        return Short.toUnsignedInt(file.getShort());
    }

    private void skip(int bytes) {
        file.position(file.position() + bytes);
    }
}

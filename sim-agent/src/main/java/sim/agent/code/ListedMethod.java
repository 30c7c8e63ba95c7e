package sim.agent.code;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * A method as a class file lists it. Nothing but the list is read, and no code: on the threads that load classes.
 *
 * @param locals how many local variables it has; -1 where it has no code
 * @param length of its code, bytes
 */
public record ListedMethod(int access, String name, String descriptor, int locals, int length) {
    private static final String CODE = "Code";
    /** Access flags, name and descriptor of a field or a method; flags, name and superclass of a class. */
    private static final int HEAD = 6;

    public boolean isSynchronized() {
        return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    /** The methods of a class, in their order. */
    public static List<ListedMethod> of(ClassReader read) {
        char[] buffer = new char[read.getMaxStringLength()];
        int at = read.header + HEAD;
        at += 2 + 2 * read.readUnsignedShort(at); // interfaces
        int fields = read.readUnsignedShort(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = after(read, at);
        }
        int count = read.readUnsignedShort(at);
        at += 2;
        List<ListedMethod> found = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            found.add(of(read, at, buffer));
            at = after(read, at);
        }
        return found;
    }

    private static ListedMethod of(ClassReader read, int at, char[] buffer) {
        int locals = -1;
        int length = 0;
        int attribute = at + HEAD + 2;
        for (int i = read.readUnsignedShort(at + HEAD); i > 0 && locals < 0; i--) {
            if (CODE.equals(read.readUTF8(attribute, buffer))) {
                locals = read.readUnsignedShort(attribute + 8);
                length = read.readInt(attribute + 10);
            }
            attribute = afterAttribute(read, attribute);
        }
        return new ListedMethod(read.readUnsignedShort(at), read.readUTF8(at + 2, buffer),
                read.readUTF8(at + 4, buffer), locals, length);
    }

    /** What follows a field or a method. */
    private static int after(ClassReader read, int member) {
        int at = member + HEAD + 2;
        for (int i = read.readUnsignedShort(member + HEAD); i > 0; i--) {
            at = afterAttribute(read, at);
        }
        return at;
    }

    private static int afterAttribute(ClassReader read, int attribute) {
        return attribute + 6 + read.readInt(attribute + 2);
    }
}

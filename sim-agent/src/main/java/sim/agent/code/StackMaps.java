package sim.agent.code;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives a class the weaver has written its stack map frames. The weaver leaves the frames of a method it did not touch as they
 * were, and those stay; a method it did touch has none and gets new ones, by what class files say of the types in it.
 */
public final class StackMaps {
    private StackMaps() {}

    /** The class with frames; throws what ASM throws where there are none to be had. */
    public static byte[] add(byte[] bytes, Hierarchy types) {
        ClassReader reader = new ClassReader(bytes);
        types.noteChanged(reader);
        Set<String> framed = framed(reader);
        // The reader goes along for the constant pool to stay: attributes of AspectJ's own refer to it.
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return types.common(one, other);
            }
        };
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                // What the writer itself made is copied byte by byte.
                return framed.contains(name + descriptor) ? next : new MethodVisitor(Opcodes.ASM9, next) {
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Methods the weaver has not touched, as far as can be told: they have frames. */
    private static Set<String> framed(ClassReader reader) {
        Set<String> found = new HashSet<>();
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitFrame(int type, int locals, Object[] local, int entries, Object[] stack) {
                        found.add(name + descriptor);
                    }
                };
            }
        }, ClassReader.SKIP_DEBUG);
        return found;
    }
}

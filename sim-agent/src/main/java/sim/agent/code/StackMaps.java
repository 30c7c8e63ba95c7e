package sim.agent.code;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the stack map frames of a woven class. The weaver keeps the frames of a method that it did not change, and they stay. A method
 * that it changed has none, and gets new ones from what class files say about its types.
 */
public final class StackMaps {
    private StackMaps() {}

    /** The class with frames. Throws what ASM throws if they cannot be computed. */
    public static byte[] add(byte[] bytes, Hierarchy types) {
        ClassReader reader = new ClassReader(bytes);
        types.noteChanged(reader);
        Set<String> framed = framed(reader);
        // Passing the reader keeps the constant pool as it is: AspectJ's own attributes refer to it.
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
                // The writer copies the code of a method that it visits itself.
                return framed.contains(name + descriptor) ? next : new MethodVisitor(Opcodes.ASM9, next) {
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    /** The methods that have frames, which the weaver probably has not changed. */
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

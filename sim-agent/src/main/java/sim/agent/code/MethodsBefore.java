package sim.agent.code;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Puts single methods of a changed class back as they were: the rest of the class stays changed. */
public final class MethodsBefore {
    private MethodsBefore() {}

    /** @param methods by name and descriptor; the class has them before and after */
    public static byte[] putBack(byte[] changed, byte[] before, Set<String> methods) {
        ClassReader reader = new ClassReader(changed);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                return methods.contains(name + descriptor)
                        ? null
                        : super.visitMethod(access, name, descriptor, signature, exceptions);
            }

            @Override
            public void visitEnd() {
                // nothing but these methods: the class was told of by the changed one
                new ClassReader(before).accept(only(methods, writer), 0);
                super.visitEnd();
            }
        }, 0);
        return writer.toByteArray();
    }

    private static ClassVisitor only(Set<String> methods, ClassWriter into) {
        return new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                return methods.contains(name + descriptor)
                        ? into.visitMethod(access, name, descriptor, signature, exceptions)
                        : null;
            }
        };
    }
}

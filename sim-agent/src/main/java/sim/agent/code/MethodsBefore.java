package sim.agent.code;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Restores single methods of a changed class. The rest of the class stays changed. */
public final class MethodsBefore {
    private MethodsBefore() {}

    /** @param methods their names and descriptors; the class has them before and after the change */
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
                // only these methods: everything else comes from the changed class
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

package sim.agent.build;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * A class file without the names of local variables: each JVM reads and keeps them, and only a debugger shows them. Lines, source
 * files and the names of parameters stay. So does an aspect, as a whole: the weaver may read the parameters of advice from those
 * names, and the attributes of AspectJ's compiler point into the constant pool.
 */
final class SmallClass extends ClassVisitor {
    private static final String ASPECT = "Lorg/aspectj/lang/annotation/Aspect;";

    private SmallClass(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    static byte[] of(byte[] file) {
        ClassReader reader = new ClassReader(file);
        if (isOfAspectJ(reader)) {
            return file;
        }
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new SmallClass(writer), 0);
        return writer.toByteArray();
    }

    /** Has an attribute that is not Java's, or is an aspect by annotation. */
    private static boolean isOfAspectJ(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.SKIP_CODE);
        return node.attrs != null || node.methods.stream().anyMatch(each -> each.attrs != null)
                || node.fields.stream().anyMatch(each -> each.attrs != null) || node.visibleAnnotations != null
                        && node.visibleAnnotations.stream().anyMatch(each -> each.desc.equals(ASPECT));
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
            @Override
            public void visitLocalVariable(String local, String type, String generic, Label start, Label end,
                    int index) {
                // left out
            }
        };
    }
}

package sim.agent;

import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;

/**
 * Gives a woven class of prepared statements a field for its text, so that nothing else has to know which statement has which text,
 * and hands the access to it to {@code sim.payload.library.jdbc.StatementField} first of all when the class is initialised. The
 * application sees no interface and no method more. A class below another one that has the field gets its own: whether that was
 * woven too is not known here.
 */
final class StatementText extends ClassVisitor {
    static final String ASPECT = "sim/payload/library/jdbc/JdbcAspect";
    private static final String FIELD = "sim/payload/library/jdbc/StatementField";
    private static final String NAME = "sim$text";
    private static final String INITIALISER = "<clinit>";

    private boolean isInitialised;

    private StatementText(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** The class with the field where it is to have it, else as it is. */
    static byte[] put(byte[] woven, WovenClass found, ClassLoader loader) {
        if (!found.runsStatements() || found.isInterface()) {
            return woven;
        }
        ClassReader reader = new ClassReader(woven);
        // what was stored is read by a number that is made of all a class has
        if (!isBelow(reader, "java/sql/PreparedStatement", loader) || isBelow(reader, "java/io/Serializable", loader)) {
            return woven;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new StatementText(writer), 0);
        return writer.toByteArray();
    }

    /** It may have been generated, and be in no file. */
    private static boolean isBelow(ClassReader type, String ancestor, ClassLoader loader) {
        Hierarchy types = Hierarchy.of(loader);
        return Stream.concat(Stream.of(type.getInterfaces()), Stream.of(type.getSuperName()))
                .anyMatch(each -> types.isSubtype(each, ancestor));
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String... exceptions) {
        MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
        if (!name.equals(INITIALISER)) {
            return code;
        }
        isInitialised = true;
        return new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitCode() {
                super.visitCode();
                handOver(mv);
            }

            @Override
            public void visitMaxs(int stack, int locals) {
                super.visitMaxs(Math.max(stack, 1), locals);
            }
        };
    }

    @Override
    public void visitEnd() {
        super.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC, NAME,
                "Ljava/lang/String;", null, null).visitEnd();
        if (!isInitialised) {
            MethodVisitor code = super.visitMethod(Opcodes.ACC_STATIC, INITIALISER, "()V", null, null);
            code.visitCode();
            handOver(code);
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(1, 0);
            code.visitEnd();
        }
        super.visitEnd();
    }

    private static void handOver(MethodVisitor code) {
        String lookup = "Ljava/lang/invoke/MethodHandles$Lookup;";
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", "()" + lookup, false);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, FIELD, "isIn", "(" + lookup + ")V", false);
    }
}

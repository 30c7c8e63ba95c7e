package sim.agent.probe;

import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;

/**
 * Gives a woven class of prepared statements a field for the statement's text, so that no table has to map statements to texts. The class's
 * initialiser first hands access to the field to {@code sim.payload.library.jdbc.StatementField}. The application sees no further interface
 * or method. A subclass of a class with the field gets its own field, because this code cannot know whether the superclass was woven.
 */
public final class StatementText extends ClassVisitor {
    static final String ASPECT = "sim/payload/library/jdbc/JdbcAspect";
    private static final String FIELD = "sim/payload/library/jdbc/StatementField";
    private static final String NAME = "sim$text";
    private static final String INITIALISER = "<clinit>";

    private boolean isInitialised;

    private StatementText(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** The class with the field, if it is to have one; otherwise the class unchanged. */
    public static byte[] put(byte[] woven, WovenClass found, ClassLoader loader) {
        if (!found.runsStatements() || found.isInterface()) {
            return woven;
        }
        ClassReader reader = new ClassReader(woven);
        // not for a serializable class: a further member would change its serial version
        if (!isBelow(reader, "java/sql/PreparedStatement", loader) || isBelow(reader, "java/io/Serializable", loader)) {
            return woven;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new StatementText(writer), 0);
        return writer.toByteArray();
    }

    /** Whether the class is a subtype. Starts from its parents: the class itself may be generated and in no file. */
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

package sim.agent;

import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;

/**
 * Gives a woven class of prepared statements the field of {@code sim.payload.library.jdbc.KnownText}, so that nothing else has to
 * know which statement has which text. A class below another one that has it gets its own: whether that was woven too is not
 * known here.
 */
final class StatementText extends ClassVisitor {
    static final String ASPECT = "sim/payload/library/jdbc/JdbcAspect";
    private static final String KNOWN = "sim/payload/library/jdbc/KnownText";
    private static final String NAME = "sim$text";
    private static final String TEXT = "Ljava/lang/String;";
    private static final int HIDDEN = Opcodes.ACC_SYNTHETIC;

    private String type;

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
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        type = name;
        super.visit(version, access, name, signature == null ? null : signature + "L" + KNOWN + ";", parent,
                Stream.concat(Stream.of(interfaces), Stream.of(KNOWN)).toArray(String[]::new));
    }

    @Override
    public void visitEnd() {
        super.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | HIDDEN, NAME, TEXT, null, null).visitEnd();

        MethodVisitor get = super.visitMethod(Opcodes.ACC_PUBLIC | HIDDEN, NAME, "()" + TEXT, null, null);
        get.visitCode();
        get.visitVarInsn(Opcodes.ALOAD, 0);
        get.visitFieldInsn(Opcodes.GETFIELD, type, NAME, TEXT);
        get.visitInsn(Opcodes.ARETURN);
        get.visitMaxs(1, 1);
        get.visitEnd();

        MethodVisitor set = super.visitMethod(Opcodes.ACC_PUBLIC | HIDDEN, NAME, "(" + TEXT + ")V", null, null);
        set.visitCode();
        set.visitVarInsn(Opcodes.ALOAD, 0);
        set.visitVarInsn(Opcodes.ALOAD, 1);
        set.visitFieldInsn(Opcodes.PUTFIELD, type, NAME, TEXT);
        set.visitInsn(Opcodes.RETURN);
        set.visitMaxs(2, 2);
        set.visitEnd();
        super.visitEnd();
    }
}

package sim.agent.code;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/**
 * Keeps the serial version of a class, by which Java's serialization identifies it. If a class does not state its version, the JVM computes
 * one from its members. The static initialiser that probes need would change it. Objects written with SIM could then not be read without
 * it, nor the other way round. Called on the thread that loads the class.
 */
public final class SerialVersion {
    private static final String SERIALIZABLE = "java/io/Serializable";
    private static final String RECORD = "java/lang/Record";
    private static final int ACCESS = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL
            | Opcodes.ACC_SYNTHETIC;

    private SerialVersion() {}

    /** The changed class. If its computed version would differ from that of the class before, it states that one. */
    public static byte[] keep(byte[] before, byte[] changed, Hierarchy types) {
        ClassReader was = new ClassReader(before);
        if (!hasNumber(was, types)) {
            return changed;
        }
        Long number = Computed.of(was);
        ClassReader is = new ClassReader(changed);
        if (number == null || number.equals(Computed.of(is))) {
            return changed;
        }
        ClassWriter writer = new ClassWriter(is, 0);
        is.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visitEnd() {
                super.visitField(ACCESS, "serialVersionUID", "J", null, number).visitEnd();
                super.visitEnd();
            }
        }, 0);
        return writer.toByteArray();
    }

    /**
     * Whether a class has a computed version. That of an interface is never compared, and that of a record is 0 unless it states another.
     */
    private static boolean hasNumber(ClassReader type, Hierarchy types) {
        String parent = type.getSuperName();
        if (parent == null || parent.equals(RECORD) || (type.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
            return false;
        }
        for (String each : type.getInterfaces()) {
            if (types.isSubtype(each, SERIALIZABLE)) {
                return true;
            }
        }
        return types.isSubtype(parent, SERIALIZABLE);
    }

    /** The version that the JVM computes for a class; null for an enum, and for a class that states its version. */
    private static final class Computed extends SerialVersionUIDAdder {
        private Long number;

        private Computed() {
            super(Opcodes.ASM9, null);
        }

        static Long of(ClassReader type) {
            Computed computed = new Computed();
            type.accept(computed, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return computed.number;
        }

        @Override
        protected void addSVUID(long computed) {
            number = computed;
        }
    }
}

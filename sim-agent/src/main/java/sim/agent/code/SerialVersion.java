package sim.agent.code;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/**
 * Keeps the number by which Java's serialization knows a class. Where a class states none, the JVM computes it from the members, and the
 * static initialiser that probes need would change it: what was written without SIM could not be read with it, nor the reverse. Asked on
 * the thread that loads the class.
 */
public final class SerialVersion {
    private static final String SERIALIZABLE = "java/io/Serializable";
    private static final String RECORD = "java/lang/Record";
    private static final int ACCESS = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL
            | Opcodes.ACC_SYNTHETIC;

    private SerialVersion() {}

    /** The changed class; it states the number of the class before where its own would be another one. */
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

    /** Interfaces have none that is compared, records have 0 unless they state another. */
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

    /** What the JVM computes for a class; null for an enum and for a class that states its number. */
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

package sim.agent.probe;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The constants in which a woven class has its probes: one for each join point, or for each name. Its initialiser sets them. */
final class ProbeFields {
    static final String SITE = "sim/metrics/probe/ProbeSite";
    static final String SITE_TYPE = "L" + SITE + ";";
    static final String JOIN_POINTS = "sim/instrumentation/aop/aspectj/JoinPoints";

    private final String inClass;

    /** @param inClass the class's internal name */
    ProbeFields(String inClass) {
        this.inClass = inClass;
    }

    /** The name of a field, by what tells it from the others. */
    static String named(String number) {
        return "sim$site_" + number;
    }

    void declare(ClassVisitor into, boolean inInterface, Iterable<String> fields) {
        int access = (inInterface ? Opcodes.ACC_PUBLIC : Opcodes.ACC_PRIVATE) | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL
                | Opcodes.ACC_SYNTHETIC;
        fields.forEach(each -> into.visitField(access, each, SITE_TYPE, null, null).visitEnd());
    }

    /**
     * Sets a field to the probe for what is on the operand stack.
     *
     * @param asked     the method of {@code JoinPoints} that knows the probe
     * @param arguments the types of what is on the operand stack
     */
    void set(MethodVisitor into, String field, String asked, String arguments) {
        into.visitMethodInsn(Opcodes.INVOKESTATIC, JOIN_POINTS, asked, "(" + arguments + ")" + SITE_TYPE, false);
        into.visitFieldInsn(Opcodes.PUTSTATIC, inClass, field, SITE_TYPE);
    }

    /** Puts a probe on the operand stack. */
    void load(MethodVisitor into, String field) {
        into.visitFieldInsn(Opcodes.GETSTATIC, inClass, field, SITE_TYPE);
    }
}

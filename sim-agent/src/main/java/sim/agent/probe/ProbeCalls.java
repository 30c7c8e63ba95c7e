package sim.agent.probe;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes the calls of a probe into a woven class, which has the probe in a field. */
final class ProbeCalls {
    private static final String END_TYPE = "(L" + HintedMethod.HINT + ";Ljava/lang/Throwable;)V";
    private static final String EARLY_END_TYPE = "(" + ProbeFields.SITE_TYPE + END_TYPE.substring(1);
    private static final String EARLY_BEGIN_TYPE = "(" + ProbeFields.SITE_TYPE
            + "Ljava/lang/String;Ljava/lang/String;)L" + HintedMethod.HINT + ";";

    private final String inClass;
    private final String method;
    private final boolean mayRunEarly;

    /**
     * @param inClass     the class's internal name
     * @param mayRunEarly whether it may be called before its probes are set
     */
    ProbeCalls(String inClass, String method, boolean mayRunEarly) {
        this.inClass = inClass;
        this.method = method;
        this.mayRunEarly = mayRunEarly;
    }

    /** Takes the probe from the operand stack, and leaves the hint there. */
    void begin(MethodVisitor into) {
        if (mayRunEarly) {
            into.visitLdcInsn(inClass.replace('/', '.'));
            into.visitLdcInsn(method);
            into.visitMethodInsn(Opcodes.INVOKESTATIC, ProbeFields.JOIN_POINTS, "begin", EARLY_BEGIN_TYPE, false);
        } else {
            beginOf(into);
        }
    }

    /** The same where the probe is always set. */
    static void beginOf(MethodVisitor into) {
        into.visitMethodInsn(Opcodes.INVOKEVIRTUAL, ProbeFields.SITE, "begin", "()L" + HintedMethod.HINT + ";", false);
    }

    /** Takes the probe, the hint and what was thrown from the operand stack. */
    void end(MethodVisitor into) {
        if (mayRunEarly) {
            into.visitMethodInsn(Opcodes.INVOKESTATIC, ProbeFields.JOIN_POINTS, "end", EARLY_END_TYPE, false);
        } else {
            into.visitMethodInsn(Opcodes.INVOKEVIRTUAL, ProbeFields.SITE, "end", END_TYPE, false);
        }
    }
}

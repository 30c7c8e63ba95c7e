package sim.agent.probe;

import org.objectweb.asm.Opcodes;

/** The pieces of advice that make up a probe, by the names that AspectJ's compiler gave their methods. */
enum Advice {
    BEFORE("ajc$before$"),
    RETURNING("ajc$afterReturning$"),
    THROWING("ajc$afterThrowing$");

    private static final String INTERCEPTOR = "sim_instrumentation_aop_aspectj_AbstractMethodInterceptor$";
    /** How the weaver names its fields for the static parts of join points. */
    static final String PART = "ajc$tjp_";

    private final String prefix;

    Advice(String kind) {
        this.prefix = kind + INTERCEPTOR;
    }

    /** The advice that a method is, or null. */
    static Advice of(String method) {
        if (method.startsWith("ajc$")) {
            for (Advice advice : values()) {
                if (method.startsWith(advice.prefix)) {
                    return advice;
                }
            }
        }
        return null;
    }

    /** Whether an instruction loads the static part of one of the class's join points. */
    static boolean isPart(int opcode, String owner, String field, String inClass) {
        return opcode == Opcodes.GETSTATIC && isPart(owner, field, inClass);
    }

    static boolean isPart(String owner, String field, String inClass) {
        return field.startsWith(PART) && owner.equals(inClass);
    }
}

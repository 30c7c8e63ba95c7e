package sim.agent.select;

import java.util.List;

/** Other agents of the command line. Their transformers may hold locks while they load classes. */
public final class OtherAgents {
    private static final String AGENT = "-javaagent:";
    private static final StackWalker STACK = StackWalker.getInstance();

    private OtherAgents() {}

    /** @param arguments the arguments of the JVM */
    public static boolean areIn(List<String> arguments) {
        return arguments.stream().filter(each -> each.startsWith(AGENT)).count() > 1;
    }

    /**
     * Whether this thread loads a class from within another agent's transformer. That agent may hold a lock for which a thread that weaves for SIM is
     * waiting. Takes 5 to 20 us, so it is asked only where there are other agents.
     */
    static boolean areTransforming() {
        return STACK.walk(frames -> frames
                .filter(frame -> frame.getMethodName().equals("transform")
                        && frame.getClassName().equals("sun.instrument.InstrumentationImpl"))
                .limit(2).count()) > 1;
    }
}

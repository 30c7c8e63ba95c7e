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
     * Whether another agent's transformer is loading the class that this thread brings to SIM's. It may hold a lock that a thread wants which
     * weaves for SIM. Takes 5 to 20 us, so it is asked only where there are other agents.
     */
    static boolean areTransforming() {
        return STACK.walk(frames -> frames
                .filter(frame -> frame.getMethodName().equals("transform")
                        && frame.getClassName().equals("sun.instrument.InstrumentationImpl"))
                .limit(2).count()) > 1;
    }
}

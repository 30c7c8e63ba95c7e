package sim.metrics.snapshot.payload;

import sim.metrics.snapshot.Control;

/**
 * What somebody at the agent server wants of an application's scripts.
 *
 * @param number     by which the answer is known again
 * @param name       the script's; empty where none is meant
 * @param method     the method it is for, as a script's pointcut is written; empty where none is meant
 * @param expression of Java
 * @param splits     whether it splits the call tree by its text
 */
public record ScriptRequest(long number, Action action, String name, String method, String expression,
        boolean splits) implements Control {
    public static final String KIND = "script";

    @Override
    public String kind() {
        return KIND;
    }

    /** The order is the wire's. */
    public enum Action {
        /** Say which scripts there are. */
        LIST,
        /** Say what can be said of the method: its parameters, or why it cannot be reached. */
        LOOK,
        /** Compile the script for the methods there are, and do no more. */
        TRY,
        /** Put it into its methods, and record it. */
        ADD,
        /** Take it out again. */
        REMOVE
    }
}

package sim.metrics.snapshot.payload;

import sim.metrics.snapshot.Control;

/**
 * A request from the agent server about an application's scripts.
 *
 * @param number the answer has the same number
 * @param name the script's name; empty if the request is not about one
 * @param method the method it is for, as a script's pointcut is written; empty if the request is not about one
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
        /** List the scripts. */
        LIST,
        /** Tell about the method: its parameters, or why it cannot be reached. */
        LOOK,
        /** Only compile the script for the loaded methods. */
        TRY,
        /** Put the script into its methods, and record it. */
        ADD,
        /** Take the script out again. */
        REMOVE
    }
}

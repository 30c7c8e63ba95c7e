package sim.agent.inject;

/** Ends a script that exceeds its budget. SIM catches it before it reaches the code that called the script. */
final class ScriptStopped extends Error {
    private static final long serialVersionUID = 1L;

    ScriptStopped(String why) {
        super("it " + why, null, false, false);
    }
}

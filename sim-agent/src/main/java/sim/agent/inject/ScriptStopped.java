package sim.agent.inject;

/** Ends a script that takes more than it may. It never leaves what called the script. */
final class ScriptStopped extends Error {
    private static final long serialVersionUID = 1L;

    ScriptStopped(String why) {
        super("it " + why, null, false, false);
    }
}

package sim.agent.inject;

/** What is wrong with a script, in one line. */
public final class ScriptException extends Exception {
    private static final long serialVersionUID = 1;

    ScriptException(String what) {
        super(what);
    }
}

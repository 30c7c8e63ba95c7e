package sim.agent.inject;

/** Says in one line what is wrong with a script. */
public final class ScriptException extends Exception {
    private static final long serialVersionUID = 1;

    ScriptException(String what) {
        super(what);
    }
}

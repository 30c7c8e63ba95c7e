package sim.model.payload;

import java.util.List;

/**
 * An application's answer to a {@link ScriptRequest}.
 *
 * @param request its number
 * @param done    whether what was asked was done
 * @param text    what was done, or why not
 * @param methods the methods that the request asked about
 * @param scripts all scripts of the application now
 */
public record ScriptAnswer(long request, boolean done, String text, List<Method> methods, List<Script> scripts) {
    /**
     * A method of a loaded class.
     *
     * @param method   in full, as a script's pointcut names it
     * @param returned the type it returns
     * @param types    its parameters' types
     * @param names its parameters' names; empty if the class was compiled without them
     * @param refusal  why no script can be put there; empty where one can
     */
    public record Method(String method, String returned, List<String> types, List<String> names, String refusal) {}

    /** A script of the application. */
    public record Script(String name, String method, String expression, boolean splits) {}
}

package sim.metrics.snapshot.payload;

import java.util.List;

/**
 * What an application says to a {@link ScriptRequest}.
 *
 * @param request its number
 * @param done    whether what was asked was done
 * @param text    what was done, or why not
 * @param methods those that were asked about
 * @param scripts all there are by now
 */
public record ScriptAnswer(long request, boolean done, String text, List<Method> methods, List<Script> scripts) {
    /**
     * A method of a loaded class.
     *
     * @param method   in full, as a script's pointcut names it
     * @param returned the type it returns
     * @param types    its parameters' types
     * @param names    and names; none where the class was compiled without them
     * @param refusal  why no script can be put there; empty where one can
     */
    public record Method(String method, String returned, List<String> types, List<String> names, String refusal) {}

    /** A script that is there. */
    public record Script(String name, String method, String expression, boolean splits) {}
}

package sim.agent.hook;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import sim.instrumentation.aop.aspectj.JoinPoints;
import sim.metrics.probe.ProbeSite;

/**
 * Where methods that were given probes while the program runs find them: such a class gets no field. A class of Java 11 or
 * newer has its probes as dynamic constants, which the JIT sees through as it does through fields; an older one asks by a number.
 */
public final class AttachedProbes {
    private static final Map<String, Integer> NUMBERS = new HashMap<>();
    /** By number; only grows, and is replaced as it does. One a name, and names are bounded. */
    private static volatile ProbeSite[] sites = new ProbeSite[64];

    private AttachedProbes() {}

    /** The bootstrap of a dynamic constant. Never throws. */
    public static ProbeSite constant(MethodHandles.Lookup lookup, String name, Class<?> type, String owner,
            String member) {
        return JoinPoints.site(owner, member);
    }

    /** The number by which a method of an old class asks. */
    public static int number(String owner, String member) {
        synchronized (NUMBERS) {
            return NUMBERS.computeIfAbsent(owner + "." + member, name -> add(JoinPoints.site(owner, member)));
        }
    }

    private static int add(ProbeSite site) {
        int number = NUMBERS.size();
        ProbeSite[] known = sites;
        if (number == known.length) {
            known = Arrays.copyOf(known, 2 * number);
        }
        known[number] = site;
        sites = known;
        return number;
    }

    /** The probe of that number. */
    public static ProbeSite site(int number) {
        return sites[number];
    }

    /** The call's end, with the operands in the order they are at hand. */
    public static void end(Object hint, Throwable error, ProbeSite site) {
        site.end(hint, error);
    }
}

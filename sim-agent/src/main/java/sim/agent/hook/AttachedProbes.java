package sim.agent.hook;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import sim.instrumentation.aop.aspectj.JoinPoints;
import sim.metrics.probe.ProbeSite;

/**
 * Gives their probes to methods that SIM changed while the program ran: such classes get no fields. A class of Java 11 or newer has its
 * probes as dynamic constants, which the JIT treats like constant fields. An older class asks by a number.
 */
public final class AttachedProbes {
    private static final Map<String, Integer> NUMBERS = new HashMap<>();
    /** The probes by number. The array only grows, and is replaced when it does. There is one for each name, and names are bounded. */
    private static volatile ProbeSite[] sites = new ProbeSite[64];

    private AttachedProbes() {}

    /** The name of the constant of a method that is {@code synchronized}; other constants may have any name. */
    public static final String SYNCHRONIZED = "siteOfSynchronized";

    /** The bootstrap of a dynamic constant. Never throws. */
    public static ProbeSite constant(MethodHandles.Lookup lookup, String name, Class<?> type, String owner,
            String member) {
        return site(owner, member, name.equals(SYNCHRONIZED));
    }

    private static ProbeSite site(String owner, String member, boolean isSynchronized) {
        return isSynchronized ? JoinPoints.siteOfSynchronized(owner, member) : JoinPoints.site(owner, member);
    }

    /** The number by which a method of an old class asks. */
    public static int number(String owner, String member, boolean isSynchronized) {
        synchronized (NUMBERS) {
            return NUMBERS.computeIfAbsent(owner + "." + member, name -> add(site(owner, member, isSynchronized)));
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

    /** The probe with a number. */
    public static ProbeSite site(int number) {
        return sites[number];
    }

    /** Ends a call. The operands are in the order in which the changed code has them. */
    public static void end(Object hint, Throwable error, ProbeSite site) {
        site.end(hint, error);
    }
}

package sim.metrics.probe;

import org.jinspired.probes.Probes;

/**
 * What probes by hand come to at their begin and end, as calls the compiler never inlines: C2 takes no method of a class that
 * extends Throwable into code that does not (it says "exception method"). Nobody throws one. It looks so two calls deep and
 * deeper, so between a probe's method and these there must be one more that is not given the probe.
 *
 * <p>A probe that stays in its method need not be an object as long as each of its methods is inlined there. What once was
 * compiled into 2,500 bytes of machine code is not (625 on paths that are seldom taken): an end with all it comes to inlined
 * into it is larger, a begin has 2,050. So it depended on what was compiled first, and up to one JVM in three allocated a
 * probe at each call; with these none of 190 did.
 */
@SuppressWarnings("serial")
public final class OutOfLine extends Throwable {
    private OutOfLine() {}

    /** See {@link ProbeSite#begin()}. */
    public static Object begin(ProbeSite site) {
        return site.begin();
    }

    /** See {@link ProbeSite#begunTwice}. */
    public static void begunTwice(ProbeSite site) {
        site.begunTwice();
    }

    /** See {@link ProbeSite#end(Object, Throwable)}. */
    public static void end(ProbeSite site, Object hint, Throwable error) {
        site.end(hint, error);
    }

    /** See {@link ProbeSite#begin()}. */
    static Object begin(ProbeSite site, ThreadContext[] slots, int epoch) {
        return site.beginFrame(slots, epoch);
    }

    /** See {@link ProbeSite#end(Object, Throwable)}. */
    static void endFrame(ProbeSite site, Object begun, Throwable error) {
        site.endFrame(begun, error);
    }

    static long begin(HandContext context, ProbeSite site) {
        try {
            return context.beginFrame(site);
        } catch (Throwable failure) {
            context.beginFailed(site, failure);
            return 0;
        }
    }

    static long end(HandContext context, Probes.Name name, long scope, long serial, long highTick, ProbeReadings more) {
        try {
            return context.endFrame(name, scope, serial, highTick, more);
        } catch (Throwable failure) {
            context.endFailed(serial, failure);
            return HandProbe.UNREAD;
        }
    }
}

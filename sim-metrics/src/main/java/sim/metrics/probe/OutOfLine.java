package sim.metrics.probe;

import org.jinspired.probes.Probes;
import sim.metrics.hotspot.Scorecard;

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

    /**
     * Begins a woven call whose name is on. Returns the hint for its end.
     *
     * @param slots the thread table's, which the caller knows as a constant: loaded from the site, they would delay the clock read
     */
    static Object begin(ProbeSite site, ThreadContext[] slots, int epoch) {
        // read ahead: where a failure is counted nothing is called. A stack too full for this call is the application's to notice, as one too
        // full for the call of this method
        Threads threads = site.threads();
        ThreadContext context = null;
        try {
            Thread thread = Thread.currentThread();
            context = slots[ThreadTable.slotOf(thread)];
            if (context == null || context.thread != thread) {
                context = null; // not another thread's, where this one cannot be entered
                context = threads.forCall(thread);
                if (context == null) {
                    return threads.light.begin(thread, site, epoch);
                }
            }
            return context.begin(site, epoch);
        } catch (Throwable failure) {
            // the stack may be full: nothing is called before the call is counted as lost
            if (context == null) {
                synchronized (threads.mishaps.notCounted) {
                    threads.mishaps.notCounted[NotCounted.LOST]++;
                }
            } else {
                context.notCounted[NotCounted.LOST]++;
            }
            if (!(failure instanceof StackOverflowError)) {
                threads.mishaps.failed(failure);
            }
            return null;
        }
    }

    /** Ends the woven call whose begin returned the hint. */
    static void endFrame(ProbeSite site, Object hint, Throwable error) {
        int epoch = site.card().epoch();
        if (!(hint instanceof Frame begun)) {
            site.end(epoch, (LightCall) hint, error);
        } else if (Scorecard.isOn(epoch)) {
            ThreadContext context = begun.owner;
            if (context.thread == Thread.currentThread()) {
                context.end(site, epoch, begun, error);
            } else {
                site.end(epoch, error);
            }
        }
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

package sim.metrics.probe;

import sim.metrics.weaving.WeavingReport;

/**
 * Meters the loading of classes inside metered calls. The first caller of a class causes it to be loaded, a different caller in each run,
 * and loading is not that caller's own work. So loading and initialising a class is a place of its own, {@value #PLACE}, inside the call
 * that caused it. What SIM's weaver takes for the class is left out of self times, by all meters, like other costs of metering. SIM's
 * agent and the initialisers of woven classes call this on the loading thread. Outside metered calls nothing happens. A thread whose calls
 * are light gets no context for it. Never throws.
 */
public final class ClassLoading {
    /** The name under which classes are loaded and initialised. */
    public static final String PLACE = "[class loading]";

    /** Null until the JVM's runtime exists, because classes are loaded while it is made. */
    private static volatile ClassLoading ofJvm;

    private final Threads threads;
    private final ProbeSite site;
    private final WeavingReport report = WeavingReport.ofJvm();

    ClassLoading(Threads threads) {
        this.threads = threads;
        this.site = threads.sites.unjudged(PLACE);
        OwnWork.load();
    }

    static void use(ClassLoading loading) {
        ofJvm = loading;
    }

    /**
     * Marks the begin of loading or initialising a class on this thread. Returns a hint for the end. Null if nothing is to end: outside
     * metered calls, and while another class is loaded, of which this is a part.
     */
    public static Object begin() {
        ClassLoading known = ofJvm;
        return known == null ? null : known.enter();
    }

    /** Says that everything since the begin was SIM's own work: it made the probes of the class. */
    public static void prepared(Object hint) {
        if (hint != null) {
            ofJvm.disown(hint);
        }
    }

    /** Marks the end of loading or initialising, also if it failed. A failure is the caller's error, not this place's. */
    public static void end(Object hint) {
        if (hint != null) {
            ofJvm.leave(hint);
        }
    }

    /** Marks the begin of SIM's own work for a class that is loaded on this thread. Returns the argument of {@link #endOwn}. */
    public static Object beginOwn() {
        ClassLoading known = ofJvm;
        return known == null ? null : known.enterOwn();
    }

    /** Marks the end of SIM's own work. It is in no self time, and calls into the application meanwhile were not metered. */
    public static void endOwn(Object begun) {
        if (begun != null) {
            ofJvm.leaveOwn((OwnWork) begun);
        }
    }

    Object enter() {
        try {
            ThreadContext context = threads.find();
            if (context != null) {
                return context.depth == 0 || context.innermost().site == site ? null : site.begin();
            }
            LightCall innermost = threads.innermostLight();
            return innermost == null || !innermost.isOpen() || innermost.site == site ? null : site.begin();
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
            return null;
        }
    }

    void leave(Object hint) {
        site.end(hint, null);
    }

    void disown(Object hint) {
        try {
            if (hint instanceof Frame frame) { // asked first: most programs never load the other class
                if (frame.site == site && frame.owner.innermost() == frame) {
                    report.tookInside(frame.owner.readings.disown(frame.beginTick, frame.begin, frame));
                }
            } else if (threads.innermostLight() == hint && ((LightCall) hint).site == site) {
                LightCall call = (LightCall) hint;
                report.tookInside(call.disown(call.beginTick));
            }
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }

    OwnWork enterOwn() {
        try {
            ThreadContext context = threads.find();
            if (context != null) {
                return new OwnWork(context);
            }
            LightCall innermost = threads.innermostLight();
            return innermost == null ? null : new OwnWork(innermost);
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
            return null;
        }
    }

    void leaveOwn(OwnWork work) {
        try {
            report.tookInside(work.end());
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }
}

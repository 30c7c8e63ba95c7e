package sim.metrics.probe;

/**
 * What happens inside a metered call for a class that is new: the first caller causes it, another one in each run, and it is
 * not its work. Loading and initialising a class is a place of its own, {@value #PLACE}, in the call that caused it; what
 * SIM's weaver takes for the class is left out of self times, by all meters, as other costs of metering are. Called by SIM's
 * agent and by the initialisers of woven classes, on the thread that loads; outside a metered call nothing happens. Never
 * throws.
 */
public final class ClassLoading {
    /** The name under which classes are loaded and initialised. */
    public static final String PLACE = "[class loading]";

    /** Null until the JVM's runtime is there: classes are loaded while it begins. */
    private static volatile ClassLoading ofJvm;

    private final Threads threads;
    private final ProbeSite site;

    ClassLoading(Threads threads) {
        this.threads = threads;
        this.site = threads.sites.unjudged(PLACE);
        OwnWork.load();
    }

    static void use(ClassLoading loading) {
        ofJvm = loading;
    }

    /**
     * A class begins to be loaded or initialised on this thread. Returns a hint for the end; null where nothing is to end:
     * outside metered calls, and inside the loading of another class, which it is a part of.
     */
    public static Object begin() {
        ClassLoading known = ofJvm;
        return known == null ? null : known.enter();
    }

    /** All since the begin was SIM's own work: it made the probes of the class. */
    public static void prepared(Object hint) {
        if (hint != null) {
            ofJvm.disown((Frame) hint);
        }
    }

    /** The class is loaded or initialised, or cannot be: that is its caller's error, not this place's. */
    public static void end(Object hint) {
        if (hint != null) {
            ofJvm.leave(hint);
        }
    }

    /** SIM begins to work on this thread for a class that is loaded. Returns what {@link #endOwn} is to be given. */
    public static Object beginOwn() {
        ClassLoading known = ofJvm;
        return known == null ? null : known.enterOwn();
    }

    /** What it took since is in nobody's self time; what the application was asked meanwhile was not metered. */
    public static void endOwn(Object begun) {
        if (begun != null) {
            ofJvm.leaveOwn((OwnWork) begun);
        }
    }

    Object enter() {
        try {
            ThreadContext context = threads.known();
            return context == null || context.depth == 0 || context.innermost().site == site
                    ? null
                    : site.begin();
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
            return null;
        }
    }

    void leave(Object hint) {
        site.end(hint, null);
    }

    void disown(Frame frame) {
        try {
            if (frame.site == site && frame.owner.innermost() == frame) {
                frame.owner.readings.disown(frame.beginTick, frame.begin, frame);
            }
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }

    OwnWork enterOwn() {
        try {
            ThreadContext context = threads.known();
            return context == null ? null : new OwnWork(context);
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
            return null;
        }
    }

    void leaveOwn(OwnWork work) {
        try {
            work.end();
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }
}

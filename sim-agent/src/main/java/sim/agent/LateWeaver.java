package sim.agent;

import java.lang.instrument.IllegalClassFormatException;
import java.security.ProtectionDomain;
import org.aspectj.weaver.loadtime.Aj;
import org.aspectj.weaver.loadtime.ClassPreProcessorAgentAdapter;
import sim.agent.hook.WeaverMessages;
import sim.agent.hook.WeavingLog;
import sim.metrics.weaving.WeavingReport;

/**
 * AspectJ's weaver, loaded when the first class has to be woven: where all classes were kept from an earlier start, never.
 * That may be inside a transformer, whose thread no transformer sees, so there another thread loads what has to be the agent's
 * own.
 */
final class LateWeaver {
    private final OwnWeaver own;
    private final WeavingReport report;
    private final WeavingLog log;
    private volatile Made weaver;

    LateWeaver(OwnWeaver own, WeavingReport report, WeavingLog log) {
        this.own = own;
        this.report = report;
        this.log = log;
    }

    /** Null where it changes nothing. */
    byte[] weave(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes)
            throws IllegalClassFormatException {
        Made ready = weaver;
        if (ready == null) {
            ready = make();
        }
        return ready.adapter.transform(loader, name, redefined, domain, bytes);
    }

    private synchronized Made make() {
        if (weaver == null) {
            begin();
            weaver = new Made();
        }
        return weaver;
    }

    /** The weaver is the agent's own and quiet. To be called more than once. */
    synchronized void begin() {
        own.load();
        WeaverStart.shorten();
        WeaverMessages.use(report, log);
    }

    /** Whether the user asked for what it says: then it has to look at all classes. */
    boolean isHeard() {
        return log != WeavingLog.NONE;
    }

    /** Whether another loader's configuration has had an influence on all of them. */
    boolean isInfluenced() {
        return weaver != null && weaver.isInfluenced();
    }

    /** What refers to the weaver's classes is loaded with them. */
    private static final class Made {
        private final ClassPreProcessorAgentAdapter adapter = new ClassPreProcessorAgentAdapter();

        boolean isInfluenced() {
            return Aj.loadersToSkip != null;
        }
    }
}

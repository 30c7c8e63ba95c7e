package sim.agent;

import java.lang.instrument.IllegalClassFormatException;
import java.security.ProtectionDomain;
import org.aspectj.weaver.loadtime.Aj;
import org.aspectj.weaver.loadtime.ClassPreProcessorAgentAdapter;
import sim.agent.hook.WeaverMessages;
import sim.agent.hook.WeavingLog;
import sim.metrics.weaving.WeavingReport;

/**
 * AspectJ's weaver, loaded when the first class has to be woven. If an earlier start has kept all classes, it is never loaded. Loading may
 * begin inside a transformer. No transformer sees what such a thread loads, so another thread loads the classes that must be the agent's
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

    /** Weaves a class; null if the weaver changes nothing. */
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

    /** Ensures that the weaver is the agent's own, and prints nothing. May be called more than once. */
    synchronized void begin() {
        own.load();
        WeaverStart.shorten();
        WeaverMessages.use(report, log);
    }

    /** Whether the user asked for the weaver's messages. The weaver then has to see all classes. */
    boolean isHeard() {
        return log != WeavingLog.NONE;
    }

    /** Whether the configuration of one loader has influenced all weavers. */
    boolean isInfluenced() {
        return weaver != null && weaver.isInfluenced();
    }

    /** Refers to the weaver's classes, which are loaded with it. */
    private static final class Made {
        private final ClassPreProcessorAgentAdapter adapter = new ClassPreProcessorAgentAdapter();

        boolean isInfluenced() {
            return Aj.loadersToSkip != null;
        }
    }
}

package sim.agent.weave;

import java.security.ProtectionDomain;
import sim.agent.hook.WeaverMessages;
import sim.agent.hook.WeavingLog;
import sim.agent.identity.WeakIdentityMap;
import sim.metrics.weaving.WeavingReport;

/**
 * AspectJ's weaver, loaded when the first class has to be woven. If an earlier start has kept all classes, it is never loaded. Holds no lock
 * while it weaves: loading a class there may run another agent's transformer.
 */
public final class LateWeaver {
    private final WeavingReport report;
    private final WeavingLog log;
    private final WeakIdentityMap<ClassLoader, LoaderWeavers> ofLoaders = new WeakIdentityMap<>();
    private volatile boolean begun;

    public LateWeaver(WeavingReport report, WeavingLog log) {
        this.report = report;
        this.log = log;
    }

    /** Weaves a class; null if the weaver changes nothing. */
    public byte[] weave(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        begin();
        if (LoaderWeavers.isSkipped(loader)) {
            return null;
        }
        LoaderWeavers weavers = ofLoaders.get(loader);
        if (weavers == null) {
            LoaderWeavers made = new LoaderWeavers();
            LoaderWeavers first = ofLoaders.putIfAbsent(loader, made);
            weavers = first == null ? made : first;
        }
        byte[] woven = weavers.weave(loader, name, redefined != null, domain, bytes);
        return woven == bytes ? null : woven;
    }

    /** Ensures that the weaver prints nothing. May be called more than once, and by several threads at a time. */
    public void begin() {
        if (!begun) {
            WeaverStart.shorten();
            WeaverMessages.use(report, log);
            begun = true;
        }
    }

    /** Whether the user asked for the weaver's messages. The weaver then has to see all classes. */
    public boolean isHeard() {
        return log != WeavingLog.NONE;
    }

    /** Whether the configuration of one loader has influenced all weavers. */
    boolean isInfluenced() {
        return begun && LoaderWeavers.areInfluenced();
    }
}

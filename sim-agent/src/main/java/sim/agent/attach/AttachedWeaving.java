package sim.agent.attach;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import sim.agent.code.CompiledAspects;
import sim.agent.hook.Job;
import sim.agent.identity.WeakIdentityMap;
import sim.agent.probe.Acceptance;
import sim.agent.probe.BodyProbes;
import sim.agent.probe.WovenClass;
import sim.agent.probe.Written;
import sim.agent.select.LeftAlone;
import sim.agent.weave.LateWeaver;
import sim.agent.weave.PlainWeaving;
import sim.metrics.probe.ClassLoading;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

/**
 * Weaves while the program runs: names say which methods the aspects select, or where those do not tell the weaver, and they get
 * their probes into their code, in classes that are loaded already and, so that all can be undone, in those that are loaded later. Runs on whatever
 * thread loads a class, and on the one that attaches; never throws.
 */
final class AttachedWeaving implements ClassFileTransformer {
    private static final Set<String> NONE = Set.of();
    private final LateWeaver weaver;
    private final PlainWeaving plain;
    private final WeavingReport report;
    private final LeftAlone leftAlone;
    /** What was selected in a class, by its loader and internal name: a class may be asked for again. */
    private final WeakIdentityMap<ClassLoader, Map<String, Set<String>>> selected = new WeakIdentityMap<>();
    private volatile boolean over;

    AttachedWeaving(LateWeaver weaver, WeavingReport report, LeftAlone leftAlone) {
        this.weaver = weaver;
        this.plain = new PlainWeaving(weaver.isHeard());
        this.report = report;
        this.leftAlone = leftAlone;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (over || loader == null || name == null) {
            return null;
        }
        Set<String> known = redefined == null ? null : known(loader, name);
        Set<String> chosen = known != null ? known : choose(loader, name, domain, bytes);
        return chosen.isEmpty() ? null : probed(loader, name, chosen, bytes);
    }

    /** Which methods of a class are to be probed, by name and descriptor; remembers it. */
    Set<String> choose(ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes) {
        report.saw();
        WeavingSkip skip = leftAlone.why(loader, name, domain);
        if (skip != null) {
            report.skipped(skip);
            return NONE;
        }
        long began = System.nanoTime();
        Object own = ClassLoading.beginOwn();
        Set<String> chosen = NONE;
        try (Job job = new Job(loader, bytes)) {
            Set<String> told = plain.chosen(loader, name, bytes);
            chosen = told == null ? ask(loader, name, domain, bytes, job) : counted(told);
        } catch (Throwable failure) {
            report.failed(Acceptance.reason(failure), name.replace('/', '.'), Acceptance.text(failure));
        } finally {
            report.took(System.nanoTime() - began);
            ClassLoading.endOwn(own);
        }
        if (!chosen.isEmpty()) {
            remember(loader, name, chosen);
        }
        return chosen;
    }

    private Set<String> counted(Set<String> told) {
        if (told.isEmpty()) {
            report.leftUnchanged();
        } else {
            report.wove();
        }
        return told;
    }

    private Set<String> ask(ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes, Job job) {
        String type = name.replace('/', '.');
        CompiledAspects.Traces traces = CompiledAspects.traces(bytes);
        if (traces.isAspect()) {
            report.leftUnchanged();
            return NONE;
        }
        if (traces.isWoven()) {
            report.failed(WeavingFailure.ATTACHED, type, "was woven when it was built, and stays as it is");
            return NONE;
        }
        report.gave();
        byte[] woven = weaver.weave(loader, name, null, domain, bytes);
        if (job.hasFailed()) {
            Throwable thrown = job.failure();
            report.failed(thrown == null ? WeavingFailure.THREW : Acceptance.reason(thrown), type,
                    thrown == null ? job.message() : Acceptance.text(thrown));
            return NONE;
        }
        if (woven == null) {
            report.leftUnchanged();
            return NONE;
        }
        WovenClass found = WovenClass.read(woven);
        if (found.advised() != null) {
            report.failed(WeavingFailure.ATTACHED, type, found.advised()
                    + " has advice that needs the agent from the start: contexts, values, hand-overs or hooks");
        }
        if (!found.probing().isEmpty()) {
            report.wove();
        } else if (found.advised() == null) {
            report.leftUnchanged();
        }
        return Set.copyOf(found.probing());
    }

    private byte[] probed(ClassLoader loader, String name, Set<String> chosen, byte[] bytes) {
        Object own = ClassLoading.beginOwn();
        try {
            Written changed = BodyProbes.put(bytes, chosen);
            Acceptance acceptance = changed == null ? null : Acceptance.of(bytes, changed, loader);
            if (acceptance != null && acceptance.isGiven()) {
                return changed.bytes();
            }
            if (acceptance != null) {
                givesUp(loader, name, acceptance.reason(), acceptance.what());
            }
        } catch (Throwable failure) {
            givesUp(loader, name, Acceptance.reason(failure), Acceptance.text(failure));
        } finally {
            ClassLoading.endOwn(own);
        }
        return null;
    }

    private void givesUp(ClassLoader loader, String name, WeavingFailure reason, String what) {
        report.failed(reason, name.replace('/', '.'), what);
        remember(loader, name, NONE);
    }

    private Set<String> known(ClassLoader loader, String name) {
        Map<String, Set<String>> ofLoader = selected.get(loader);
        if (ofLoader == null) {
            return null;
        }
        synchronized (ofLoader) {
            return ofLoader.get(name);
        }
    }

    private void remember(ClassLoader loader, String name, Set<String> chosen) {
        Map<String, Set<String>> ofLoader = selected.computeIfAbsent(loader, any -> new HashMap<>());
        synchronized (ofLoader) {
            ofLoader.put(name, chosen);
        }
    }

    /** How many methods of a class have probes that were put in here. */
    int probesIn(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        Set<String> chosen = loader == null ? null : known(loader, type.getName().replace('.', '/'));
        return chosen == null ? 0 : chosen.size();
    }

    /** From now on every class is given to the JVM as it was written. */
    void end() {
        over = true;
    }
}

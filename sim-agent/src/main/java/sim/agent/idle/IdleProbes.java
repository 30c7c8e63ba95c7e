package sim.agent.idle;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import sim.agent.cache.View;
import sim.agent.code.MethodsAsCompiled;
import sim.agent.hook.Unused;
import sim.agent.probe.Acceptance;
import sim.agent.probe.ProbeRemoval;
import sim.base.config.Options;
import sim.base.failure.OwnThread;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.probe.ClassLoading;
import sim.metrics.probe.Metering;
import sim.metrics.weaving.WeavingReport;

/**
 * Leaves the probes that an earlier run has switched off out of the classes that are loaded, on the thread that loads each: then off costs nothing, and the JIT has
 * the method as it was written. Puts them back when a name is to be metered again, and takes those that fail their trial out again: on a thread of its own, some classes
 * at a time.
 *
 * <p>A class is changed only while none of its methods is on any thread's stack: the JVM never compiles again what runs in an
 * old version of a class, so a loop in it would be slow for as long as it goes on.
 */
public final class IdleProbes implements ClassFileTransformer {
    /**
     * Classes changed at one stop of the program's threads. A stop takes some 2 us for each class the JVM has loaded, and nearly
     * nothing for each that is changed: many at once, and seldom.
     */
    private static final int AT_ONCE = 200;
    /** Between two looks, ms. */
    private static final long LOOK = 1_000;
    /**
     * Between two stops at least, ns, and a thousand times what one takes. What was changed is compiled anew, so each stop makes the
     * pause twice as long, up to five minutes.
     */
    private static final long PAUSE = 10_000_000_000L;
    private static final long LONGEST_PAUSE = 300_000_000_000L;
    private static final long PAUSE_A_CLASS = 2_000_000;
    /** After how long off a probe that was put back for a trial is out again. */
    private static final long IDLE_MICROS = 10_000_000;
    /** A JVM with more classes would stop for longer than anybody should notice: there nothing is taken out. */
    private static final int MOST_LOADED = 30_000;

    private final Instrumentation instrumentation;
    private final WeavingReport report;
    /** Methods whose probes are to be out, by their class's internal name. */
    private final Map<String, Set<String>> out = new ConcurrentHashMap<>();
    /** Null where nothing is kept for the next run. */
    private final ClassStamps stamps;
    /** Null where every class is loaded with its probes. */
    private final RememberedProbes remembered;
    /** How many probes were left out of a class as it was loaded, until it is changed. */
    private final Map<String, Integer> leftOut = new ConcurrentHashMap<>();
    /** How many probes were taken out of a class when it was last changed. */
    private final Map<Class<?>, Integer> counts = Collections.synchronizedMap(new WeakHashMap<>());
    /** The thread's own, made when it begins: not while the program starts. */
    private IdlePlan plan;
    /** No stop before that, but for what somebody asked for. */
    private long nextStop = System.nanoTime();
    private long pause = PAUSE;

    private IdleProbes(Options options, Instrumentation instrumentation, WeavingReport report) {
        this.instrumentation = instrumentation;
        this.report = report;
        this.stamps = Hotspot.keepsVerdicts(options) ? new ClassStamps() : null;
        this.remembered = Hotspot.remembers(options) ? new RememberedProbes() : null;
    }

    /**
     * Sees classes from now on; before any other transformer that can change loaded ones, which are then shown what this one
     * leaves.
     */
    public static IdleProbes install(Options options, Instrumentation instrumentation, WeavingReport report) {
        IdleProbes idle = new IdleProbes(options, instrumentation, report);
        if (idle.remembered != null) {
            instrumentation.addTransformer(idle, true);
        }
        return idle;
    }

    /** Begins to change loaded classes, and to leave out what an earlier run has switched off. */
    public void start() {
        if (stamps != null) {
            Metering.runtime().stampVerdicts(stamps::of);
        }
        if (remembered != null && remembered.begin()) {
            Thread thread = OwnThread.of(this::run, "sim-idle");
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.start();
        } else {
            instrumentation.removeTransformer(this);
        }
    }

    /**
     * SIM itself put probes, and nothing else, into a class that is loaded on this thread. The JVM shows it to this transformer
     * next.
     *
     * @param view null if it is not known on what the class depends
     */
    public void woven(String name, byte[] original, byte[] woven, View view) {
        if (stamps == null) {
            return;
        }
        long stamp = view == null ? 0 : view.stamp(original);
        stamps.add(name, stamp);
        if (remembered != null) {
            remembered.woven(name, original, woven, stamp);
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null) {
            return null;
        }
        if (redefined == null) {
            return remembered != null && remembered.mayHave(name) ? loaded(name, bytes) : null;
        }
        Set<String> gone = out.get(name);
        if (gone == null || gone.isEmpty()) {
            return null;
        }
        Object own = ClassLoading.beginOwn();
        try {
            ProbeRemoval.Result changed = ProbeRemoval.of(bytes, gone);
            Acceptance acceptance = changed == null ? null : Acceptance.of(bytes, changed.bytes(), loader);
            if (acceptance != null && !acceptance.isGiven()) {
                report.stays(name.replace('/', '.'), acceptance.what());
            }
            boolean isGiven = acceptance != null && acceptance.isGiven();
            counts.put(redefined, isGiven ? changed.probes() : 0);
            return isGiven ? changed.bytes() : null;
        } catch (Throwable failure) {
            report.stays(name.replace('/', '.'), Acceptance.text(failure));
            counts.put(redefined, 0);
            return null;
        } finally {
            ClassLoading.endOwn(own);
        }
    }

    private byte[] loaded(String name, byte[] bytes) {
        Object own = ClassLoading.beginOwn();
        try {
            MethodsAsCompiled.Result without = remembered.without(name, bytes);
            if (without == null) {
                return null;
            }
            out.put(name, Set.copyOf(without.names()));
            leftOut.put(name, without.count());
            report.tookOut(without.count());
            return without.bytes();
        } catch (Throwable failure) {
            report.stays(name.replace('/', '.'), Acceptance.text(failure));
            return null;
        } finally {
            ClassLoading.endOwn(own);
        }
    }

    private void run() {
        try {
            Thread.sleep(LOOK);
            plan = new IdlePlan(IDLE_MICROS);
            while (true) {
                Thread.sleep(LOOK);
                List<IdlePlan.Change> changes = plan.changes(Metering.runtime().idle(), micros());
                if (changes.stream().anyMatch(IdlePlan.Change::isAsked)
                        || !changes.isEmpty() && System.nanoTime() - nextStop >= 0) {
                    round(changes);
                }
            }
        } catch (InterruptedException end) {
            // nobody interrupts it but a JVM that ends
        } catch (Throwable failure) {
            // for want of memory mostly: from now on all stays as it is
            report.stays("all classes", Acceptance.text(failure));
        }
    }

    private static long micros() {
        return System.nanoTime() / 1_000;
    }

    private void round(List<IdlePlan.Change> changes) {
        long began = System.nanoTime();
        Class<?>[] all = instrumentation.getAllLoadedClasses();
        Map<String, List<Class<?>>> loaded = loaded(changes, all);
        Set<String> running = running();
        Map<Class<?>, IdlePlan.Change> chosen = new HashMap<>();
        for (IdlePlan.Change each : changes) {
            List<Class<?>> types = loaded.get(each.owner());
            if (types == null) {
                plan.leave(each); // a name that is no class of the program's
            } else if (running.contains(each.owner()) && !each.isForced()) {
                plan.putOff(each, micros());
            } else if (all.length > MOST_LOADED && !each.isBack()) {
                plan.putOff(each, micros());
            } else if (chosen.size() + types.size() <= AT_ONCE || chosen.isEmpty()) {
                types.forEach(type -> chosen.put(type, each));
            }
        }
        nextStop = began + Math.max(chosen.isEmpty() ? PAUSE : pause, all.length * PAUSE_A_CLASS);
        pause = chosen.isEmpty() ? pause : Math.min(LONGEST_PAUSE, 2 * pause);
        change(chosen);
        report.idleTook(System.nanoTime() - began);
    }

    private Map<String, List<Class<?>>> loaded(List<IdlePlan.Change> changes, Class<?>[] all) {
        Set<String> wanted = new HashSet<>();
        changes.forEach(each -> wanted.add(each.owner()));
        Map<String, List<Class<?>>> loaded = new HashMap<>();
        for (Class<?> each : all) {
            if (each.getClassLoader() != null && !each.isArray() && wanted.contains(each.getName())
                    && instrumentation.isModifiableClass(each) && !Boolean.TRUE.equals(Unused.is(each))) {
                loaded.computeIfAbsent(each.getName(), first -> new ArrayList<>()).add(each);
            }
        }
        return loaded;
    }

    /** The classes whose methods are on a stack. Those of virtual threads that wait are not looked at. */
    private static Set<String> running() {
        Set<String> running = new HashSet<>();
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            for (StackTraceElement each : stack) {
                running.add(each.getClassName());
            }
        }
        return running;
    }

    private void change(Map<Class<?>, IdlePlan.Change> chosen) {
        if (chosen.isEmpty()) {
            return;
        }
        Map<Class<?>, Integer> before = new HashMap<>();
        chosen.forEach((type, change) -> {
            Integer atLoad = leftOut.remove(type.getName().replace('.', '/'));
            before.put(type, atLoad != null ? atLoad : counts.getOrDefault(type, 0));
            counts.put(type, 0);
            plan.begin(change);
            out.put(type.getName().replace('.', '/'), change.out());
        });
        Set<IdlePlan.Change> refused = new HashSet<>();
        try {
            instrumentation.retransformClasses(chosen.keySet().toArray(Class<?>[]::new));
        } catch (Throwable oneOfThem) {
            chosen.forEach((type, change) -> {
                try {
                    instrumentation.retransformClasses(type);
                } catch (Throwable refusal) {
                    refused.add(change);
                    report.stays(type.getName(), Acceptance.text(refusal));
                }
            });
        }
        settle(chosen, before, refused);
    }

    private void settle(Map<Class<?>, IdlePlan.Change> chosen, Map<Class<?>, Integer> before,
            Set<IdlePlan.Change> refused) {
        long now = micros();
        Map<IdlePlan.Change, Integer> probes = new HashMap<>();
        chosen.forEach((type, change) -> {
            int gone = counts.getOrDefault(type, 0);
            int more = gone - before.get(type);
            report.tookOut(Math.max(0, more));
            report.putBack(Math.max(0, -more));
            probes.merge(change, gone, Integer::sum);
        });
        probes.forEach((change, gone) -> {
            if (refused.contains(change) || gone == 0 && !change.out().isEmpty()) {
                plan.leave(change);
                out.remove(change.owner().replace('.', '/'));
            } else {
                plan.done(change, now);
            }
        });
    }
}

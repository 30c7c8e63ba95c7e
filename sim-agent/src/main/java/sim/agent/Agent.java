package sim.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import sim.agent.attach.Attachment;
import sim.agent.cache.Kept;
import sim.agent.cache.WeaveCache;
import sim.agent.hook.JdkInside;
import sim.agent.idle.IdleProbes;
import sim.agent.intercept.InjectedProbes;
import sim.agent.loading.LoadingHook;
import sim.agent.loading.LogLoading;
import sim.agent.select.LeftAlone;
import sim.agent.select.OtherAgents;
import sim.agent.start.InternalPackages;
import sim.agent.start.NeededModules;
import sim.agent.start.NothingMetered;
import sim.agent.start.OtherWeaver;
import sim.agent.start.Preparation;
import sim.agent.start.StartClasses;
import sim.agent.weave.AspectMatches;
import sim.agent.weave.LateWeaver;
import sim.agent.weave.Weaving;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.failure.OwnThread;
import sim.metrics.probe.Metering;
import sim.metrics.weaving.WeavingReport;
import sim.model.text.Text;

/**
 * The agent's start, called by {@link org.aspectj.sim.Entry} on the main thread before the application, and its way into a JVM that runs
 * already. Whatever is wrong is said in one line and the application starts all the same, unmetered: by probes written by hand too.
 */
public final class Agent {
    private static final AtomicBoolean GIVEN = new AtomicBoolean();
    private static final String GRANT = "grant { permission java.security.AllPermission; };";
    /** Characters for which the line about it has room. */
    private static final int LONGEST_REASON = 20;

    private Agent() {}

    /**
     * Begins to weave.
     *
     * @param othersRest whether AspectJ's own agent was there before, and has been made to rest
     * @return whether SIM weaves; otherwise that agent may go on
     */
    public static boolean begin(String argument, Instrumentation instrumentation, boolean othersRest) {
        if (GIVEN.getAndSet(true)) {
            WeavingReport.ofJvm().say("the agent is given more than once (command line, JAVA_TOOL_OPTIONS):"
                    + " the first one works, this one does nothing");
            return false;
        }
        OtherWeaver other = null;
        try {
            Attachment.forbid();
            Options options = Options.load(argument, System.getProperties());
            if (!options.isOn(Option.ENABLED)) {
                Metering.configure(Options.off());
                return false;
            }
            NeededModules.check();
            JdkInside.open(instrumentation);
            boolean isBeside = OtherAgents.areIn(InternalPackages.arguments(instrumentation));
            if (isBeside) {
                other = OtherWeaver.rest(instrumentation, othersRest);
            }
            StartClasses.load(!options.text(Option.PROMETHEUS).isEmpty());
            InternalPackages.open(instrumentation);
            Metering.configure(options);
            WeavingReport report = WeavingReport.ofJvm();
            WeaveCache cache = cache(options, instrumentation, report);
            Kept kept = Kept.in(cache);
            LateWeaver weaver = Preparation.of(options, instrumentation, kept);
            Metering.prepare(); // on a thread of its own, which a program that runs unmetered is not to have
            LeftAlone leftAlone = new LeftAlone(report, options.list(Option.WEAVE_SKIP), isBeside);
            IdleProbes idle = IdleProbes.install(options, instrumentation, report);
            AspectMatches matches = new AspectMatches();
            instrumentation.addTransformer(new Weaving(weaver, report, leftAlone, cache, idle, matches), false);
            InjectedProbes probes = InjectedProbes.begin(options, instrumentation, report, leftAlone);
            LogLoading.install(options, instrumentation);
            LoadingHook.install(instrumentation, kept); // while the rehearsal goes on, which the runtime waits for
            Metering.runtime().listen(new NothingMetered(instrumentation, report, options, matches));
            probes.sayAtExit();
            idle.start();
            return true;
        } catch (OptionException wrong) {
            withdraw(other);
            unmetered(wrong.getMessage() + ". The application runs unmetered.");
        } catch (SecurityException refused) {
            withdraw(other);
            unmetered("the application runs unmetered, add to the policy of -Djava.security.manager: " + GRANT + " ("
                    + Text.cut(refused.getMessage(), LONGEST_REASON) + ")");
        } catch (Throwable failure) {
            withdraw(other);
            unmetered("the agent cannot start, the application runs unmetered: " + failure);
        }
        return false;
    }

    /** What was begun ends: nothing more is loaded, and an agent of AspectJ's that is still to come weaves. */
    private static void withdraw(OtherWeaver other) {
        StartClasses.leaveTheRest();
        if (other != null) {
            other.goOn();
        }
    }

    /** The way into a JVM that runs already: see {@link Attachment}. On a thread the JVM has for this; returns when it is done. */
    public static void attach(String argument, Instrumentation instrumentation) {
        Thread worker = OwnThread.of(() -> Attachment.obey(argument, instrumentation), "sim-attach");
        worker.setContextClassLoader(ClassLoader.getSystemClassLoader()); // finds the extensions of the application
        worker.start();
        try {
            worker.join();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null where woven classes are not kept. Who asks for what the weaver says has it weave. */
    private static WeaveCache cache(Options options, Instrumentation instrumentation, WeavingReport report) {
        String where = options.text(Option.WEAVE_CACHE);
        if (where.equalsIgnoreCase("off") || !options.text(Option.WEAVE_LOG).isEmpty()) {
            return null;
        }
        boolean isNamed = !where.equalsIgnoreCase("on");
        try {
            return WeaveCache.open(isNamed ? Path.of(where) : null, options.bytes(Option.WEAVE_CACHE_SIZE),
                    InternalPackages.arguments(instrumentation), InternalPackages.classPath(),
                    report::foundDamage, report::couldNotKeep);
        } catch (IOException | ReflectiveOperationException | RuntimeException unusable) {
            if (isNamed) {
                System.err.println("sim: weave.cache=" + where + " cannot be used (" + unusable.getMessage()
                        + "); every class is woven anew");
            }
            return null;
        }
    }

    /**
     * The runtime would else begin at the first probe by hand, and with defaults. Where it cannot even be loaded there is
     * nothing to settle, and an agent that throws would end the JVM.
     */
    private static void unmetered(String why) {
        System.err.println("sim: " + why);
        try {
            Metering.configure(Options.off());
        } catch (LinkageError noRuntime) {
            // said by the line above
        }
    }
}

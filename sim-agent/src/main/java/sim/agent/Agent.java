package sim.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import sim.agent.cache.Kept;
import sim.agent.cache.WeaveCache;
import sim.agent.hook.ClassDefiner;
import sim.agent.hook.JdkInside;
import sim.agent.hook.WeaverMessages;
import sim.agent.hook.WeavingLog;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.exit.AtExit;
import sim.base.failure.OwnThread;
import sim.metrics.probe.Metering;
import sim.metrics.weaving.WeavingReport;

/**
 * The JVM's way in: {@code -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:7420,aop=aop.xml}. Runs on the main
 * thread before the application. Whatever is wrong is said in one line and the application starts all the same,
 * unmetered: by probes written by hand too.
 */
public final class Agent {
    private static final AtomicBoolean GIVEN = new AtomicBoolean();

    private Agent() {}

    public static void premain(String argument, Instrumentation instrumentation) {
        if (GIVEN.getAndSet(true)) {
            System.err.println("sim: the agent is given more than once (command line, JAVA_TOOL_OPTIONS):"
                    + " the first one works, this one does nothing");
            return;
        }
        OtherWeaver other = null;
        try {
            Attachment.forbid();
            Options options = Options.load(argument, System.getProperties());
            if (!options.isOn(Option.ENABLED)) {
                Metering.configure(Options.off());
                return;
            }
            JdkInside.open(instrumentation);
            boolean isBeside = OtherAgents.areIn(InternalPackages.arguments(instrumentation));
            if (isBeside) {
                other = OtherWeaver.rest(instrumentation);
            }
            StartClasses.load();
            InternalPackages.open(instrumentation);
            Metering.configure(options);
            WeavingReport report = WeavingReport.ofJvm();
            WeaveCache cache = cache(options, instrumentation, report);
            Kept kept = Kept.in(cache);
            LateWeaver weaver = prepare(options, instrumentation, kept);
            Metering.prepare(); // on a thread of its own, which a program that runs unmetered is not to have
            LeftAlone leftAlone = new LeftAlone(report, options.list(Option.WEAVE_SKIP), isBeside);
            IdleProbes idle = IdleProbes.install(options, instrumentation, report, false);
            instrumentation.addTransformer(new Weaving(weaver, report, leftAlone, cache, idle), false);
            InjectedProbes probes = InjectedProbes.begin(options, instrumentation, report, leftAlone);
            tellClassLoading(instrumentation, kept); // while the rehearsal goes on, which the runtime waits for
            Metering.runtime().listen(new NothingMetered(instrumentation, report, options));
            probes.sayAtExit();
            idle.start();
        } catch (OptionException wrong) {
            goOn(other);
            unmetered(wrong.getMessage() + ". The application runs unmetered.");
        } catch (Throwable failure) {
            goOn(other);
            unmetered("the agent cannot start, the application runs unmetered: " + failure);
        }
    }

    private static void goOn(OtherWeaver other) {
        StartClasses.leaveTheRest();
        if (other != null) {
            other.goOn();
        }
    }

    /** The way into a JVM that runs already: see {@link Attachment}. On a thread the JVM has for this; returns when it is done. */
    public static void agentmain(String argument, Instrumentation instrumentation) {
        Thread worker = OwnThread.of(() -> Attachment.obey(argument, instrumentation), "sim-attach");
        worker.setContextClassLoader(ClassLoader.getSystemClassLoader()); // finds the extensions of the application
        worker.start();
        try {
            worker.join();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** The weaver knows its configuration, and what it needs of the JVM is open. */
    static LateWeaver prepare(Options options, Instrumentation instrumentation, Kept kept) throws Exception {
        String aop = options.text(Option.AOP);
        List<String> libraries = options.list(Option.LIBRARIES);
        useConfiguration(aop, !libraries.isEmpty(), kept);
        if (!options.list(Option.PACKAGES).isEmpty()) {
            GeneratedConfiguration.use(GeneratedConfiguration.ofPackages(options.list(Option.PACKAGES),
                    Libraries.namesPackages(aop)));
        }
        Libraries.use(libraries, aop);
        JdkInside.open(instrumentation);
        AtExit.waitFor(shutdownHooks());
        ClassDefiner.prepare(kept);
        return new LateWeaver(WeavingReport.ofJvm(), log(options.text(Option.WEAVE_LOG)));
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
                    InternalPackages.arguments(instrumentation), report::foundDamage,
                    report::couldNotKeep);
        } catch (IOException | ReflectiveOperationException | RuntimeException unusable) {
            if (isNamed) {
                System.err.println("sim: weave.cache=" + where + " cannot be used (" + unusable.getMessage()
                        + "); every class is woven anew. Name a directory of this user's alone, or off");
            }
            return null;
        }
    }

    /** The program's, as the JVM keeps them; none where it keeps them otherwise. */
    @SuppressWarnings("unchecked")
    private static Map<Thread, Thread> shutdownHooks() {
        try {
            Class<?> keeper = Class.forName("java.lang.ApplicationShutdownHooks");
            Object kept = JdkInside.in(keeper).findStaticVarHandle(keeper, "hooks", IdentityHashMap.class).get();
            return kept == null ? Map.of() : (Map<Thread, Thread>) kept;
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            return Map.of();
        }
    }

    /** Null where a JVM does not allow it: class loading then is in its callers' self time, nothing a user has to know. */
    static LoadingHook tellClassLoading(Instrumentation instrumentation, Kept kept) {
        try {
            return LoadingHook.install(instrumentation, kept);
        } catch (Exception | LinkageError refused) {
            WeaverMessages.print(refused);
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

    private static WeavingLog log(String file) {
        try {
            return WeavingLog.open(file);
        } catch (IOException | RuntimeException failure) {
            throw new OptionException("weave.log=" + file + " cannot be written (" + failure
                    + "): name a file in a directory there is, or leave the option out");
        }
    }

    /**
     * Tells the weaver of the file named by {@code aop}, beside the configurations on the class path.
     *
     * @param confined whether its pointcuts have to be kept inside what it includes, because more is included for other probes
     */
    private static void useConfiguration(String aop, boolean confined, Kept kept) throws IOException {
        if (aop.isEmpty()) {
            return;
        }
        Path file = Path.of(aop).toAbsolutePath();
        if (!Files.isReadable(file)) {
            throw new OptionException(
                    "aop=" + aop + " cannot be read as " + file
                            + ": name a readable weaver configuration, or leave the "
                            + "option out to use META-INF/aop.xml on the class path");
        }
        kept.once(Files.readAllBytes(file), () -> WeaverConfiguration.check(file));
        if (!confined || !GeneratedConfiguration.useConfined(file)) {
            Configurations.add(file.toUri().toString());
        }
    }
}

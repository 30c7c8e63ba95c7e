package sim.agent.start;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import sim.agent.cache.Kept;
import sim.agent.configure.Configurations;
import sim.agent.configure.GeneratedConfiguration;
import sim.agent.configure.Libraries;
import sim.agent.configure.WeaverConfiguration;
import sim.agent.hook.ClassDefiner;
import sim.agent.hook.JdkInside;
import sim.agent.hook.WeaverHooks;
import sim.agent.hook.WeavingLog;
import sim.agent.weave.LateWeaver;
import sim.base.config.EarlyFile;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.exit.AtExit;
import sim.metrics.weaving.WeavingReport;

/** Tells the weaver its configuration, and opens what it needs of the JVM. Runs once: on the main thread, or on the one that attaches. */
public final class Preparation {
    private Preparation() {}

    /** The weaver knows its configuration, and what it needs of the JVM is open. */
    public static LateWeaver of(Options options, Instrumentation instrumentation, Kept kept) throws Exception {
        String aop = options.text(Option.AOP);
        List<String> libraries = options.list(Option.LIBRARIES);
        List<String> packages = options.list(Option.PACKAGES);
        useConfiguration(aop, libraries, packages, kept);
        JdkInside.open(instrumentation);
        AtExit.waitFor(shutdownHooks());
        ClassDefiner.prepare(kept);
        return new LateWeaver(WeavingReport.ofJvm(), log(options.text(Option.WEAVE_LOG)));
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

    private static WeavingLog log(String file) {
        try {
            return WeavingLog.open(file);
        } catch (IOException | RuntimeException failure) {
            throw new OptionException("weave.log=" + file + " cannot be written (" + failure
                    + "): name a file in a directory there is, or leave the option out");
        }
    }

    /**
     * Tells the weaver of the file named by {@code aop}, beside the configurations on the class path, of libraries and of packages. Where it is
     * to look at more than the user's configurations include, their aspects are kept inside that.
     */
    private static void useConfiguration(String aop, List<String> libraries, List<String> packages, Kept kept)
            throws IOException {
        Path file = aop.isEmpty() ? null : checked(aop, kept);
        WeaverHooks.use(Configurations::resources);
        Configurations.use(file, !libraries.isEmpty() || !packages.isEmpty());
        if (!packages.isEmpty()) {
            GeneratedConfiguration.use(GeneratedConfiguration.ofPackages(packages, Configurations.isPartIncluded()));
        }
        Libraries.use(libraries);
    }

    private static Path checked(String aop, Kept kept) throws IOException {
        Path file = Path.of(aop).toAbsolutePath();
        if (!Files.isReadable(file)) {
            throw new OptionException(
                    "aop=" + aop + " cannot be read as " + file
                            + ": name a readable weaver configuration, or leave the "
                            + "option out to use META-INF/aop.xml on the class path");
        }
        kept.once(EarlyFile.bytes(file), () -> WeaverConfiguration.check(file));
        return file;
    }
}

package sim.agent.loading;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import sim.agent.hook.Unused;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.metrics.log.LogClasses;

/** Tells the runtime of the application's logging libraries, as it loads them: see {@link LogClasses}. Changes no class. On any thread. */
public final class LogLoading implements ClassFileTransformer {
    private LogLoading() {}

    /** Begins to look for them, where {@code mdc} asks for it, and finds those that are loaded already. */
    public static LogLoading install(Options options, Instrumentation instrumentation) {
        LogLoading looking = new LogLoading();
        if (options.isOn(Option.MDC)) {
            LogClasses.findBy(new ByJvm(instrumentation));
            instrumentation.addTransformer(looking, false);
            for (Class<?> each : instrumentation.getAllLoadedClasses()) {
                if (LogClasses.isOne(each.getName()) && each.getClassLoader() != null) {
                    LogClasses.loading(each.getName(), each.getClassLoader());
                }
            }
        }
        return looking;
    }

    /** Asks the JVM alone, which neither loads nor initialises a class for that. */
    private record ByJvm(Instrumentation instrumentation) implements LogClasses.Finder {
        @Override
        public Class<?> defined(String name, ClassLoader by) {
            for (Class<?> each : instrumentation.getInitiatedClasses(by)) {
                if (each.getClassLoader() == by && each.getName().equals(name)) {
                    return each;
                }
            }
            return null;
        }

        @Override
        public Boolean isUnused(Class<?> type) {
            return Unused.is(type);
        }
    }

    /** Looks for no more. */
    public void remove(Instrumentation instrumentation) {
        instrumentation.removeTransformer(this);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] original) {
        if (loader != null && redefined == null && name != null && name.startsWith("org/")
                && LogClasses.isOne(name.replace('/', '.'))) {
            LogClasses.loading(name.replace('/', '.'), loader);
        }
        return null;
    }
}

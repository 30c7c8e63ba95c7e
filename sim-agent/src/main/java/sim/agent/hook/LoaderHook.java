package sim.agent.hook;

import java.util.function.BiFunction;
import sim.metrics.probe.ClassLoading;

/**
 * What {@code ClassLoader.loadClass} calls in a JVM with the agent, on whatever thread loads a class: with a class's name as it
 * begins, with what that returned as it ends. A function, for it is called through a type the JDK's own classes see.
 */
public final class LoaderHook implements BiFunction<String, Object, Object> {
    /** What metering itself may load while it begins a call: asked by every class of SIM's, of the application's loader. */
    private static final String[] NOT_TOLD = {"java.", "javax.management.", "jdk.", "sun.", "com.sun.", "sim.",
            "org.aspectj.", "aj.org.objectweb."};

    @Override
    public Object apply(String begins, Object ends) {
        if (begins == null) {
            ClassLoading.end(ends);
            return null;
        }
        for (String prefix : NOT_TOLD) {
            if (begins.startsWith(prefix)) {
                return null;
            }
        }
        return ClassLoading.begin();
    }
}

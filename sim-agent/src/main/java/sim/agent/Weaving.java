package sim.agent;

import aj.org.objectweb.asm.ClassReader;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.aspectj.lang.JoinPoint;
import org.aspectj.weaver.loadtime.ClassPreProcessorAgentAdapter;
import sim.metrics.probe.Metering;

/**
 * AspectJ's load-time weaver with a guard around it: what it must not touch it never sees, and what it cannot weave into
 * a loadable class is loaded as it was, counted. Runs on whatever thread loads a class; never throws.
 */
final class Weaving implements ClassFileTransformer {
    private static final String[] NOT_OURS_TO_WEAVE = {"java/", "javax/", "jdk/", "sun/", "com/sun/", "org/aspectj/",
            "aj/org/objectweb/", "sim/instrumentation/", "sim/metrics/", "sim/collector/", "sim/agent/",
            "sim/jfr/", "org/jinspired/probes/"};

    private final ClassPreProcessorAgentAdapter weaver = new ClassPreProcessorAgentAdapter();
    /** Class loaders that see another AspectJ runtime than the aspects do: woven code could not be linked there. */
    private final Map<ClassLoader, Boolean> weavable = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null || isLeftAlone(name) || !sharesRuntime(loader)) {
            return null;
        }
        try {
            byte[] woven = weaver.transform(loader, name, redefined, domain, bytes);
            if (woven != null && woven != bytes) {
                return direct(woven);
            }
            return isWovenAlready(bytes) ? direct(bytes) : null;
        } catch (Throwable failure) {
            Metering.runtime().weavingFailed(name.replace('/', '.') + ": " + failure);
            return null;
        }
    }

    /** Compiled with AspectJ: by the weaver's fields, which nothing else has. */
    private static boolean isWovenAlready(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(Advice.PART);
    }

    /** The class with direct calls of its probes; null where it cannot be loaded as it was woven. */
    static byte[] direct(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        WovenClass found = WovenClass.read(reader);
        if (found.withoutCode() != null) {
            Metering.runtime().weavingFailed(found.name().replace('/', '.') + "." + found.withoutCode()
                    + " would exceed the JVM's 64 KB a method");
            return null;
        }
        return found.parts().isEmpty() ? woven : DirectProbes.rewrite(reader, found);
    }

    static boolean isLeftAlone(String name) {
        for (String prefix : NOT_OURS_TO_WEAVE) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private boolean sharesRuntime(ClassLoader loader) {
        Boolean known = weavable.get(loader);
        if (known == null) {
            known = findsOurRuntime(loader);
            weavable.put(loader, known);
            if (!known && !loader.getClass().getName().startsWith("jdk.internal.")) {
                Metering.runtime().weavingFailed("classes of " + loader
                        + " see no AspectJ runtime or another one than SIM's; remove aspectjrt from that class path");
            }
        }
        return known;
    }

    private static boolean findsOurRuntime(ClassLoader loader) {
        try {
            return Class.forName(JoinPoint.class.getName(), false, loader) == JoinPoint.class;
        } catch (ClassNotFoundException | LinkageError hidden) {
            return false;
        }
    }
}

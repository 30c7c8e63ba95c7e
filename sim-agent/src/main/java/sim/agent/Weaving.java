package sim.agent;

import aj.org.objectweb.asm.ClassReader;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.aspectj.lang.JoinPoint;
import org.aspectj.weaver.loadtime.ClassPreProcessorAgentAdapter;
import sim.metrics.probe.Metering;

/**
 * AspectJ's load-time weaver with a guard around it: what it must not touch it never sees, and what it cannot weave into
 * a loadable class, or only by taking out what its compiler has woven, is loaded as it was, counted. Runs on whatever thread
 * loads a class; never throws.
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
            boolean compiled = CompiledAspects.areIn(bytes);
            if (woven != null && woven != bytes && !(compiled && losesAspects(name, bytes, woven))) {
                return direct(woven);
            }
            return compiled ? direct(bytes) : null;
        } catch (Throwable failure) {
            Metering.runtime().weavingFailed(name.replace('/', '.') + ": " + failure);
            return null;
        }
    }

    /** Says what would be taken out of a compiled class: it stays as it was compiled. */
    private static boolean losesAspects(String name, byte[] compiled, byte[] woven) {
        Set<String> lost = CompiledAspects.lost(compiled, woven);
        if (lost.isEmpty()) {
            return false;
        }
        Metering.runtime()
                .weavingFailed(name.replace('/', '.') + " was compiled with aspects that are in no aop.xml, and"
                        + " would lose them: " + String.join(", ", lost));
        return true;
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

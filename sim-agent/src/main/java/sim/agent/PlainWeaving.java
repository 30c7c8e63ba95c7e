package sim.agent;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import sim.agent.cache.Verdict;
import sim.agent.code.Hierarchy;
import sim.agent.code.SerialVersion;

/**
 * Weaves a class without the weaver, where the configuration meters methods by their names and nothing else can be in it: that is told
 * from the class's names. On the threads that load classes.
 */
final class PlainWeaving {
    private final Map<ClassLoader, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());
    private final boolean isOff;

    /** @param isOff whether the weaver is to see everything */
    PlainWeaving(boolean isOff) {
        this.isOff = isOff;
    }

    Look look(ClassLoader loader) {
        Look known = looks.get(loader);
        if (known == null) {
            // never inside a lock: a loader of the application's may load classes to answer
            known = Look.of(loader);
            looks.put(loader, known);
        }
        return known;
    }

    /** What becomes of a class; null where the weaver has to be asked. Inside a job. Throws nothing for a class it cannot read. */
    Verdict weave(ClassLoader loader, String name, byte[] bytes) {
        Set<String> chosen = chosen(loader, name, bytes);
        return chosen == null
                ? null
                : chosen.isEmpty() ? Verdict.UNCHANGED : probed(loader, bytes, chosen);
    }

    /** The methods of a class that are metered, by name and descriptor; null where the weaver has to be asked. */
    Set<String> chosen(ClassLoader loader, String name, byte[] bytes) {
        return isOff ? null : look(loader).chosen(name, bytes, Hierarchy.of(loader));
    }

    /** A class the JVM would not accept so is the weaver's to try, and to say what is wrong. */
    private static Verdict probed(ClassLoader loader, byte[] bytes, Set<String> chosen) {
        try {
            Written probed = SiteProbes.put(new ClassReader(bytes), chosen);
            // a field more, which no verification looks at
            byte[] kept = SerialVersion.keep(bytes, probed.bytes(), Hierarchy.of(loader));
            return Acceptance.of(bytes, probed, loader).isGiven() ? Verdict.probed(kept) : null;
        } catch (RuntimeException unreadable) {
            return null;
        }
    }
}

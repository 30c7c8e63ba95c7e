package sim.agent;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import sim.agent.cache.WeavingResult;
import sim.agent.code.Hierarchy;
import sim.agent.code.SerialVersion;

/**
 * Weaves a class without the weaver, where the configuration meters methods by their names and nothing else can be in it: that is told
 * from the class's names. On the threads that load classes.
 */
final class PlainWeaving {
    private final Map<ClassLoader, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());
    private final boolean isHeard;

    /** @param isHeard whether the weaver is to see all that may match */
    PlainWeaving(boolean isHeard) {
        this.isHeard = isHeard;
    }

    /** What becomes of a class; null where the weaver has to be asked. Inside a job. Throws nothing for a class it cannot read. */
    WeavingResult weave(ClassLoader loader, String name, byte[] bytes) {
        Look look = look(loader);
        try {
            ClassReader read = new ClassReader(bytes);
            Set<String> chosen = look.chosen(name, read, bytes, Hierarchy.of(loader));
            return chosen == null
                    ? null
                    : chosen.isEmpty() ? WeavingResult.UNCHANGED : probed(loader, bytes, SiteProbes.put(read, chosen));
        } catch (RuntimeException unreadable) {
            return null; // the weaver says what is wrong with it
        }
    }

    /** The methods of a class that are metered, by name and descriptor; null where the weaver has to be asked. */
    Set<String> chosen(ClassLoader loader, String name, byte[] bytes) {
        Look look = look(loader);
        try {
            return look.chosen(name, new ClassReader(bytes), bytes, Hierarchy.of(loader));
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    private Look look(ClassLoader loader) {
        Look known = looks.get(loader);
        if (known == null) {
            // never inside a lock: a loader of the application's may load classes to answer
            known = Look.of(loader, isHeard);
            looks.put(loader, known);
        }
        return known;
    }

    /** A class the JVM would not accept so is the weaver's to try, and to say what is wrong. */
    private static WeavingResult probed(ClassLoader loader, byte[] bytes, Written probed) {
        // a field more, which no verification looks at
        byte[] kept = SerialVersion.keep(bytes, probed.bytes(), Hierarchy.of(loader));
        return Acceptance.of(bytes, probed, loader).isGiven() ? WeavingResult.probed(kept) : null;
    }
}

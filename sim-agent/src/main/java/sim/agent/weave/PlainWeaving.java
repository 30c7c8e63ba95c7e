package sim.agent.weave;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import sim.agent.cache.WeavingResult;
import sim.agent.code.CompiledAspects;
import sim.agent.code.Hierarchy;
import sim.agent.code.SerialVersion;
import sim.agent.configure.Configurations;
import sim.agent.identity.WeakIdentityMap;
import sim.agent.probe.Acceptance;
import sim.agent.probe.SiteProbes;
import sim.agent.probe.Written;

/**
 * Weaves a class without the weaver, where the configuration meters methods by their names and nothing else can be in it: that is told
 * from the class's names. On the threads that load classes.
 */
public final class PlainWeaving {
    private final WeakIdentityMap<ClassLoader, Look> looks = new WeakIdentityMap<>();
    /** A server's hundreds of loaders have one and the same configurations. */
    private final Map<List<String>, Look> ofTexts = Collections.synchronizedMap(new WeakHashMap<>());
    private final boolean isHeard;

    /** @param isHeard whether the weaver is to see all that may match */
    public PlainWeaving(boolean isHeard) {
        this.isHeard = isHeard;
    }

    /** Whether the configuration leaves a class out by its name alone. Most of a program's may be. */
    boolean isOut(ClassLoader loader, String name, byte[] bytes) {
        return look(loader).leavesOut(name) && !CompiledAspects.mayBeIn(bytes);
    }

    /** The result for a class; null if only the weaver can tell. Called inside a job. Throws nothing if it cannot read the class. */
    public WeavingResult weave(ClassLoader loader, String name, byte[] bytes) {
        if (isOut(loader, name, bytes)) {
            return WeavingResult.UNCHANGED;
        }
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
    public Set<String> chosen(ClassLoader loader, String name, byte[] bytes) {
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
            known = make(loader);
            looks.put(loader, known);
        }
        return known;
    }

    private Look make(ClassLoader loader) {
        try {
            List<String> texts = Configurations.texts(loader);
            return ofTexts.computeIfAbsent(texts, first -> Look.ofTexts(first, isHeard));
        } catch (IOException unreadable) {
            return Look.of(loader, isHeard);
        }
    }

    /** If the JVM would not accept the class, the weaver tries it and reports what is wrong. */
    private static WeavingResult probed(ClassLoader loader, byte[] bytes, Written probed) {
        // a field more, which no verification looks at
        byte[] kept = SerialVersion.keep(bytes, probed.bytes(), Hierarchy.of(loader));
        return Acceptance.of(bytes, probed, loader).isGiven() ? WeavingResult.probed(kept) : null;
    }
}

package sim.agent.inject;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Map;
import sim.agent.identity.WeakIdentityMap;

/**
 * Loads probe classes where the types of their handlers' parameters are visible: by the loader of the intercepted class if it finds the
 * probe, else by a child loader with the probes' own class path. Loads each probe once for each loader.
 */
public final class ProbeClasses {
    private static final WeakIdentityMap<ClassLoader, Map<String, WeakReference<LoadedProbe>>> LOADED = new WeakIdentityMap<>();
    private static final WeakIdentityMap<ClassLoader, WeakReference<ClassLoader>> BELOW = new WeakIdentityMap<>();
    private static volatile URL[] path = {};

    private ProbeClasses() {}

    /** Sets where probes are that are not on the application's class path. */
    public static void usePath(URL[] urls) {
        path = urls;
    }

    static LoadedProbe load(String probe, ClassLoader loader) throws ClassNotFoundException {
        Map<String, WeakReference<LoadedProbe>> known = LOADED.computeIfAbsent(loader, any -> new HashMap<>());
        LoadedProbe loaded = known(known, probe);
        // Outside any lock: the application's loader may wait for a thread that would wait for that lock.
        return loaded == null ? first(known, probe, new LoadedProbe(find(probe, loader))) : loaded;
    }

    private static LoadedProbe known(Map<String, WeakReference<LoadedProbe>> known, String probe) {
        synchronized (known) {
            WeakReference<LoadedProbe> reference = known.get(probe);
            return reference == null ? null : reference.get();
        }
    }

    /** If two threads loaded a probe at the same time, both get the first one's. */
    private static LoadedProbe first(Map<String, WeakReference<LoadedProbe>> known, String probe, LoadedProbe loaded) {
        synchronized (known) {
            LoadedProbe first = known(known, probe);
            if (first != null) {
                return first;
            }
            known.put(probe, new WeakReference<>(loaded));
            return loaded;
        }
    }

    private static Class<?> find(String probe, ClassLoader loader) throws ClassNotFoundException {
        try {
            return Class.forName(probe, true, loader);
        } catch (ClassNotFoundException elsewhere) {
            if (path.length == 0) {
                return Class.forName(probe, true, ClassLoader.getSystemClassLoader());
            }
            return Class.forName(probe, true, below(loader));
        }
    }

    private static ClassLoader below(ClassLoader loader) {
        synchronized (BELOW) {
            WeakReference<ClassLoader> known = BELOW.get(loader);
            ClassLoader found = known == null ? null : known.get();
            if (found == null) {
                found = new URLClassLoader("sim-probes", path, loader);
                BELOW.put(loader, new WeakReference<>(found));
            }
            return found;
        }
    }
}

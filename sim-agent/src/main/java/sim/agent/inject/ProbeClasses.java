package sim.agent.inject;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Loads probe classes where their handlers' parameters are to be found: by the loader of the intercepted class, else from the probes'
 * own class path by a loader below it. Each once a loader.
 */
public final class ProbeClasses {
    private static final Map<ClassLoader, Map<String, WeakReference<LoadedProbe>>> LOADED = Collections
            .synchronizedMap(new WeakHashMap<>());
    private static final Map<ClassLoader, WeakReference<ClassLoader>> BELOW = Collections
            .synchronizedMap(new WeakHashMap<>());
    private static volatile URL[] path = {};

    private ProbeClasses() {}

    /** Says where probes are that are not on the application's class path. */
    public static void usePath(URL[] urls) {
        path = urls;
    }

    static LoadedProbe load(String probe, ClassLoader loader) throws ClassNotFoundException {
        Map<String, WeakReference<LoadedProbe>> known = LOADED.computeIfAbsent(loader, any -> new HashMap<>());
        synchronized (known) {
            WeakReference<LoadedProbe> reference = known.get(probe);
            LoadedProbe loaded = reference == null ? null : reference.get();
            if (loaded == null) {
                loaded = new LoadedProbe(find(probe, loader));
                known.put(probe, new WeakReference<>(loaded));
            }
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

package sim.metrics.log;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Which of the application's classes are the diagnostic contexts of logging libraries: those that it has loaded itself, in whatever class loader. The agent
 * tells of them as they load; they are asked for on the collector's thread, so that no thread of the application waits for a class.
 */
public final class LogClasses {
    private static final Set<String> NAMES = Set.of("org.slf4j.MDC", "org.apache.logging.log4j.ThreadContext");
    /** Of as many class loaders. */
    private static final int MOST = 32;
    private static final List<Loading> LOADING = new ArrayList<>();
    private static volatile List<WeakReference<Class<?>>> loaded = List.of();

    private LogClasses() {}

    /** Whether a class of that name is such a context. */
    public static boolean isOne(String name) {
        return NAMES.contains(name);
    }

    /** A class loader begins to load one. */
    public static void loading(String name, ClassLoader by) {
        synchronized (LOADING) {
            if (LOADING.size() < MOST) {
                LOADING.add(new Loading(name, new WeakReference<>(by)));
            }
        }
    }

    /** Looks for those that were loading. The collector's thread. */
    static void look() {
        List<Loading> some;
        synchronized (LOADING) {
            if (LOADING.isEmpty()) {
                return;
            }
            some = new ArrayList<>(LOADING);
            LOADING.clear();
        }
        for (Loading each : some) {
            ClassLoader by = each.by.get();
            try {
                if (by != null) {
                    loaded(Class.forName(each.name, false, by));
                }
            } catch (ClassNotFoundException | LinkageError gone) {
                // it could not be loaded after all
            }
        }
    }

    /** The application has loaded one. */
    public static synchronized void loaded(Class<?> type) {
        List<WeakReference<Class<?>>> more = new ArrayList<>();
        for (Class<?> known : all()) {
            if (known == type) {
                return;
            }
            more.add(new WeakReference<>(known));
        }
        if (more.size() < MOST && Mdc.of(type) != null) {
            more.add(new WeakReference<>(type));
        }
        loaded = more;
    }

    /** Those that are loaded. */
    static Iterable<Class<?>> all() {
        List<WeakReference<Class<?>>> known = loaded;
        return () -> new Iterator<>() {
            private int at = -1;
            private Class<?> next = step();

            private Class<?> step() {
                Class<?> found = null;
                while (found == null && ++at < known.size()) {
                    found = known.get(at).get();
                }
                return found;
            }

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public Class<?> next() {
                Class<?> found = next;
                next = step();
                return found;
            }
        };
    }

    private record Loading(String name, WeakReference<ClassLoader> by) {}
}

package sim.metrics.log;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which of the application's classes are the diagnostic contexts of logging libraries: those that it has loaded itself, in whatever class loader. The agent
 * tells of them as they load; they are asked for and initialised on the collector's thread, so that no thread
 * of the application waits for a class.
 */
public final class LogClasses {
    private static final Set<String> NAMES = Set.of("org.slf4j.MDC", "org.apache.logging.log4j.ThreadContext");
    /** Of as many class loaders. */
    private static final int MOST = 32;
    private static final List<Loading> LOADING = new ArrayList<>();
    private static final AtomicLong UNUSED = new AtomicLong();
    private static volatile List<WeakReference<Class<?>>> loaded = List.of();

    private LogClasses() {}

    /** Whether a class of that name is such a context. */
    public static boolean isOne(String name) {
        return NAMES.contains(name);
    }

    /** A class loader begins to load one, or has loaded it. */
    public static void loading(String name, ClassLoader by) {
        synchronized (LOADING) {
            if (LOADING.size() < MOST) {
                LOADING.add(new Loading(name, new WeakReference<>(by)));
                return;
            }
        }
        UNUSED.incrementAndGet();
    }

    /** Those that were loading and are loaded now, each once. The collector's thread. */
    static List<Class<?>> found() {
        List<Loading> some;
        synchronized (LOADING) {
            if (LOADING.isEmpty()) {
                return List.of();
            }
            some = new ArrayList<>(LOADING);
            LOADING.clear();
        }
        List<Class<?>> found = new ArrayList<>();
        for (Loading each : some) {
            ClassLoader by = each.by.get();
            try {
                if (by != null) {
                    found.add(Class.forName(each.name, false, by));
                }
            } catch (ClassNotFoundException | LinkageError gone) {
                // it could not be loaded after all
            }
        }
        return found;
    }

    /**
     * Initialises one, as its first use would: here, so that no thread of the application does it where it enters a context. What the library
     * then asks of its thread is as on a thread of the application that has the class. The collector's thread.
     */
    static void prepare(Class<?> type) throws ClassNotFoundException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(type.getClassLoader());
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Has one used from here on, which is initialised. The collector's thread. */
    static void use(Class<?> type) {
        List<WeakReference<Class<?>>> more = new ArrayList<>();
        for (Class<?> known : all()) {
            if (known == type) {
                return;
            }
            more.add(new WeakReference<>(known));
        }
        if (Mdc.of(type) != null) {
            if (more.size() < MOST) {
                more.add(new WeakReference<>(type));
            } else {
                UNUSED.incrementAndGet();
            }
        }
        loaded = more;
    }

    /** How many were left alone, because there were too many. */
    static long unused() {
        return UNUSED.get();
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

package sim.metrics.log;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which of the application's classes are the diagnostic contexts of logging libraries: those that it has loaded itself, in whatever class loader. The agent
 * tells of them as they load. None is used before the application's own call has initialised it: what a library does then, such as looking for its
 * provider, it does on the application's thread, as it does bare.
 */
public final class LogClasses {
    private static final Set<String> NAMES = Set.of("org.slf4j.MDC", "org.apache.logging.log4j.ThreadContext");
    /** Of as many class loaders. */
    private static final int MOST = 32;
    private static final List<Loading> LOADING = new ArrayList<>();
    private static final AtomicLong UNUSED = new AtomicLong();
    private static volatile Finder finder = (name, by) -> null;
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

    /** Finds classes that the application has initialised, without a change of theirs. */
    public interface Finder {
        /** The class of that name that a loader has defined, once its own use has initialised it; null until then. */
        Class<?> initialised(String name, ClassLoader by);
    }

    /** From now on they are found by this. The agent, as it starts. */
    public static void findBy(Finder finding) {
        finder = finding;
    }

    /** Those that the application has begun to use, each once. The others are asked for again. The collector's thread. */
    static List<Class<?>> found() {
        List<Loading> some;
        synchronized (LOADING) {
            if (LOADING.isEmpty()) {
                return List.of();
            }
            some = new ArrayList<>(LOADING);
        }
        List<Class<?>> found = new ArrayList<>();
        List<Loading> done = new ArrayList<>();
        for (Loading each : some) {
            ClassLoader by = each.by.get();
            Class<?> type = by == null ? null : finder.initialised(each.name, by);
            if (type != null) {
                found.add(type);
            }
            if (type != null || by == null) {
                done.add(each);
            }
        }
        synchronized (LOADING) {
            LOADING.removeAll(done);
        }
        return found;
    }

    /** Has one used from here on. The collector's thread. */
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

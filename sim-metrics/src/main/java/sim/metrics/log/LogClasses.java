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
    /** So many are used, each of another class loader. */
    private static final int MOST = 32;
    /** So many more may wait until the application uses them: most never do, and one takes less than 200 bytes. */
    private static final int MOST_WAITING = 1_024;
    /** A class that was not defined when it was asked for so often never was: its loader is not asked again until it tries again. */
    private static final int MOST_ASKED = 12;
    private static final List<Loading> LOADING = new ArrayList<>();
    private static final AtomicLong UNUSED = new AtomicLong();
    private static volatile Finder finder = new Finder() {
        @Override
        public Class<?> defined(String name, ClassLoader by) {
            return null;
        }

        @Override
        public Boolean isUnused(Class<?> type) {
            return null;
        }
    };
    private static volatile List<WeakReference<Class<?>>> loaded = List.of();

    private LogClasses() {}

    /** Whether a class of that name is such a context. */
    public static boolean isOne(String name) {
        return NAMES.contains(name);
    }

    /** A class loader begins to load one, or has loaded it. */
    public static void loading(String name, ClassLoader by) {
        synchronized (LOADING) {
            for (Loading each : LOADING) {
                if (each.name.equals(name) && each.by.get() == by) {
                    return;
                }
            }
            if (LOADING.size() < MOST_WAITING) {
                LOADING.add(new Loading(name, new WeakReference<>(by)));
                return;
            }
        }
        UNUSED.incrementAndGet();
    }

    /** Finds classes that the application has initialised, without a change of theirs. */
    public interface Finder {
        /** The class of that name that a loader has defined; null until it has. */
        Class<?> defined(String name, ClassLoader by);

        /** Whether the application has not initialised it yet; null where the JVM does not tell. */
        Boolean isUnused(Class<?> type);
    }

    /** From now on they are found by this. The agent, as it starts. */
    public static void findBy(Finder finding) {
        finder = finding;
    }

    /**
     * Those that the application has begun to use, each once. The others are asked for again. Where the JVM does not tell, none is ever used. The
     * collector's thread.
     */
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
            Class<?> type = each.find(finder);
            if (type == null) {
                if (each.isGone()) {
                    done.add(each);
                }
                continue;
            }
            Boolean isUnused = finder.isUnused(type);
            if (isUnused == null) {
                UNUSED.incrementAndGet();
            } else if (!isUnused) {
                found.add(type);
            }
            if (isUnused == null || !isUnused) {
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

    /** How many were left alone, because there were too many, or because the JVM does not tell whether they are used. */
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

    /** One that a loader has begun to load. What is known of it since, the collector's thread alone uses. */
    private static final class Loading {
        final String name;
        final WeakReference<ClassLoader> by;
        /** The class, once it was found: to find it takes a look at all classes of its loader. */
        private WeakReference<Class<?>> type = new WeakReference<>(null);
        private int asked;

        Loading(String name, WeakReference<ClassLoader> by) {
            this.name = name;
            this.by = by;
        }

        /** Null if it is not defined yet, or is gone. */
        Class<?> find(Finder finder) {
            ClassLoader loader = by.get();
            Class<?> known = type.get();
            if (known == null && loader != null) {
                asked++;
                known = finder.defined(name, loader);
                type = new WeakReference<>(known);
            }
            return known;
        }

        /** Whether there is nothing to wait for. */
        boolean isGone() {
            return by.get() == null || asked >= MOST_ASKED;
        }
    }
}

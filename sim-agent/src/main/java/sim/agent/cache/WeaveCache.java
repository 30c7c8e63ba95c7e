package sim.agent.cache;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import sim.agent.identity.WeakIdentityMap;
import sim.base.failure.OwnThread;

/**
 * Keeps the weaving results of earlier starts in files. If all classes of a program are found, the weaver is not needed. Threads that
 * load classes read it. A thread of its own writes it after a time in which nothing was new, and when the JVM ends. If anything is in
 * doubt, a class counts as not found and is woven.
 */
public final class WeaveCache {
    /** The most loaders of a JVM. Classes of further ones are woven. */
    private static final int MOST_LOADERS = 500;
    /** The most bytes of classes that wait to be written. */
    private static final long MOST_WAITING = 64L << 20;
    /** A program that loads no class for this long, in ms, has started. */
    private static final long QUIET = 3_000;

    private final WeakIdentityMap<ClassLoader, View> ofLoaders = new WeakIdentityMap<>();
    private final WeakIdentityMap<ClassLoader, Boolean> without = new WeakIdentityMap<>();
    /**
     * The views, by content and files: the same content may be in other files, which change independently. They are held by their loaders, and until
     * they are written: an application that is deployed again and again leaves none behind, nor its open files.
     */
    private final Map<String, WeakReference<View>> views = new HashMap<>();
    private final Folder folder;
    private final Surroundings surroundings;
    private final Function<ClassLoader, URL[]> classPath;
    private final Looks looks = new Looks();
    private final Runnable damage;
    private final Runnable unwritten;
    private final AtomicLong waiting = new AtomicLong();
    private final Set<View> toWrite = new HashSet<>();
    private long lastNew;
    private boolean ending;
    private boolean isEndKnown;
    private Thread writer;

    private WeaveCache(Folder folder, Surroundings surroundings, Function<ClassLoader, URL[]> classPath,
            Runnable damage, Runnable unwritten) {
        this.folder = folder;
        this.surroundings = surroundings;
        this.classPath = classPath;
        this.damage = damage;
        this.unwritten = unwritten;
    }

    /**
     * Opens a directory.
     *
     * @param directory null for the user's usual one
     * @param largest bytes that it may take
     * @param arguments the arguments of the JVM
     * @param classPath where the JDK's loader of the class path looks
     * @param damage called for each pack that is not as it was written
     * @param unwritten called each time that classes cannot be written: the next start weaves them again
     * @throws IOException if it cannot be used
     */
    public static WeaveCache open(Path directory, long largest, List<String> arguments,
            Function<ClassLoader, URL[]> classPath, Runnable damage, Runnable unwritten)
            throws IOException {
        return new WeaveCache(Folder.open(directory == null ? Folder.usual() : directory, largest),
                new Surroundings(arguments), classPath, damage, unwritten);
    }

    /** The view of a loader's classes; null if it is not known on what they depend. */
    public View of(ClassLoader loader) {
        View known = ofLoaders.get(loader);
        if (known != null && known.isOf(loader)) {
            return known;
        }
        if (without.get(loader) != null) {
            return null;
        }
        // the weaver may have met what a loader had before it was given more
        View found = known == null ? look(loader) : null;
        if (found == null) {
            without.put(loader, true);
            ofLoaders.remove(loader);
        } else {
            ofLoaders.put(loader, found);
        }
        return found;
    }

    /**
     * The view for classes of loaders of which no files are known: each class is kept with the types on which it depends. Null if it is not
     * known on what else they depend.
     *
     * @param configurations the weaver's, as such a loader sees them
     */
    public View ofTypes(List<String> configurations) {
        try {
            Fingerprint print = new Fingerprint().add("types").add(surroundings.value());
            configurations.forEach(print::add);
            return view("types " + print.value(), print.value(), null);
        } catch (IOException unknown) {
            return null;
        }
    }

    private View view(String where, long key, Sight sight) {
        synchronized (views) {
            WeakReference<View> held = views.get(where);
            View known = held == null ? null : held.get();
            if (known == null) {
                views.values().removeIf(each -> each.get() == null);
                known = new View(this, key, sight, sight == null);
                views.put(where, new WeakReference<>(known));
            }
            return known;
        }
    }

    /** The view for the agent itself; null if nothing is kept. */
    public View own() {
        try {
            return new View(this, new Fingerprint().add(surroundings.value()).value(), null, false);
        } catch (IOException unknown) {
            return null;
        }
    }

    private View look(ClassLoader loader) {
        try {
            if (ofLoaders.size() >= MOST_LOADERS) {
                return null;
            }
            Sight sight = new Sight(loader, classPath, looks);
            long key = new Fingerprint().add(surroundings.value()).add(sight.value()).value();
            return view(key + " " + sight.files(), key, sight);
        } catch (IOException unknown) {
            return null;
        }
    }

    Folder folder() {
        return folder;
    }

    void foundDamage() {
        damage.run();
    }

    boolean hasRoom(long size) {
        return waiting.get() + size <= MOST_WAITING;
    }

    /** Notes that a view has something to write. */
    void waits(View view, long size) {
        waiting.addAndGet(size);
        synchronized (toWrite) {
            toWrite.add(view);
            lastNew = millis();
            if (writer == null && !ending) {
                start();
            }
            toWrite.notifyAll();
        }
    }

    /** By a clock that nobody sets. */
    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }

    private void start() {
        try {
            writer = OwnThread.of(this::write, "sim-weave-cache");
            if (!isEndKnown) {
                Runtime.getRuntime().addShutdownHook(OwnThread.of(this::end, "sim-weave-cache-end"));
                isEndKnown = true;
            }
            writer.start();
        } catch (IllegalStateException ends) {
            ending = true;
        } catch (OutOfMemoryError noThread) {
            writer = null; // the next class tries again
            unwritten.run();
        }
    }

    private void write() {
        try {
            while (true) {
                synchronized (toWrite) {
                    while (toWrite.isEmpty()) {
                        toWrite.wait();
                    }
                    long rest = lastNew + QUIET - millis();
                    while (rest > 0 && hasRoom(MOST_WAITING / 2)) {
                        toWrite.wait(rest);
                        rest = lastNew + QUIET - millis();
                    }
                }
                writeAll();
            }
        } catch (InterruptedException stop) {
            // only this thread is affected: the rest is written when the JVM ends
        } catch (Throwable failure) {
            unwritten.run(); // nothing may reach what the application does with failures of threads
            synchronized (toWrite) {
                writer = null; // the next class begins another one
            }
        }
    }

    private void end() {
        try {
            synchronized (toWrite) {
                ending = true;
            }
            writeAll();
        } catch (Throwable failure) {
            unwritten.run();
        }
    }

    synchronized void writeAll() {
        Set<View> taken;
        synchronized (toWrite) {
            taken = new HashSet<>(toWrite);
            toWrite.clear();
            waiting.set(0);
        }
        long[] written = {0};
        boolean isFull = false;
        for (View each : taken) {
            try {
                each.write(size -> written[0] += size);
            } catch (IOException | RuntimeException | Error full) {
                unwritten.run();
                isFull = true;
            }
        }
        if (written[0] > 0 || isFull) {
            folder.tidy();
        }
    }
}

package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * How sights look at files, and the folders of the class path as they were at the first look, for the JVM's life: each loader below it looks there too.
 * {@link Root#isAsSeen} guards them. A folder of a loader of its own is read for each such loader: it may be deployed again.
 */
final class Looks {
    /**
     * For so long, in ns, a folder counts as it was last seen, where the package was asked for before. A class path has up to 150 folders, and a
     * start loads some classes in this time.
     */
    static final long MOMENT = 5_000_000;

    private final LongSupplier clock;
    private final ToLongFunction<File> times;
    private final Map<File, Root> ofClassPath = new ConcurrentHashMap<>();

    Looks() {
        this(System::nanoTime, File::lastModified);
    }

    /**
     * @param clock in ns
     * @param times when something was last added to a folder or taken from it; 0 where there is none
     */
    Looks(LongSupplier clock, ToLongFunction<File> times) {
        this.clock = clock;
        this.times = times;
    }

    long now() {
        return clock.getAsLong();
    }

    long time(File file) {
        return times.applyAsLong(file);
    }

    /** A folder, or the place where one may come. */
    Root root(File file, boolean isOfClassPath, Contents contents) throws IOException {
        Root known = isOfClassPath ? ofClassPath.get(file) : null;
        if (known == null) {
            known = contents.root(file, this);
            if (isOfClassPath) {
                ofClassPath.put(file, known);
            }
        } else {
            contents.walked(known.files());
        }
        return known;
    }
}

package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Identifies everything that the weaver can learn from the files of a class loader and of the loaders above it: aspects, configurations,
 * which class extends which. What is in them counts ({@link Contents}), where they are does not. Loaders that look elsewhere than into
 * files have no sight. What became of their classes is kept by the bytes of each class, and with it the types on which it depends: see
 * {@link View#isOfTypes}. On the thread that loads a loader's first class, and on the one that writes what became of its classes.
 */
final class Sight {
    /** Thrown if a loader has no sight. */
    static final class Unknown extends IOException {
        private static final long serialVersionUID = 1;

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final String CLASS_PATHS = "jdk.internal.loader.ClassLoaders$AppClassLoader";

    private final WeakReference<ClassLoader> loader;
    private final Function<ClassLoader, URL[]> classPath;
    private final Fingerprint print = new Fingerprint();
    /** Files and folders that were read, and the fingerprints of their content. */
    private final List<File> files = new ArrayList<>();
    private final List<Long> prints = new ArrayList<>();
    private final Set<File> onPath = new HashSet<>();
    /** In how many places the loader and those above it look, at the first look. */
    private final int places;
    private final Looks looks;
    /** Null after the first look. */
    private Contents contents = new Contents();
    /** What is no jar: folders that were there at the first look, or may come. */
    private final Set<Root> roots = new LinkedHashSet<>();
    /** Jars that were not there at the first look. */
    private final List<Spot> missing = new ArrayList<>();
    /** The packages that were asked for: of another one each folder is looked at. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    /**
     * The sight of a loader.
     *
     * @param classPath where the JDK's loader of the class path looks
     * @param looks the JVM's
     * @throws IOException if it has none
     */
    Sight(ClassLoader loader, Function<ClassLoader, URL[]> classPath, Looks looks) throws IOException {
        this.looks = looks;
        this.loader = new WeakReference<>(loader);
        this.classPath = classPath;
        this.places = places(loader);
        URL[] urls = urls(loader);
        if (urls == null || urls.length == 0) {
            throw new Unknown();
        }
        add(loader);
        contents = null;
    }

    long value() {
        return print.value();
    }

    List<File> files() {
        return List.copyOf(files);
    }

    /** Whether the files are unchanged, and the loader has no further ones. */
    boolean holds() {
        try {
            ClassLoader alive = loader.get();
            if (alive != null && !isOf(alive)) {
                return false;
            }
            Contents now = new Contents(true);
            for (int i = 0; i < files.size(); i++) {
                if (now.of(files.get(i)) != prints.get(i)) {
                    return false;
                }
            }
            return true;
        } catch (IOException changed) {
            return false;
        }
    }

    /**
     * Whether nothing was added to a type's package since the first look, or taken from it, and no jar has come. A program may fill a folder of the
     * class path and empty it before it ends: then it looks as if nothing had happened.
     */
    boolean isAsSeen(String type) {
        String[] path = packages(type);
        // what a program has just filled is mostly a package of which it uses nothing yet
        long since = asked.add(path[0]) ? looks.now() : looks.now() - Looks.MOMENT;
        for (Spot each : missing) {
            if (!each.isUnchanged(since)) {
                return false;
            }
        }
        for (Root each : roots) {
            if (!each.isAsSeen(path, since)) {
                return false;
            }
        }
        return true;
    }

    /** A type's package, its parents and the empty name. */
    private static String[] packages(String type) {
        List<String> path = new ArrayList<>();
        for (int end = type.lastIndexOf('/'); end > 0; end = type.lastIndexOf('/', end - 1)) {
            path.add(type.substring(0, end));
        }
        path.add("");
        return path.toArray(new String[0]);
    }

    /** Whether a loader looks where it did at the first look. What it is given comes after the rest, and none of these loaders gives any up. */
    boolean isOf(ClassLoader at) {
        return places == places(at);
    }

    private int places(ClassLoader of) {
        int places = 0;
        for (ClassLoader each = of; each != null; each = each.getParent()) {
            URL[] urls = urls(each);
            places += urls == null ? 0 : urls.length;
        }
        return places;
    }

    /**
     * Where a loader looks, first in those above it; null if it is of another kind. Such a one may take classes from loaders beside it, look into its own
     * files first, and be given more at any time.
     */
    private URL[] urls(ClassLoader of) {
        String kind = of.getClass().getName();
        if (kind.equals(CLASS_PATHS)) {
            return classPath.apply(of);
        }
        return of instanceof URLClassLoader urls
                && (kind.startsWith("java.net.") || kind.startsWith("org.springframework.boot.loader."))
                        ? urls.getURLs()
                        : null;
    }

    /** Adds the loaders above first, then this one. */
    private void add(ClassLoader from) throws IOException {
        if (from == null || from == ClassLoader.getPlatformClassLoader()) {
            return;
        }
        URL[] urls = urls(from);
        if (urls == null) {
            throw new Unknown();
        }
        add(from.getParent());
        String kind = from.getClass().getName();
        print.add(kind);
        boolean isClassPath = kind.equals(CLASS_PATHS);
        for (URL each : urls) {
            addUrl(each.toString(), isClassPath);
        }
        if (isClassPath) {
            for (File each : Contents.modules(System.getProperty("jdk.module.path", ""))) {
                add(each, true);
            }
        }
    }

    private void addUrl(String url, boolean isOfClassPath) throws IOException {
        Place place = Place.of(url);
        print.add(place.inside());
        if (place.inside().isEmpty()) {
            addOnPath(place.file(), isOfClassPath);
        } else {
            add(place.file(), isOfClassPath);
        }
    }

    /** Adds an entry of the class path, and what the jar's manifest adds after it. */
    private void addOnPath(File entry, boolean isOfClassPath) throws IOException {
        if (!onPath.add(entry)) {
            return;
        }
        add(entry, isOfClassPath);
        String more = entry.isFile() ? Jar.of(entry).classPath() : "";
        if (more.isEmpty()) {
            return;
        }
        for (String each : more.split(" +")) {
            URI resolved;
            try {
                resolved = entry.getAbsoluteFile().toURI().resolve(each);
            } catch (IllegalArgumentException malformed) {
                throw new Unknown();
            }
            addOnPath(Place.of(resolved.toString()).file(), isOfClassPath);
        }
    }

    private void add(File file, boolean isOfClassPath) throws IOException {
        long content;
        if (file.isFile()) {
            content = contents.of(file);
        } else if (file.getName().endsWith(".jar") && !file.exists()) {
            content = 0;
            missing.add(new Spot(file, looks));
        } else {
            Root root = looks.root(file, isOfClassPath, contents);
            content = root.print();
            roots.add(root);
        }
        files.add(file);
        prints.add(content);
        print.add(content);
    }
}

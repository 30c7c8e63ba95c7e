package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Identifies everything that the weaver can learn from the files of a class loader and of the loaders above it: aspects, configurations,
 * which class extends which. What is in them counts ({@link Contents}), where they are does not. Loaders that look elsewhere than into
 * files have no sight. What became of their classes is kept by the bytes of each class, and with it the types on which it depends: see
 * {@link View#isOfTypes}. On the thread that loads a loader's first class, and on the one that writes what became of its classes.
 */
final class Sight {
    /** Thrown if a loader has no sight. */
    static final class Unknown extends Exception {
        private static final long serialVersionUID = 1;

        Unknown(String what) {
            super(what, null, false, false);
        }
    }

    private final WeakReference<ClassLoader> loader;
    private final Fingerprint print = new Fingerprint();
    /** Files and folders that were read, and the fingerprints of their content. */
    private final List<File> files = new ArrayList<>();
    private final List<Long> prints = new ArrayList<>();
    private final Set<File> onPath = new HashSet<>();
    /** Where the loader and those above it look, at the first look. */
    private final Set<String> places;
    private final Contents contents = new Contents();

    private Sight(ClassLoader loader) {
        this.loader = new WeakReference<>(loader);
        this.places = places(loader);
    }

    /**
     * The sight of a loader.
     *
     * @param agents jars that the JVM has added to the end of its class path
     */
    static Sight of(ClassLoader loader, List<String> agents) throws Unknown {
        Sight sight = new Sight(loader);
        if (loader instanceof URLClassLoader urls && urls.getURLs().length == 0) {
            throw new Unknown("it has no files");
        }
        try {
            sight.add(loader, agents);
        } catch (IOException unreadable) {
            throw new Unknown(unreadable.getMessage());
        }
        return sight;
    }

    long value() {
        return print.value();
    }

    List<File> files() {
        return List.copyOf(files);
    }

    /**
     * Whether the files are unchanged, and the loader has no further ones. It is not asked for a file again: it may be a web application's that is stopped by
     * now, and Tomcat logs that with a stack trace. Such a loader may have fewer places than before, so only more of them count.
     */
    boolean holds() {
        try {
            ClassLoader alive = loader.get();
            if (alive != null && !places.containsAll(places(alive))) {
                return false;
            }
            Contents now = new Contents();
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

    private static Set<String> places(ClassLoader of) {
        Set<String> places = new HashSet<>();
        int above = 0;
        for (ClassLoader each = of; each instanceof URLClassLoader urls; each = each.getParent()) {
            for (URL url : urls.getURLs()) {
                places.add(above + " " + url);
            }
            above++;
        }
        return places;
    }

    /** Adds the loaders above first, then this one. */
    private void add(ClassLoader from, List<String> agents) throws IOException, Unknown {
        if (from == null || from == ClassLoader.getPlatformClassLoader()) {
            return;
        }
        String kind = from.getClass().getName();
        boolean isTheSystems = kind.equals("jdk.internal.loader.ClassLoaders$AppClassLoader");
        if (!isTheSystems && !(from instanceof URLClassLoader)) {
            throw new Unknown(kind + " is no loader of files");
        }
        add(from.getParent(), agents);
        print.add(kind);
        if (isTheSystems) {
            addPath(System.getProperty("java.class.path", ""));
            for (File each : Contents.modules(System.getProperty("jdk.module.path", ""))) {
                add(each);
            }
            for (String each : agents) {
                addOnPath(new File(each));
            }
            return;
        }
        for (URL each : ((URLClassLoader) from).getURLs()) {
            addUrl(each.toString());
        }
        if (from.getClass() != URLClassLoader.class) {
            print.add(order((URLClassLoader) from));
        }
    }

    /** Where a loader of another kind looks first, found out with a file that exists nearly everywhere. */
    private static String order(URLClassLoader loader) {
        URL found = loader.getResource("META-INF/MANIFEST.MF");
        if (found == null) {
            return "nowhere";
        }
        for (URL each : loader.getURLs()) {
            if (found.toString().contains(each.toString())) {
                return "own";
            }
        }
        return "above";
    }

    private void addPath(String path) throws IOException, Unknown {
        for (String each : path.split(File.pathSeparator)) {
            addOnPath(new File(each.isEmpty() ? "." : each));
        }
    }

    private void addUrl(String url) throws IOException, Unknown {
        Place place = Place.of(url);
        print.add(place.inside());
        if (place.inside().isEmpty()) {
            addOnPath(place.file());
        } else {
            add(place.file());
        }
    }

    /** Adds an entry of the class path, and what the jar's manifest adds after it. */
    private void addOnPath(File entry) throws IOException, Unknown {
        if (!onPath.add(entry)) {
            return;
        }
        add(entry);
        String more = entry.isFile() ? Jar.of(entry).classPath() : "";
        if (more.isEmpty()) {
            return;
        }
        for (String each : more.split(" +")) {
            URI resolved;
            try {
                resolved = entry.getAbsoluteFile().toURI().resolve(each);
            } catch (IllegalArgumentException malformed) {
                throw new Unknown("Class-Path of " + entry + " has " + each);
            }
            addOnPath(Place.of(resolved.toString()).file());
        }
    }

    private void add(File file) throws IOException {
        long content = contents.of(file);
        files.add(file);
        prints.add(content);
        print.add(content);
    }
}

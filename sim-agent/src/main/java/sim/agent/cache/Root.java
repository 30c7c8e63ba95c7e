package sim.agent.cache;

import java.io.File;
import java.util.HashMap;
import java.util.Map;

/**
 * A folder that a loader looks into, with the packages in it as they were at the first look; or one that was not there. Filled on one thread, asked on
 * any.
 */
final class Root {
    private static final String CLASS = ".class";

    private final File file;
    private final Looks looks;
    /** The folders by what follows the root in their paths, with slashes. */
    private final Map<String, Spot> folders = new HashMap<>();
    private final long classes;
    private long print;
    private int files;
    /** Whether classes of no package were added or taken away. They may have been used since, so it stays so. */
    private volatile boolean hasOthers;

    Root(File file, Looks looks) {
        this.file = file;
        this.looks = looks;
        folders.put("", new Spot(file, looks));
        this.classes = classes();
    }

    /** Adds a folder in it, before its files are read. */
    void add(String inside, File folder) {
        folders.put(inside.replace(File.separatorChar, '/'), new Spot(folder, looks));
    }

    /** Sets what was found in it. */
    void read(long print, int files) {
        this.print = print;
        this.files = files;
    }

    /** Stands for its files; 0 if it was not there. */
    long print() {
        return print;
    }

    /** How many files are in it. */
    int files() {
        return files;
    }

    /**
     * Whether nothing was added to a package, or taken from it. Where the package is missing, the deepest folder of its path tells of many packages.
     *
     * @param path  the package, its parents and at last the empty name
     * @param since what was seen after this is not looked at again
     */
    boolean isAsSeen(String[] path, long since) {
        int at = 0;
        while (!folders.containsKey(path[at])) {
            at++;
        }
        Spot deepest = folders.get(path[at]);
        if (path[0].isEmpty()) {
            return deepest.isUnchanged(since) && deepest.isSettled() || hasTheSameClasses();
        }
        if (at == 0) {
            return deepest.isUnchanged(since);
        }
        return deepest.isSettled() && deepest.isUnchanged(since) || looks.time(new File(file, path[0])) == 0;
    }

    /** In a folder that is the working directory, a program may write what it likes. */
    private boolean hasTheSameClasses() {
        hasOthers |= classes != classes();
        return !hasOthers;
    }

    /** Stands for the classes of no package. */
    private long classes() {
        long sum = 0;
        File[] found = file.listFiles((folder, name) -> name.endsWith(CLASS));
        for (File each : found == null ? new File[0] : found) {
            sum += new Fingerprint().add(each.getName()).add(each.length()).add(each.lastModified()).value();
        }
        return sum;
    }
}

package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The directory of packs: one folder for each view, with a few packs in it. Only its owner may write it. Any number of JVMs may use it at
 * the same time: a pack gets its name when it is complete and is never changed; one that was deleted counts as never written.
 */
final class Folder {
    private static final String VERSION = "1";
    private static final String PACK = ".pack";
    private static final String UNFINISHED = ".tmp";
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");
    /** A pack that was not read for this long, in ms, counts as older than one that was. */
    private static final long USED_EVERY = 24 * 3_600_000L;
    /** Files that a killed JVM has left are deleted after this time, in ms. */
    private static final long ABANDONED = 3_600_000L;

    private final Path root;
    private final long largest;

    private Folder(Path root, long largest) {
        this.root = root;
        this.largest = largest;
    }

    /**
     * Opens a directory, and makes it if it does not exist.
     *
     * @param largest bytes that all packs together may take
     * @throws IOException if it cannot be used, or others may write it
     */
    static Folder open(Path directory, long largest) throws IOException {
        Path root = directory.toAbsolutePath().resolve(VERSION);
        boolean posix = root.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(root)) {
            Files.createDirectories(root.getParent());
            try {
                if (posix) {
                    Files.createDirectory(root, PosixFilePermissions.asFileAttribute(OWNERS));
                } else {
                    Files.createDirectory(root);
                }
            } catch (java.nio.file.FileAlreadyExistsException byAnother) {
                // checked below
            }
        }
        if (posix && (!Files.getPosixFilePermissions(root, LinkOption.NOFOLLOW_LINKS).equals(OWNERS)
                || !owner(root).equals(self()))) {
            throw new IOException("its folder " + VERSION
                    + " is not this user's alone: chmod 700; in Kubernetes fsGroupChangePolicy: OnRootMismatch");
        }
        return new Folder(root, largest);
    }

    /** The directory where programs of this user keep data that they can make again. */
    static Path usual() throws IOException {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String home = System.getProperty("user.home", "");
        String named = System.getenv(system.contains("win") ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
        if (named != null && new File(named).isAbsolute()) {
            return Path.of(named, "sim");
        }
        if (!new File(home).isAbsolute() || !Files.isDirectory(Path.of(home))) {
            throw new IOException("this user has no home directory");
        }
        return system.contains("win")
                ? Path.of(home, "AppData", "Local", "sim")
                : system.contains("mac") ? Path.of(home, "Library", "Caches", "sim") : Path.of(home, ".cache", "sim");
    }

    private static Object owner(Path path) throws IOException {
        return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    /** The user as whom this process acts. With sudo that is not the owner of the home directory. */
    private static Object self() throws IOException {
        Path process = Path.of("/proc/self");
        if (Files.exists(process)) {
            return Files.getAttribute(process, "unix:uid");
        }
        Path probe = Files.createTempFile("sim", null);
        try {
            return owner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private File of(long view) {
        return root.resolve(Long.toHexString(view)).toFile();
    }

    /** The complete packs of a view. Damaged ones are deleted. */
    List<Pack> packs(long view, Runnable damaged) {
        List<Pack> packs = new ArrayList<>();
        File[] files = of(view).listFiles((folder, name) -> name.endsWith(PACK));
        for (File each : files == null ? new File[0] : files) {
            try {
                packs.add(Pack.open(each, view));
                used(each);
            } catch (Pack.Damaged broken) {
                damaged.run();
                each.delete();
            } catch (IOException | RuntimeException gone) {
                // deleted meanwhile, or not readable
            }
        }
        return packs;
    }

    private static void used(File pack) {
        long now = System.currentTimeMillis();
        if (now - pack.lastModified() > USED_EVERY) {
            pack.setLastModified(now);
        }
    }

    /** A file with a name that nobody else uses. */
    File fresh(long view) throws IOException {
        File folder = of(view);
        if (!folder.isDirectory() && !folder.mkdir() && !folder.isDirectory()) {
            throw new IOException(folder + " cannot be made");
        }
        String name = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
        return new File(folder, name + PACK);
    }

    static File unfinished(File pack) {
        return new File(pack.getPath() + UNFINISHED);
    }

    /** Deletes what killed JVMs have left and, past the bound, the packs that were not used for longest. */
    void tidy() {
        List<File> packs = new ArrayList<>();
        long all = 0;
        long now = System.currentTimeMillis();
        File[] views = root.toFile().listFiles();
        for (File view : views == null ? new File[0] : views) {
            File[] files = view.listFiles();
            for (File each : files == null ? new File[0] : files) {
                if (each.getName().endsWith(PACK)) {
                    packs.add(each);
                    all += each.length();
                } else if (now - each.lastModified() > ABANDONED) {
                    each.delete();
                }
            }
            if (files != null && files.length == 0 && now - view.lastModified() > ABANDONED) {
                view.delete();
            }
        }
        if (all <= largest) {
            return;
        }
        for (File each : longestUnusedFirst(packs)) {
            long length = each.length();
            if (all > largest && each.delete()) {
                all -= length;
                each.getParentFile().delete(); // fails, as it should, while the folder is not empty
            }
        }
    }

    /** Each time is read once: a JVM that uses a pack changes it, and the order would contradict itself. */
    static List<File> longestUnusedFirst(List<File> packs) {
        Map<File, Long> times = new HashMap<>();
        packs.forEach(each -> times.put(each, each.lastModified()));
        return packs.stream().sorted(Comparator.comparing(times::get)).toList();
    }
}

package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * Identifies what is in files and folders, as far as weaving can depend on it. Of a jar its content counts, of a folder the names and bytes of the
 * files in it that the weaver may read. Their times do not: what builds an image or a reproducible archive, and what unpacks it, sets them. To read a
 * class takes a third of what finding it takes, and less than a look at the time of its last change, which cannot be set. On threads that load classes,
 * so not through a channel, which an interrupt would close.
 */
final class Contents {
    /** The most files in folders. Walking a larger tree takes longer than it may save. */
    private static final int MOST_FILES = 20_000;
    private static final String CLASS = ".class";
    /** The files that the weaver reads. */
    private static final String[] KINDS = {CLASS, ".xml", ".properties"};
    /** The most bytes of a configuration: larger files of its kind are the application's data. */
    private static final long LARGEST_CONFIGURATION = 1 << 20;

    private static final String MODULE = "module-info.class";

    private final byte[] some = new byte[16 << 10];
    private final boolean isAnew;
    private int walked;

    Contents() {
        this(false);
    }

    /** @param isAnew whether jars are read even where their files seem to be the same as before */
    Contents(boolean isAnew) {
        this.isAnew = isAnew;
    }

    /** What a module path leads to: jars, and folders that have the classes of one module. */
    static List<File> modules(String path) {
        List<File> modules = new ArrayList<>();
        for (String each : path.isEmpty() ? new String[0] : path.split(File.pathSeparator)) {
            File entry = new File(each);
            File[] inside = isModule(entry) ? null : entry.listFiles(Contents::isModule);
            if (inside == null) {
                modules.add(entry);
            } else {
                Arrays.sort(inside);
                modules.addAll(List.of(inside));
            }
        }
        return modules;
    }

    private static boolean isModule(File file) {
        return file.getName().endsWith(".jar") || new File(file, MODULE).exists();
    }

    /** The fingerprint of a jar or a folder; 0 where there is none. Of what is neither nothing is known: to read a pipe, one waits for who writes. */
    long of(File file) throws IOException {
        if (file.isDirectory()) {
            return folder(file.toPath(), null);
        }
        if (!file.exists()) {
            return 0;
        }
        if (!file.isFile()) {
            throw new Sight.Unknown();
        }
        return (isAnew ? Jar.read(file) : Jar.of(file)).print();
    }

    /** A folder, or the place where one may come, with what is there. Throws for what is neither. */
    Root root(File file, Looks looks) throws IOException {
        Root root = new Root(file, looks);
        int before = walked;
        root.read(file.isDirectory() ? folder(file.toPath(), root) : of(file), walked - before);
        return root;
    }

    /** Counts files that were read before. */
    void walked(int files) throws IOException {
        walked += files;
        if (walked > MOST_FILES) {
            throw new IOException("too many files");
        }
    }

    /**
     * That of the files in a folder, in any order.
     *
     * @param root takes the folders in it; may be null
     */
    private long folder(Path folder, Root root) throws IOException {
        long[] sum = {1};
        Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path inside, BasicFileAttributes is) {
                        if (root != null && !inside.equals(folder)) {
                            root.add(folder.relativize(inside).toString(), inside.toFile());
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
                        walked(1);
                        String name = file.toString();
                        for (String each : KINDS) {
                            if (name.endsWith(each) && is.isRegularFile()) { // a pipe is none
                                sum[0] += print(folder, file, is);
                            }
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                        return FileVisitResult.CONTINUE;
                    }
                });
        return sum[0];
    }

    private long print(Path folder, Path file, BasicFileAttributes is) throws IOException {
        byte[] name = folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8);
        Fingerprint print = new Fingerprint().add(name, 0, name.length).add(is.size());
        if (!file.toString().endsWith(CLASS) && is.size() > LARGEST_CONFIGURATION) {
            return print.add(is.lastModifiedTime().toMillis()).value();
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            int count = 0;
            for (long rest = is.size(); rest > 0 && count >= 0; rest -= count) { // not until it says that it ends: a call more
                count = in.read(some, 0, (int) Math.min(rest, some.length));
                print.add(some, 0, Math.max(count, 0));
            }
        }
        return print.value();
    }
}

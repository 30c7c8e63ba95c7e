package sim.agent.cache;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
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
 * Identifies what is in files and folders, as far as weaving can depend on it. Of a jar its content counts, of a folder the names, sizes and times of
 * the files in it that the weaver may read, and the bytes of its configurations. What makes images gives all files one time of long ago (Jib,
 * buildpacks, Bazel, Nix): of these the bytes count too. On threads that load classes, so not through a channel, which an interrupt would close.
 */
final class Contents {
    /** The most files in folders. Walking a larger tree takes longer than it may save. */
    private static final int MOST_FILES = 20_000;
    private static final String CLASS = ".class";
    /** The files that the weaver reads. */
    private static final String[] KINDS = {CLASS, ".xml", ".properties"};
    /** The most bytes of a configuration: larger files of its kind are the application's data. */
    private static final long LARGEST_CONFIGURATION = 1 << 20;
    /** The year 1990, ms. A time before is not that of any writing. */
    private static final long FIRST_WRITTEN = 631_152_000_000L;

    private static final String MODULE = "module-info.class";

    private int walked;

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

    /** The fingerprint of a jar or a folder; 0 where there is none. */
    long of(File file) throws IOException {
        if (file.isDirectory()) {
            return folder(file.toPath());
        }
        return file.exists() ? Jar.of(file).print() : 0;
    }

    /** That of the files in a folder, in any order. */
    private long folder(Path folder) throws IOException {
        long[] sum = {1};
        Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
                        if (++walked > MOST_FILES) {
                            throw new IOException("too many files");
                        }
                        String name = file.toString();
                        for (String each : KINDS) {
                            if (name.endsWith(each)) {
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

    private static long print(Path folder, Path file, BasicFileAttributes is) throws IOException {
        byte[] name = folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8);
        long written = is.lastModifiedTime().toMillis();
        Fingerprint print = new Fingerprint().add(name, 0, name.length).add(is.size()).add(written);
        if (written < FIRST_WRITTEN || !file.toString().endsWith(CLASS) && is.size() <= LARGEST_CONFIGURATION) {
            try (InputStream in = new FileInputStream(file.toFile())) {
                byte[] content = in.readAllBytes();
                print.add(content, 0, content.length);
            }
        }
        return print.value();
    }
}

package sim.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Where a fleet's store is made. It may be kept, so that later runs ask it without making it. What is asked is a copy, because a
 * server that runs rolls up and removes; segments never change, so the copy has links to them.
 */
final class FleetStore implements AutoCloseable {
    private static final String SEGMENTS = "segments";

    private final Path folder;
    private final Path marker;
    private final Path asked;

    /** @param folder need not exist */
    FleetStore(Path folder) {
        this.folder = folder;
        this.marker = folder.resolve("made.properties");
        this.asked = folder.resolve("asked");
    }

    /** Whether one of this size is there. Fails if there is anything else, because making would destroy it. */
    boolean isMade(Fleet.Size size) throws IOException {
        if (Files.exists(marker)) {
            String there = properties().getProperty("size");
            if (!size.toString().equals(there)) {
                throw new IOException(folder + " has a fleet of " + there + ", not of " + size
                        + "; ask for that one with --fleet, or name another folder with --fleet-keep");
            }
            return true;
        }
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new IOException(folder + " has files but no fleet that was made to its end; remove them, or "
                            + "name another folder with --fleet-keep");
                }
            }
        }
        return false;
    }

    /** Where the store is made. */
    Path made() throws IOException {
        return Files.createDirectories(folder.resolve("store"));
    }

    /** Notes that it is whole. */
    void isWhole(Fleet.Size size, long endMillis) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("size", size.toString());
        properties.setProperty("end", String.valueOf(endMillis));
        Path written = folder.resolve("made.tmp"); // a marker that is there is whole
        try (OutputStream out = Files.newOutputStream(written)) {
            properties.store(out, null);
        }
        Files.move(written, marker);
    }

    /** Up to when it has calls, in ms since the epoch. */
    long end() throws IOException {
        return Long.parseLong(properties().getProperty("end"));
    }

    /** A copy for a server; the one before is removed. */
    Path copy() throws IOException {
        close();
        Path made = made();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(made)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path relative = made.relativize(file);
            Path to = asked.resolve(relative);
            Files.createDirectories(to.getParent());
            if (relative.startsWith(SEGMENTS) && relative.toString().endsWith(".parquet")) { // else the server writes into it
                link(to, file);
            } else {
                Files.copy(file, to);
            }
        }
        return asked;
    }

    private static void link(Path to, Path file) throws IOException {
        try {
            Files.createLink(to, file);
        } catch (UnsupportedOperationException noLinks) {
            Files.copy(file, to);
        }
    }

    private Properties properties() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(marker)) {
            properties.load(in);
        }
        return properties;
    }

    /** Removes the copy. */
    @Override
    public void close() throws IOException {
        if (Files.exists(asked)) {
            try (Stream<Path> files = Files.walk(asked)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}

package sim.agent.ahead;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Reads a jar or war, and writes it again with changed classes. Entries keep their order; new ones come last. Entries that were stored
 * uncompressed stay so, because launchers of nested jars need that.
 */
public final class Archive implements AutoCloseable {
    /** The attribute of the manifest by which the agent recognises a woven archive. */
    public static final String WOVEN = "Sim-Woven";
    private static final String MANIFEST = JarFile.MANIFEST_NAME;

    private final Path file;
    private final ZipFile zip;
    private final List<? extends ZipEntry> entries;

    private Archive(Path file, ZipFile zip) {
        this.file = file;
        this.zip = zip;
        this.entries = Collections.list(zip.entries());
    }

    public static Archive open(Path file) throws IOException {
        return new Archive(file, new ZipFile(file.toFile()));
    }

    public Path file() {
        return file;
    }

    /** The names of all entries that are no folders, in their order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (ZipEntry each : entries) {
            if (!each.isDirectory()) {
                names.add(each.getName());
            }
        }
        return names;
    }

    public byte[] read(String name) throws IOException {
        try (InputStream in = zip.getInputStream(zip.getEntry(name))) {
            return in.readAllBytes();
        }
    }

    /** The entry with the signature; null if the archive is not signed. */
    public String signature() {
        for (String each : names()) {
            if (each.matches("(?i)META-INF/[^/]+\\.SF")) {
                return each;
            }
        }
        return null;
    }

    private Manifest manifest() throws IOException {
        return zip.getEntry(MANIFEST) == null ? new Manifest() : new Manifest(new ByteArrayInputStream(read(MANIFEST)));
    }

    /** A main attribute of the manifest; null if there is none with this name. */
    public String attribute(String name) throws IOException {
        return manifest().getMainAttributes().getValue(name);
    }

    /** The versions of Java for which it has classes of their own. */
    public TreeSet<Integer> versions() throws IOException {
        TreeSet<Integer> versions = new TreeSet<>();
        if (Boolean.parseBoolean(attribute("Multi-Release"))) {
            for (String each : names()) {
                if (each.matches("META-INF/versions/\\d+/.+")) {
                    versions.add(Integer.parseInt(each.split("/")[2]));
                }
            }
        }
        return versions;
    }

    /** Extracts the entries below {@code prefix} into a folder. */
    public void extract(String prefix, Path folder) throws IOException {
        for (String each : names()) {
            if (each.startsWith(prefix)) {
                Path to = folder.resolve(each.substring(prefix.length())).normalize();
                if (!to.startsWith(folder)) {
                    throw new IOException(file + " has an entry that leads out of it: " + each);
                }
                Files.createDirectories(to.getParent());
                Files.write(to, read(each));
            }
        }
    }

    /**
     * Writes the archive again.
     *
     * @param changed changed and new entries, by name
     * @param mark the value of {@link #WOVEN}
     */
    public void write(Path to, Map<String, byte[]> changed, String mark) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
            write(out, changed, mark);
        }
    }

    public byte[] written(Map<String, byte[]> changed, String mark) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, changed, mark);
        return out.toByteArray();
    }

    private void write(OutputStream to, Map<String, byte[]> changed, String mark) throws IOException {
        Manifest manifest = manifest();
        manifest.getMainAttributes().putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(WOVEN, mark);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        manifest.write(text);
        try (ZipOutputStream out = new ZipOutputStream(to)) {
            if (zip.getEntry(MANIFEST) == null) {
                put(out, new ZipEntry(MANIFEST), text.toByteArray());
            }
            for (ZipEntry each : entries) {
                byte[] bytes = each.getName().equals(MANIFEST) ? text.toByteArray() : changed.get(each.getName());
                put(out, each, bytes != null ? bytes : each.isDirectory() ? new byte[0] : read(each.getName()));
            }
            for (Map.Entry<String, byte[]> each : changed.entrySet()) {
                if (zip.getEntry(each.getKey()) == null) {
                    put(out, new ZipEntry(each.getKey()), each.getValue());
                }
            }
        }
    }

    private static void put(ZipOutputStream out, ZipEntry was, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(was.getName());
        // fixed, so that the same input makes the same output
        entry.setTime(was.getTime() < 0 ? 315_619_200_000L : was.getTime());
        entry.setComment(was.getComment());
        if (was.getMethod() == ZipEntry.STORED) {
            CRC32 checksum = new CRC32();
            checksum.update(bytes);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(checksum.getValue());
        }
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}

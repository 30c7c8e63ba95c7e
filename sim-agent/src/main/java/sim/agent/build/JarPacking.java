package sim.agent.build;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Run by the build on the agent's jar, after {@link WeaverRelocation}: writes it without what no JVM needs. That is, the entries of folders
 * and packages, the names of local variables, and the classes of Jackson, ASM and the weaver that no other class names. What is called
 * {@code org.aspectj} stays whole: applications' aspects are written against it.
 */
public final class JarPacking {
    /** Libraries whose classes nobody but SIM and the weaver finds, for their names are not those of the originals. */
    private static final Set<String> RENAMED = Set.of("sim/collector/relocated/", WeaverRelocation.OWN);
    private static final String CLASS = ".class";

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private JarPacking(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements();) {
                ZipEntry each = all.nextElement();
                if (!each.isDirectory() && !each.getName().endsWith("/package-info.class")) {
                    files.put(each.getName(), zip.getInputStream(each).readAllBytes());
                }
            }
        }
    }

    /** @param args the agent's jar, and the time all its entries get */
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        JarPacking packing = new JarPacking(jar);
        packing.leaveOutUnnamed();
        packing.files.replaceAll((name, file) -> name.endsWith(CLASS) ? SmallClass.of(file) : file);
        packing.write(jar, LocalDateTime.ofInstant(Instant.parse(args[1]), ZoneOffset.UTC));
    }

    private void leaveOutUnnamed() {
        Set<String> kept = new LinkedHashSet<>(files.keySet());
        kept.removeIf(JarPacking::isRenamed);
        Deque<String> open = new ArrayDeque<>(kept);
        while (!open.isEmpty()) {
            String file = open.pop();
            if (file.endsWith(CLASS)) {
                for (String name : NamedClasses.in(files.get(file))) {
                    if (files.containsKey(name + CLASS) && kept.add(name + CLASS)) {
                        open.push(name + CLASS);
                    }
                }
            }
        }
        files.keySet().retainAll(kept);
    }

    private static boolean isRenamed(String file) {
        return file.endsWith(CLASS) && RENAMED.stream().anyMatch(file::startsWith);
    }

    private void write(Path jar, LocalDateTime time) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(jar));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                zip.putNextEntry(entry(each.getKey(), each.getValue(), time));
                zip.write(each.getValue());
                zip.closeEntry();
            }
        }
    }

    /** An entry of which everything is known before it is written: else its sizes stand a second time behind it, 16 bytes. */
    private static ZipEntry entry(String name, byte[] file, LocalDateTime time) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(time);
        entry.setSize(file.length);
        entry.setCompressedSize(compressed(file));
        CRC32 sum = new CRC32();
        sum.update(file);
        entry.setCrc(sum.getValue());
        return entry;
    }

    private static long compressed(byte[] file) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try {
            deflater.setInput(file);
            deflater.finish();
            byte[] into = new byte[8192];
            while (!deflater.finished()) {
                deflater.deflate(into);
            }
            return deflater.getBytesWritten();
        } finally {
            deflater.end();
        }
    }
}

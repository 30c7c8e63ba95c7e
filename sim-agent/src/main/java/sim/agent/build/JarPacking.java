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
                ZipEntry entry = new ZipEntry(each.getKey());
                entry.setTimeLocal(time);
                zip.putNextEntry(entry);
                zip.write(each.getValue());
                zip.closeEntry();
            }
        }
    }
}

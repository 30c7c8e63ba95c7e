package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program woven before it starts is the one the agent makes at its start. */
class WeaveCommandIT {
    private static final Path STYLES = ChildJvm.CLASSES.resolve("styles-aop.xml");
    private static final String EVERYTHING = "<aspectj><aspects><concrete-aspect name=\"woven.Everything\""
            + " extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\"><pointcut name=\"methodsToInstrument\""
            + " expression=\"execution(* woven.Plain.*(..))\"/></concrete-aspect></aspects></aspectj>";

    @TempDir
    Path folder;

    @Test
    void theSameClassesAsAtLoadTimeByteForByte() throws IOException {
        Path jar = jar("program.jar", classes(""));
        ChildJvm.Result weaving = weave(jar, STYLES);
        assertThat(weaving.exit()).as(weaving.all()).isZero();
        String woven = folder.resolve("woven.jar").toString();
        ChildJvm.Result loaded = start(new ChildJvm().agent("aop=" + STYLES), "loaded", jar.toString());
        ChildJvm.Result alone = start(new ChildJvm().flag("-Dsim.server=127.0.0.1:1").flag("-Dsim.interval=1h")
                .flag("-Dsim.hotspot.enabled=false"), "alone", woven + File.pathSeparator + ChildJvm.AGENT);
        ChildJvm.Result beside = start(new ChildJvm().agent("aop=" + STYLES), "beside", woven);
        assertThat(facts(alone)).isEqualTo(facts(loaded)).contains("count woven.Styles.byConfiguration 3 errors 0");
        assertThat(facts(beside)).isEqualTo(facts(loaded));
        assertThat(beside.after("counter weaving.skipped.built ")).isNotNull();
        Map<String, String> atLoadTime = checksums("loaded");
        assertThat(atLoadTime).containsKeys("woven.Styles", "woven.ConfiguredInterceptor");
        atLoadTime.remove("woven.ConfiguredInterceptor"); // the weaver defines it; with direct probes nobody asks for it
        assertThat(checksums("alone")).containsAllEntriesOf(atLoadTime);
        assertThat(checksums("beside")).containsAllEntriesOf(atLoadTime);
    }

    @Test
    void nestedJarsStayStoredAndEachVersionIsWoven() throws IOException {
        byte[] plain = Files.readAllBytes(ChildJvm.CLASSES.resolve("woven/Plain.class"));
        byte[] inner = bytes(Map.of("META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "META-INF/versions/9/woven/Plain.class", plain, "note.txt",
                "text".getBytes(StandardCharsets.US_ASCII)));
        Path jar = jar("fat.jar", Map.of("BOOT-INF/classes/woven/Plain.class", plain, "BOOT-INF/lib/inner.jar", inner,
                "BOOT-INF/lib/signed.jar", bytes(Map.of("META-INF/A.SF", plain, "woven/Plain.class", plain))));
        ChildJvm.Result weaving = weave(jar, Files.writeString(folder.resolve("aop.xml"), EVERYTHING));
        assertThat(weaving.exit()).as(weaving.all()).isZero();
        assertThat(weaving.err()).contains("sim: not woven, it is signed: BOOT-INF/lib/signed.jar");
        try (ZipFile woven = new ZipFile(folder.resolve("woven.jar").toFile())) {
            assertThat(woven.getEntry("BOOT-INF/lib/inner.jar").getMethod()).isEqualTo(ZipEntry.STORED);
            assertThat(text(woven, "BOOT-INF/classes/woven/Plain.class")).contains("sim$site");
            // the aspect, which the weaver makes: nobody asked it
            assertThat(woven.getEntry("BOOT-INF/classes/woven/Everything.class")).isNull();
            byte[] nested = woven.getInputStream(woven.getEntry("BOOT-INF/lib/inner.jar")).readAllBytes();
            Map<String, String> inside = new TreeMap<>();
            try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(nested))) {
                assertThat(in.getManifest().getMainAttributes().getValue("Multi-Release")).isEqualTo("true");
                for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                    inside.put(each.getName(), new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
                }
            }
            assertThat(inside.get("META-INF/versions/9/woven/Plain.class")).contains("sim$site");
            assertThat(inside).containsEntry("note.txt", "text");
        }
    }

    @Test
    void whatCannotBeWovenIsRefusedByName() throws IOException {
        Path signed = jar("signed.jar",
                Map.of("META-INF/OWNER.SF", new byte[]{1}, "META-INF/OWNER.RSA", new byte[]{1}));
        ChildJvm.Result refused = weave(signed, STYLES);
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).hasSize(1)
                .allMatch(line -> line.contains("signed.jar is signed (META-INF/OWNER.SF)"));
        assertThat(weave(Files.writeString(folder.resolve("text.jar"), "no jar"), STYLES).err())
                .anyMatch(line -> line.contains("text.jar is no jar"));
        assertThat(folder.resolve("woven.jar")).doesNotExist();
    }

    private ChildJvm.Result weave(Path jar, Path aop) {
        return new ChildJvm().run(ChildJvm.AGENT.toString(), "sim.agent.About", "weave", jar.toString(),
                "--aop",
                aop.toString(), "-o", folder.resolve("woven.jar").toString());
    }

    private ChildJvm.Result start(ChildJvm jvm, String name, String path) {
        ChildJvm.Result run = jvm.flag("-Xlog:class+load=debug:file=" + folder.resolve(name + ".log")).run(path,
                "woven.Styles");
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }

    /** Size and checksum of the program's classes as the JVM was given them. */
    private Map<String, String> checksums(String name) throws IOException {
        Map<String, String> found = new TreeMap<>();
        String last = "";
        for (String line : Files.readAllLines(folder.resolve(name + ".log"))) {
            String text = line.replaceAll("^(\\[[^]]*])+ *", "");
            if (text.contains("checksum:")) {
                if (last.startsWith("woven.") && !last.contains("/")) {
                    found.put(last, text.replaceAll(".*(bytes: .*)", "$1"));
                }
            } else if (text.contains(" source: ")) {
                last = text.substring(0, text.indexOf(' '));
            }
        }
        return found;
    }

    private static List<String> facts(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("count ") || line.startsWith("context ")).toList();
    }

    private static Map<String, byte[]> classes(String prefix) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(ChildJvm.CLASSES.resolve("woven"))) {
            for (Path each : files.sorted().toList()) {
                String name = each.getFileName().toString();
                if (name.matches("(Styles|Report|CodeStyle|AnnotationStyle)\\w*(\\$.*)?\\.class")) {
                    entries.put(prefix + "woven/" + name, Files.readAllBytes(each));
                }
            }
        }
        return entries;
    }

    private Path jar(String name, Map<String, byte[]> entries) throws IOException {
        return Files.write(folder.resolve(name), bytes(entries));
    }

    /** The manifest first; nested jars stored. */
    private static byte[] bytes(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream((OutputStream) bytes)) {
            for (Map.Entry<String, byte[]> each : new TreeMap<>(entries).entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                if (each.getKey().endsWith(".jar")) {
                    CRC32 checksum = new CRC32();
                    checksum.update(each.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(each.getValue().length);
                    entry.setCrc(checksum.getValue());
                }
                out.putNextEntry(entry);
                out.write(each.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static String text(ZipFile zip, String name) throws IOException {
        return new String(zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.ISO_8859_1);
    }
}

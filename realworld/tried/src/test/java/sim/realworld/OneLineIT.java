package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.launch.JarLauncher;
import tools.jackson.databind.JsonNode;

/** The README's one line for a program without annotations, with a Spring Boot jar: requests, statements and own methods are there. */
class OneLineIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String JDBC = "sim.payload.library.jdbc.JdbcProbe";

    @TempDir
    Path folder;

    @Test
    void aSpringBootJarShowsRequestsStatementsAndItsOwnMethods() throws Exception {
        Path jar = bootJar();
        Path errors = folder.resolve("err.txt");
        try (Server server = new Server(ROOT, JAVA)) {
            Process shop = Started.start(new ProcessBuilder(JAVA.toString(), "-XX:TieredStopAtLevel=1",
                    "-Dsim.weave.cache=off", "-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar")
                            + "=application=boot,server=127.0.0.1:" + server.port()
                            + ",packages=shop,libraries=auto,payload.record=all,exit.flush=60s",
                    "-jar", jar.toString()).redirectOutput(folder.resolve("out.txt").toFile())
                    .redirectError(errors.toFile()));
            assertThat(shop.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(shop.exitValue()).as(Files.readString(errors)).isZero();
            assertThat(Files.readAllLines(folder.resolve("out.txt"))).contains("no pieces: 400", "unknown user: 401",
                    "closed");
            assertThat(Files.readAllLines(errors)).noneMatch(line -> line.startsWith("sim:")
                    && !line.contains("agent server") && !line.contains("shipped"));
            Awaitility.await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> server.get("applications").get(0).path("complete").asBoolean());

            assertThat(counts(server.get("calltree?application=boot&last=1h&splits=true&limit=100000").path("nodes"),
                    "split", "method")).containsEntry("POST /orders", 201L).containsEntry("GET /orders/count", 1L);
            assertThat(server.calls("boot", "shop.Orders", "place")).as("200, and one that is refused").isEqualTo(201);
            assertThat(server.calls("boot", "shop.OrderController", "count")).isEqualTo(1);
            assertThat(counts(server.get("payloads/hotspots?application=boot&last=1h&limit=10000&probe=" + JDBC)
                    .path("payloads"), "text", "text"))
                    .containsEntry("insert into orders (article,pieces,id) values (?,?,?)", 200L)
                    .containsEntry("create table orders (pieces integer not null, id bigint not null, "
                            + "article varchar(?), primary key (id))", 1L);
        }
    }

    /** The counts of what has a field, by the text of another. */
    private static Map<String, Long> counts(JsonNode all, String having, String text) {
        Map<String, Long> counts = new TreeMap<>();
        all.forEach(each -> {
            if (each.has(having)) {
                counts.merge(each.path(text).asString(), each.path("count").asLong(), Long::sum);
            }
        });
        return counts;
    }

    /** As Boot's build makes it: the program and its jars inside, not compressed, and the loader's classes outside. */
    private Path bootJar() throws Exception {
        Path module = ROOT.resolve("realworld/spring-boot");
        Path file = folder.resolve("shop.jar");
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, JarLauncher.class.getName());
        main.putValue("Start-Class", "shop.Shop");
        main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out, manifest)) {
            Path loader = Path.of(JarLauncher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (JarFile classes = new JarFile(loader.toFile())) {
                for (Enumeration<JarEntry> each = classes.entries(); each.hasMoreElements();) {
                    JarEntry entry = each.nextElement();
                    if (entry.getName().endsWith(".class")) {
                        try (InputStream content = classes.getInputStream(entry)) {
                            put(jar, entry.getName(), content.readAllBytes());
                        }
                    }
                }
            }
            Path own = module.resolve("target/classes");
            List<Path> files;
            try (Stream<Path> found = Files.walk(own)) {
                files = found.filter(Files::isRegularFile).toList();
            }
            for (Path each : files) {
                put(jar, "BOOT-INF/classes/" + own.relativize(each).toString().replace('\\', '/'),
                        Files.readAllBytes(each));
            }
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(module.resolve("target/lib"), "*.jar")) {
                for (Path each : jars) {
                    put(jar, "BOOT-INF/lib/" + each.getFileName(), Files.readAllBytes(each));
                }
            }
        }
        return file;
    }

    private static void put(JarOutputStream jar, String name, byte[] content) throws IOException {
        CRC32 check = new CRC32();
        check.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(check.getValue());
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}

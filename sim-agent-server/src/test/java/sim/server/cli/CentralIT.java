package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code config/Central.java}, which {@code config/release} runs, with this checkout's POMs, jars that are empty, and a key of this test's own. */
class CentralIT {
    private static final String VERSION = "9.8.7";

    @TempDir
    Path folder;

    private Path build;

    /** What a build with the profile {@code release} leaves. */
    @BeforeEach
    void built() throws IOException {
        build = Files.createDirectory(folder.resolve("build"));
        List<Path> modules = new ArrayList<>(List.of(Path.of("..")));
        try (Stream<Path> inside = Files.list(Path.of(".."))) {
            inside.filter(each -> each.getFileName().toString().startsWith("sim-")).forEach(modules::add);
        }
        for (Path module : modules) {
            String name = module.getFileName().toString();
            Path to = name.equals("..") ? build : Files.createDirectory(build.resolve(name));
            String pom = Files.readString(module.resolve("pom.xml")).replace("1.0.0-SNAPSHOT", VERSION);
            Files.writeString(to.resolve("pom.xml"), pom);
            Path target = Files.createDirectory(to.resolve("target"));
            String jar = pom.contains("<finalName>" + name) ? name : name + "-" + VERSION;
            for (String part : List.of("", "-sources", "-javadoc")) {
                if (!part.equals("-javadoc") || !pom.contains("maven.javadoc.skip")) {
                    Files.writeString(target.resolve(jar + part + ".jar"), name + part);
                }
            }
        }
    }

    @AfterEach
    void noAgentOfGpgStays() throws Exception {
        if (Files.exists(folder.resolve("gnupg"))) {
            run(0, "gpgconf", "--kill", "all");
        }
    }

    @Test
    void theBundleHasWhatThePortalWants() throws Exception {
        assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> new File(each, "gpg").canExecute()), "no gpg on the path");
        Files.createDirectory(folder.resolve("gnupg"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        run(0, "gpg", "--batch", "--passphrase", "", "--quick-gen-key", "release@sim.invalid", "ed25519", "sign", "1d");
        String said = central(0, "release@sim.invalid");
        assertThat(said).contains("the group 'sim' is no namespace", "name no home that exists")
                .doesNotContain("NOT SIGNED");
        TreeSet<String> artifacts = new TreeSet<>();
        try (Stream<Path> inside = Files.list(folder.resolve("to").resolve("sim"))) {
            inside.forEach(each -> artifacts.add(each.getFileName().toString()));
        }
        assertThat(artifacts).contains("sim-parent", "sim-bom", "sim-agent", "sim-agent-server", "sim-aspects",
                "sim-annotations").doesNotContain("sim-testkit");
        int files = 0;
        for (String artifact : artifacts) {
            Path of = folder.resolve("to").resolve("sim").resolve(artifact).resolve(VERSION);
            boolean isPom = artifact.equals("sim-parent") || artifact.equals("sim-bom");
            for (String end : isPom
                    ? List.of(".pom")
                    : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar")) {
                Path file = of.resolve(artifact + "-" + VERSION + end);
                for (String[] sum : new String[][]{{"md5", "MD5"}, {"sha1", "SHA-1"}, {"sha256", "SHA-256"}}) {
                    assertThat(of.resolve(file.getFileName() + "." + sum[0])).hasContent(HexFormat.of()
                            .formatHex(MessageDigest.getInstance(sum[1]).digest(Files.readAllBytes(file))));
                }
                run(0, "gpg", "--verify", file + ".asc", file.toString());
                files += 5;
            }
            assertThat(Files.readString(of.resolve(artifact + "-" + VERSION + ".pom"))).contains(VERSION)
                    .doesNotContain("SNAPSHOT");
        }
        try (ZipFile archive = new ZipFile(folder.resolve("to.zip").toFile());
                ZipFile none = new ZipFile(folder
                        .resolve("to/sim/sim-aspects/" + VERSION + "/sim-aspects-" + VERSION + "-javadoc.jar")
                        .toFile())) {
            assertThat(archive.size()).isEqualTo(files);
            assertThat(archive.getEntry("sim/sim-agent/" + VERSION + "/sim-agent-" + VERSION + ".jar.asc")).isNotNull();
            assertThat(none.getEntry("README.md")).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"sim-wire,name,sim-wire's POM has no <name>",
            "sim-wire,description,sim-wire's POM has no <description>",
            ".,url,sim-wire's POM has no <url>", ".,licenses,sim-agent's POM has no <licenses><license><name>",
            ".,developers,sim-parent's POM has no <developers><developer><name>",
            ".,scm,sim-agent-server's POM has no <scm><connection>", "sim-bom,scm,sim-bom's POM has no <scm><url>"})
    void aPomThatLacksAnElementIsNoRelease(String module, String element, String complaint) throws Exception {
        Path pom = build.resolve(module).resolve("pom.xml");
        String whole = Files.readString(pom);
        Files.writeString(pom, whole.replaceFirst("(?s)\\n  <" + element + "[ >].*?</" + element + ">", ""));
        assertThat(Files.readString(pom)).isNotEqualTo(whole);
        assertThat(central(1, null)).contains(complaint);
        assertThat(folder.resolve("to.zip")).doesNotExist();
    }

    /** Its jar has in it what it depends on. */
    @Test
    void whoTakesTheAgentGetsNothingASecondTime() throws Exception {
        central(0, null);
        assertThat(pom("sim-agent")).contains("<artifactId>sim-parent</artifactId>", "<name>sim-agent</name>")
                .doesNotContain("<dependency>");
        assertThat(pom("sim-agent-server")).as("has its own beside it").contains("<dependency>");
    }

    private String pom(String artifact) throws IOException {
        return Files.readString(folder.resolve("to").resolve("sim").resolve(artifact).resolve(VERSION)
                .resolve(artifact + "-" + VERSION + ".pom"));
    }

    @Test
    void aJarThatWasNotBuiltAndAVersionOfNoReleaseAreTold() throws Exception {
        Files.delete(build.resolve("sim-model/target/sim-model-" + VERSION + "-sources.jar"));
        Path pom = build.resolve("sim-base").resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace(VERSION, "1.0.0-SNAPSHOT"));
        assertThat(central(1, null)).contains("sim-model has no sim-model-" + VERSION + "-sources.jar",
                "sim-base's POM has a version of no release");
    }

    private String central(int exit, String key) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                Path.of("..", "config", "Central.java").toString(), build.toString(), folder.resolve("to").toString()));
        if (key != null) {
            command.add(key);
        }
        return run(exit, command.toArray(String[]::new));
    }

    private String run(int exit, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("GNUPGHOME", folder.resolve("gnupg").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(exit);
        return said;
    }
}

package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code config/release} packs for users, and what it takes. No release is made here. */
class ReleaseTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)");

    @TempDir
    Path folder;

    @Test
    void noPackedPageLinksToWhatIsNotPacked() throws Exception {
        assertThat(Files.readString(ROOT.resolve("config/release"))).contains("< config/packed.txt");
        Set<Path> packed = packed();
        List<String> nowhere = new ArrayList<>();
        int links = 0;
        for (Path page : packed) {
            if (!page.toString().endsWith(".md")) {
                continue;
            }
            Matcher link = LINK.matcher(Files.readString(ROOT.resolve(page)));
            while (link.find()) {
                if (!link.group(1).matches("[a-z]+:.*")) {
                    links++;
                    Path to = ROOT.resolve(page).resolveSibling(link.group(1)).normalize();
                    if (packed.stream().noneMatch(each -> ROOT.resolve(each).normalize().startsWith(to))) {
                        nowhere.add(page + ": " + link.group(1));
                    }
                }
            }
        }
        assertThat(nowhere).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    private static Set<Path> packed() throws IOException {
        Set<Path> packed = new TreeSet<>();
        for (String line : Files.readAllLines(ROOT.resolve("config/packed.txt"))) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(line))) {
                files.filter(Files::isRegularFile).map(ROOT::relativize)
                        .filter(each -> Stream.of(each.toString().split("/")).noneMatch("target"::equals))
                        .forEach(packed::add);
            }
        }
        return packed;
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {"SITE,http://acme.example", "SITE,https://",
            "SITE,https://acme.example|e id",
            "SITE,https://acme.example/a&b", "SITE,https://acme.example\\1", "SITE,\"https://acme.example\nid\"",
            "GROUP,org.example|g", "GROUP,org/example", "GROUP,org&example", "GROUP,\"org\nexample\""})
    void aSiteOrGroupThatIsNoneIsRefused(String name, String value) throws Exception {
        assertThat(release(name, value, 2)).contains("release: " + name + " '", "' is no ");
    }

    /** It goes into sed, and names a folder that is removed. */
    @ParameterizedTest
    @ValueSource(strings = {"", "1.0", "x1.0.0", "1.0.0/../../x", "1.0.0|e id", "1.0.0&", "1.0.0\nid", "1.0.0 x",
            "1x.0.0", "1..0.0", "1.0.0-"})
    void whatIsNoVersionIsRefused(String version) throws Exception {
        assertThat(run(version, "SITE", "https://acme.example", 2)).contains("' is not a version such as 1.0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0.0", "10.21.3", "1.0.0-rc.1", "1.0.0-SNAPSHOT"})
    void aVersionIsTaken(String version) throws Exception {
        assertThat(run(version, "SITE", "https://acme.example", 127)).as("goes on to the first command")
                .doesNotContain("is not a version");
    }

    @ParameterizedTest
    @CsvSource({"SITE,https://acme-1.example/sim_2", "GROUP,org.acme-1.sim_2"})
    void othersAreTaken(String name, String value) throws Exception {
        assertThat(release(name, value, 127)).as("goes on to the first command").doesNotContain("release: " + name);
    }

    /** Without a path, so that it gets no further than to its first command. */
    private String release(String name, String value, int exit) throws Exception {
        return run("9.8.7", name, value, exit);
    }

    private String run(String version, String name, String value, int exit) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh",
                ROOT.resolve("config/release").toRealPath().toString(), version).directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("PATH", folder.resolve("none").toString());
        builder.environment().put(name, value);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(exit);
        return said;
    }
}

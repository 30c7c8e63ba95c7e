package sim.agent.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.collector.scrape.ScrapeServer;
import sim.wire.totals.Series;

/** The list of the classes that are loaded ahead names classes there are. */
public class StartClassesTest {
    @Test
    void thereAreAll() throws IOException {
        List<String> names = names();
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        for (String name : names) {
            assertThatCode(() -> Class.forName(name, false, StartClasses.class.getClassLoader())).as(name)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void thereAreAllThatShippingNeeds() throws IOException {
        List<String> names = names(StartClasses.LATER);
        assertThat(names).hasSizeGreaterThan(150).doesNotHaveDuplicates().doesNotContainAnyElementsOf(names())
                .contains("sim.model.snapshot.InvocationCursor")
                .as("to connect again by TLS").contains("sim.collector.Encryption", "sim.collector.MainStart",
                        "sim.wire.tls.ClearText", "sim.wire.tls.Cures", "sim.wire.tls.Pem", "sim.wire.tls.Suites",
                        "sim.wire.tls.TlsFiles");
    }

    /** A class of these that is missing would be looked for in the jar at the first scrape, or at the first of its kind. */
    @Test
    void thereAreAllThatAScrapeNeeds() throws IOException {
        List<String> names = names(StartClasses.SCRAPE);
        assertThat(names).doesNotHaveDuplicates().doesNotContainAnyElementsOf(names())
                .doesNotContainAnyElementsOf(later()).contains("sim.collector.PrometheusPage");
        for (Class<?> of : List.of(ScrapeServer.class, Series.class)) {
            Path classes = Path.of(of.getProtectionDomain().getCodeSource().getLocation().getPath());
            assertThat(names).as("classes of its package").containsAll(inPackage(classes, of.getPackageName()));
        }
    }

    private static List<String> inPackage(Path classes, String name) throws IOException {
        FileSystem jar = Files.isDirectory(classes) ? null : FileSystems.newFileSystem(classes);
        try (jar;
                Stream<Path> files = Files
                        .list((jar == null ? classes : jar.getPath("/")).resolve(name.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.startsWith("package-info")
                            && !file.matches(".*\\$\\d+.class"))
                    .map(file -> name + "." + file.replace(".class", "")).toList();
        }
    }

    /** What a scrape needs. */
    static List<String> scrape() throws IOException {
        return names(StartClasses.SCRAPE);
    }

    /** What every start loads ahead. */
    public static List<String> names() throws IOException {
        return names(StartClasses.LIST);
    }

    /** What shipping and ending need. */
    public static List<String> later() throws IOException {
        return names(StartClasses.LATER);
    }

    /** The classes of a list, one a line. */
    private static List<String> names(String of) throws IOException {
        try (InputStream list = StartClasses.class.getResourceAsStream("/" + of)) {
            String text = new String(list.readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(text).endsWith("\n");
            return text.lines().toList();
        }
    }
}

package sim.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;

/** What documents refer to is there. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCED = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path document : documents()) {
            Matcher link = LINK.matcher(text(document));
            while (link.find()) {
                String[] to = link.group(1).split("#", 2);
                if (link.group(1).matches("[a-z]+:.*")) {
                    continue; // another site's
                }
                Path file = to[0].isEmpty() ? document : document.resolveSibling(to[0]).normalize();
                if (!Files.exists(file) || to.length > 1 && !anchors(file).contains(to[1])) {
                    dead.add(ROOT.relativize(document) + ": " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void theRationalesContentsNameEachDecisionInItsOrder() throws IOException {
        String text = text(ROOT.resolve("RATIONALE.md"));
        List<String> listed = LINK.matcher(text.substring(0, text.indexOf("\n## "))).results()
                .map(link -> link.group(1)).filter(to -> to.startsWith("#")).map(to -> to.substring(1)).toList();
        assertThat(listed).as("a line for each heading, above the first of them").isEqualTo(headings(text));
    }

    @Test
    void theMeasurementsContentsNameEachPage() throws IOException {
        Path folder = ROOT.resolve("docs/measurements");
        Path contents = folder.resolve("README.md");
        Set<Path> pages = documents().stream()
                .filter(document -> document.startsWith(folder) && !document.equals(contents))
                .collect(Collectors.toSet());
        assertThat(pages).isNotEmpty();
        assertThat(linked(contents).stream().filter(document -> document.startsWith(folder)))
                .as("pages in the contents")
                .containsExactlyInAnyOrderElementsOf(pages);
    }

    @Test
    void aDecisionOrAResultLeadsToEachPageOfMeasurements() throws IOException {
        Path folder = ROOT.resolve("docs/measurements");
        Set<Path> led = new HashSet<>();
        for (String from : List.of("RATIONALE.md", "RELIABILITY.md", "BENCHMARKS.md")) {
            led.addAll(linked(ROOT.resolve(from)));
        }
        assertThat(documents().stream().filter(document -> document.startsWith(folder))).isSubsetOf(led);
    }

    @Test
    void theReadmeIsShortAndLeadsToEveryDocument() throws IOException {
        Path readme = ROOT.resolve("README.md");
        assertThat(Files.readAllLines(readme)).hasSizeLessThanOrEqualTo(150);
        Set<Path> reached = new HashSet<>(Set.of(readme));
        Deque<Path> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            for (Path document : linked(next.remove())) {
                if (reached.add(document)) {
                    next.add(document);
                }
            }
        }
        assertThat(documents()).isSubsetOf(reached);
    }

    @Test
    void theMeasuresAreThoseThereAre() throws IOException {
        String page = text(ROOT.resolve("docs/measures.md"));
        assertThat(page).contains((Meter.COUNT + 1) + " measures: the " + Meter.COUNT + " meters");
        for (Meter meter : Meter.values()) {
            assertThat(page).contains("`" + meter.label() + "`");
        }
    }

    /** The documents that a document leads to by one link. */
    private static Set<Path> linked(Path document) throws IOException {
        return LINK.matcher(text(document)).results().map(link -> link.group(1).split("#", 2)[0])
                .filter(to -> to.endsWith(".md") && !to.contains(":"))
                .map(to -> document.resolveSibling(to).normalize()).collect(Collectors.toSet());
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.getFileName().toString().matches("target|src|\\.git|node_modules")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    documents.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(documents).hasSizeGreaterThan(20);
        return documents;
    }

    /** Without blocks of code. */
    private static String text(Path document) throws IOException {
        return FENCED.matcher(Files.readString(document)).replaceAll("");
    }

    private static Set<String> anchors(Path document) throws IOException {
        return headings(text(document)).stream().collect(Collectors.toSet());
    }

    /** As they are linked to; the title is no part of the contents. */
    private static List<String> headings(String text) {
        return text.lines().filter(line -> line.matches("##+ .*"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }
}

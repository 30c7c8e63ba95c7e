package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever a program counts for its reader has a word in the documentation. */
class CountersIT {
    private static final Path DOCUMENTS = Path.of("..", "docs");

    @Test
    void everyCounterIsExplained() throws IOException {
        ChildJvm.Result run = new ChildJvm().agent("interval=1h").run(ChildJvm.CLASSES.toString(), "woven.ByHand");
        List<String> counters = run.out().stream().filter(line -> line.startsWith("counter "))
                .map(line -> line.split(" ")[1]).toList();
        StringBuilder text = new StringBuilder();
        try (Stream<Path> documents = Files.list(DOCUMENTS)) {
            for (Path each : documents.filter(file -> file.toString().endsWith(".md")).toList()) {
                text.append(Files.readString(each));
            }
        }

        assertThat(counters).as(run.all()).hasSizeGreaterThan(50);
        assertThat(counters).allMatch(counter -> isExplained(counter, text.toString()));
    }

    /** By its own name, or by one that ends with {@code *} for all of a kind. */
    private static boolean isExplained(String counter, String text) {
        return text.contains("`" + counter + "`")
                || text.contains("`" + counter.substring(0, counter.lastIndexOf('.')) + ".*`");
    }
}

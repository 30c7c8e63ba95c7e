package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each counter that the documents name is either a mishap or stands here: a new one is thought about once. */
class MishapsTest {
    /** What the server itself counts: no batch has them. */
    private static final Set<String> OF_THE_SERVER = Set.of("times.ahead", "times.early", "payload.points.folded",
            "counters.kinds.folded", "sums.contexts.folded", "sums.readings.folded");
    /** What the runtime did, and parts of what is counted under another name. */
    private static final Set<String> NONE = Set.of("calls.shared", "collector.reconnects", "collector.waits",
            "contexts.sampled",
            "tree.recursions", "tree.settled");
    private static final Pattern NAME = Pattern.compile("`([a-z]+(\\.[a-z*]+)+)`");

    @Test
    void eachCounterIsAMishapOrKnownToBeNone() throws IOException {
        Set<String> named = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "troubleshooting.md"))) {
            if (line.startsWith("| counter ")) {
                Matcher name = NAME.matcher(line.substring(0, line.indexOf('|', 1)));
                while (name.find()) {
                    named.add(name.group(1).replace("*", "any"));
                }
            }
        }
        assertThat(named).hasSizeGreaterThan(60);
        assertThat(named).allSatisfy(counter -> {
            boolean isKnownToBeNone = OF_THE_SERVER.contains(counter) || NONE.contains(counter)
                    || counter.startsWith("weaving.") && !counter.equals("weaving.failed");
            assertThat(Mishaps.isOne(counter)).as(counter).isEqualTo(!isKnownToBeNone);
        });
    }
}

package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.Selection;

/** Every event of random work, over several chunks, is found in the context it said it was in. */
class RandomContextsTest {
    @TempDir
    Path folder;

    @Test
    void everyEventIsFoundInTheContextItWasIn() throws Exception {
        Path file = folder.resolve("random.jfr");
        RandomWork.main(new String[]{file.toString(), "4", "20000", "5", "1"});
        assertThat(check(file)).isGreaterThan(10_000);
    }

    /** Returns how many events there were. */
    static int check(Path file) throws Exception {
        Set<String> contexts = new HashSet<>();
        int[] events = {0};
        try (ContextRecording recording = ContextRecording.open(file)) {
            recording.forEach(new Selection(List.of("test.Expected"), List.of(), true), joined -> {
                String expected = joined.event().getString("context");
                assertThat(new TreeMap<>(joined.context()).toString()).as(joined.event().toString())
                        .isEqualTo(expected);
                contexts.add(expected);
                events[0]++;
            });
        }
        assertThat(contexts).hasSizeGreaterThan(500);
        return events[0];
    }
}

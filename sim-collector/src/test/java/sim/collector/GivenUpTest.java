package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GivenUpTest {
    private static final long MEGABYTE = 1 << 20;

    @Test
    void namesWhatASmallHeapHasNoRoomFor() {
        assertThat(GivenUp.line(Map.of("tree.folded", 246L, "calls.shared", 9L, "contexts.dropped", 0L), 64 * MEGABYTE,
                ""))
                .contains("64 MB", ": tree.folded 246. ");
    }

    @Test
    void saysNothingWhereAllIsKeptOrTheHeapIsLarge() {
        assertThat(GivenUp.line(Map.of("calls.shared", 9L, "tree.folded", 0L), 64 * MEGABYTE, "")).isNull();
        assertThat(GivenUp.line(Map.of("tree.folded", 246L), 512 * MEGABYTE, "")).isNull();
    }

    @Test
    void isALineOfTheScreenHoweverMuchIsNotKept() {
        Map<String, Long> all = Map.of("tree.folded", 1_234_567L, "names.folded", 53_602L, "contexts.dropped", 99_999L,
                "calls.untimed", 7L, "spool.invocations.dropped", 1_234_567_890L);
        assertThat(GivenUp.line(all, 64 * MEGABYTE, "")).hasSize(155).contains("64 MB")
                .endsWith("\u2026. See docs/troubleshooting.md");
    }

    @Test
    void namesTheMemoryThatWasSet() {
        assertThat(GivenUp.line(Map.of("tree.folded", 246L), 256 * MEGABYTE, "64MB"))
                .startsWith("memory=64MB is set,").doesNotContain("256");
        assertThat(GivenUp.line(Map.of("tree.folded", 246L), 512 * MEGABYTE, "128MB")).isNull();
    }

    @Test
    void aHeapOf512MegabytesIsNotSmallWhateverTheGarbageCollectorKeepsOfIt() {
        assertThat(GivenUp.line(Map.of("tree.folded", 246L), 455 * MEGABYTE, "")).isNull();
    }

    @Test
    void saysNothingOfBoundsThatAHeapDoesNotChange() {
        assertThat(GivenUp.line(Map.of("context.values.dropped", 3L, "events.dropped", 1L), 64 * MEGABYTE, ""))
                .isNull();
        assertThat(GivenUp.line(Map.of("log.dropped", 3L, "names.folded", 1L), 64 * MEGABYTE, ""))
                .contains(": names.folded 1. ");
    }
}

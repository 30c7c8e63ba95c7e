package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sim.store.StoreTools;

/** The last line of {@code sim store verify}: what was looked at, and what to do where a segment is damaged. */
class StoreCommandTest {
    @Test
    void whoVerifiesIsToldWhatWasComparedAndWhyNothingWas() {
        assertThat(StoreCommand.result(new StoreTools.Verified(List.of(), 7, 21, false)))
                .isEqualTo(
                        "7 segments were read and 21 sums compared with those of the next step: all of them are right");
        assertThat(StoreCommand.result(new StoreTools.Verified(List.of("a"), 7, 21, false))).endsWith(": 1 differs");
        assertThat(StoreCommand.result(new StoreTools.Verified(List.of("a"), 7, 0, true))).contains("7 segments",
                "no sums were compared, because a segment is damaged", "put a sound copy in its place");
    }
}

package sim.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;

/** Names of any length, which a client may make, leave a recording that can be read. */
class RecordedNamesTest {
    private final Queue<Block> definitions = new ArrayDeque<>();
    private final RecordedNames recorded = new RecordedNames(definitions);
    private final Names names = new Names(10);

    @Test
    void aNameIsDefinedOnceAfterItsPrefixes() {
        assertThat(recorded.idOf(names.parse("a.b"))).isEqualTo(2);
        assertThat(recorded.idOf(names.parse("a.b"))).isEqualTo(2);
        assertThat(recorded.idOf(names.parse("a"))).isEqualTo(1);
        assertThat(definitions).hasSize(2);
    }

    @Test
    void aPartOfMegabytesIsCut() {
        assertThat(recorded.idOf(names.name("\u20ac".repeat(5_000_000)))).isEqualTo(1);
        assertThat(definitions).singleElement().satisfies(block -> assertThat(block.length()).isLessThan(31_000));
    }

    @Test
    void aNameOfTooManyPartsIsAnyOther() {
        assertThat(recorded.idOf(names.parse("x" + ".x".repeat(200_000)))).isZero();
        assertThat(recorded.idOf(names.parse("x" + ".x".repeat(999)))).isEqualTo(1_000);
    }
}

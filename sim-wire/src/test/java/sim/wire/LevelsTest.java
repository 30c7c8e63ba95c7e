package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.model.snapshot.Verdict;

/** What was added behind rows, scores and verdicts: levels, and what was not read because of them. */
class LevelsTest {
    private static final Unread SAMPLED = new Unread(15, 16, 16, 0);
    private static final Unread CALLS_ONE = new Unread(0, 0, 16, MeasureGroup.TIME.bit() | MeasureGroup.CPU.bit());
    private static final List<TreeRow> ROWS = List.of(Samples.row(1, 16).without(CALLS_ONE), Samples.row(2, 3),
            Samples.row(3, 16).without(SAMPLED), Samples.row(4, 1));
    private static final List<Score> SCORES = List.of(new Score(1, Standing.MANAGED, 5, 0),
            new Score(2, Standing.HOTSPOT, 5, 1, Level.QUICK, 1_700_000_000_000_000L, 0b011, 1),
            new Score(3, Standing.MANAGED, 5, 1, Level.SAMPLED, 7, 1, 16), new Score(4, Standing.DISABLED, 0, 0));
    private static final List<Verdict> VERDICTS = List.of(
            new Verdict(1, 1, 5, Standing.MANAGED, Standing.DISABLED, 0, "short"),
            new Verdict(2, 1, 6, Standing.HOTSPOT, Standing.HOTSPOT, 7, "dear", Level.ALL, Level.QUICK));

    @Test
    void whatWasNotReadTravels() throws WireException {
        Batch read = sent(ROWS, SCORES, VERDICTS);
        assertThat(read.rows()).usingRecursiveComparison().isEqualTo(ROWS);
        assertThat(read.scores()).isEqualTo(SCORES);
        assertThat(read.verdicts()).isEqualTo(VERDICTS);
    }

    /** A peer of before levels reads the elements, and skips what stands behind them; its own sections end with the elements. */
    @Test
    void nothingStandsBehindElementsOfWhichEverythingWasRead() throws WireException {
        TreeRow usual = Samples.row(2, 3);
        Parts plain = new Parts();
        RowParts.writeAll(List.of(usual), plain);
        Parts now = new Parts();
        Sections.ROWS.write(List.of(usual), 0, now);
        assertThat(now.integers()).isEqualTo(plain.integers());
        assertThat(sent(List.of(usual), SCORES.subList(0, 1), VERDICTS.subList(0, 1)).rows())
                .extracting(TreeRow::unread).containsExactly(Unread.NOTHING);
    }

    @Test
    void rowsOfAPlaceAddUpWhatWasNotRead() {
        assertThat(Sections.ROWS.melt(List.of(ROWS, List.of(Samples.row(1, 4), ROWS.get(2))), 0))
                .extracting(TreeRow::unread)
                .containsExactly(CALLS_ONE, Unread.NOTHING, new Unread(30, 32, 32, 0), Unread.NOTHING);
    }

    @Test
    void anElementThatIsNotThereIsRefused() {
        for (long[] behind : new long[][]{{1, 2, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {1, -1, 0, 0, 0, 0},
                {2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0}}) {
            Parts out = new Parts();
            RowParts.writeAll(List.of(Samples.row(1, 1)), out);
            for (long each : behind) {
                out.add(each);
            }
            assertThatThrownBy(() -> Sections.ROWS.read(new Parts(out.integers()), 0, MeterNumbers.OWN))
                    .isInstanceOf(WireException.class).hasMessageStartingWith("an element is missing");
        }
    }

    @Test
    void aLevelThatThereIsNotIsRefused() {
        Parts out = new Parts();
        out.add(4);
        assertThatThrownBy(() -> new Parts(out.integers()).nextOf(Level.values())).isInstanceOf(WireException.class)
                .hasMessage("no such Level: 4");
    }

    private static Batch sent(List<TreeRow> rows, List<Score> scores, List<Verdict> verdicts) throws WireException {
        return (Batch) FrameCodec.decode(FrameCodec.encode(new Batch(1, 0, 1, Contents.NONE.with(Sections.ROWS, rows)
                .with(Sections.SCORES, scores).with(Sections.VERDICTS, verdicts))));
    }
}

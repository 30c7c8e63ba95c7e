package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.Level;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** A method of 5 ns that is called hundreds of thousands of times a second stayed counted for minutes, for reasons that were none: its probes took more than the rest of its caller. */
class OftenTest {
    private static final long SECOND = 1_000_000_000;
    /** In five seconds. */
    private static final long CALLS = 2_000_000;

    private final Names names = new Names(1_000);
    private long now = 1_000_000_000_000L;
    private final Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {}) {
        @Override
        long micros() {
            return now;
        }

        @Override
        long nanos() {
            return now * 1_000;
        }
    };
    private final Scorecard often = hotspot.open(names.parse("shop.Cache").name("get"), 1);

    @BeforeEach
    void pricesAreKnownAndTheProgramHasStarted() {
        hotspot.quickTakes(100);
        now += 10_000_000;
    }

    /** As measured beside other programs: the median call took 80 ns with its probe, the mean 300, of which 20 were on a processor. All other names lost it as often. */
    @Test
    void theTimeForWhichAllCodeHasNoProcessorTellsNothingOfOneName() {
        note(busy(1, 20, 300), busy(2, 5_000, 75_000), busy(3, 200, 4_000));
        assertThat(often.tells()).isNull();
        usesUp(often, 400_000);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    /** The others compute without a break: it is no busy machine that makes its calls so long, but a file, say, that one call of thousands reads. */
    @Test
    void whoWaitsMoreThanOthersIsStillCounted() {
        note(busy(1, 20, 300), busy(2, 5_000, 5_500), busy(3, 200, 210));
        assertThat(often.tells()).isNotNull();
        usesUp(often, 400_000);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
    }

    @Test
    void onABusyMachineTooWhoWaitsMoreThanOthersIsCounted() {
        note(busy(1, 20, 2_000), busy(2, 5_000, 45_000), busy(3, 200, 1_800));
        assertThat(often.tells()).isNotNull();
    }

    /** Most of the program waits for files and sockets, which looks as on a busy machine; what computes shows that it is none. */
    @Test
    void besideOthersThatReadFilesWhoReadsOneSeldomIsCounted() {
        note(busy(1, 20, 300), busy(2, 20_000, 400_000), busy(3, 3_000, 3_100));
        assertThat(often.tells()).isNotNull();
        usesUp(often, 400_000);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
    }

    @Test
    void whereNoProcessorTimeIsReadTheMeanCounts() {
        note(new Firings(1, CALLS, CALLS / 16, 0, 0, 0, 300 * CALLS / 16, 0, 0, 0, 0, 0, 0, 0), busy(2, 5_000, 75_000));
        assertThat(often.tells()).isNotNull();
    }

    /** Each reason is that of its case, and the last verdict's is the one that holds. */
    @Test
    void theReasonIsTheOneThatHolds() {
        settles(often, 334, 334);
        assertThat(reason()).contains("may all be of one burst").contains("65536");
        settles(often, 101, 1_600);
        assertThat(DrainedTest.verdicts(hotspot)).as("it is still so").isEmpty();
        now += 100_000_000;
        settles(often, 5_000, 80_000);
        assertThat(reason()).isEqualTo("to count its calls takes next to nothing: 819 a second");
        settles(often, 101, 1_600);
        now += 1_000_000;
        settles(often, 25_000, 400_000);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    @Test
    void whoHasLongCallsIsReadForThat() {
        settles(often, 334, 334);
        DrainedTest.verdicts(hotspot);
        often.settleOutliers(1, 9_000_000);
        settles(often, 100, 1_600);
        assertThat(often.level()).isEqualTo(Level.ALL);
        assertThat(reason()).contains("20.8us self time on average, the longest included");
    }

    /** Few calls in an hour said for minutes that there are few, whatever came then. */
    @Test
    void whatWasCalledSeldomForAnHourIsJudgedByWhatItIsNow() {
        settles(often, 334, 334);
        for (int i = 0; i < 60; i++) {
            for (int second = 0; second < 60; second++) {
                now += 1_000_000;
                settles(often, 313, 5_000);
            }
            assertThat(often.level()).as("5,000 a second").isEqualTo(Level.SAMPLED);
        }
        for (int i = 0; i < 50; i++) {
            settles(often, 625, 10_000);
            now += 25_000;
        }
        assertThat(often.standing()).as("half a million calls in a second").isEqualTo(Standing.DISABLED);
    }

    /** It was tried again a moment before the numbers were taken, and off a moment later: 400 calls, of 400,000 a second. */
    @Test
    void whatWasOnForAMomentWasNotCalledSeldom() {
        usesUp(often, 400_000);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
        now += 6_000_000;
        often.retry(hotspot.trialOpening());
        settles(often, 150, 150);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
        DrainedTest.verdicts(hotspot);
        hotspot.allowSeldom(new Interval(5 * SECOND,
                List.of(new Firings(1, 400, 150, 150, 150, 0, 4_500, 3_000, 0, 0, 0, 0, 0, 0))));
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
        usesUp(often, 400_000);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    private String reason() {
        List<Verdict> verdicts = DrainedTest.verdicts(hotspot);
        return verdicts.get(verdicts.size() - 1).reason();
    }

    /** One call of 16 was read. */
    private static Firings busy(int id, long cpu, long wall) {
        long read = CALLS / 16;
        return new Firings(id, CALLS, read, read, read, 0, wall * read, cpu * read, 0, 0, 0, 0, 0, 0);
    }

    private void note(Firings... names) {
        now += 5_000_000;
        hotspot.noteTelling(new Interval(5 * SECOND, List.of(names)));
    }

    /** In no time. */
    private static void usesUp(Scorecard card, long calls) {
        settles(card, calls / 16, calls);
    }

    private static void settles(Scorecard card, long read, long calls) {
        card.settleTotal(calls, read * 30);
        card.settle(-3_000, read, read * 30, 30, 30);
    }
}

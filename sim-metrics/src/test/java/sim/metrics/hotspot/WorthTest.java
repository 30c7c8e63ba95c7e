package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.Standing;

/** What a name's firings must come to for its probe to stay although its balance is gone: the inherent threshold is 2 us. */
class WorthTest {
    private static final long SECOND = 1_000_000_000;
    private static final long CALLS = 100_000;
    private static final long PROBE = 100;

    @Test
    void theInherentThresholdOnAverage() {
        assertThat(worth("", 2_000, 1_000 * SECOND)).isTrue();
        assertThat(worth("", 1_999, 1_000 * SECOND)).isFalse();
    }

    /** The figures of a busy machine: 5,000 firings of 19 us below a threshold of 20, and up to 30 of 21 ms among them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30})
    void outliersDoNotTurnTheMean(int outliers) {
        assertThat(busy("", outliers)).isFalse();
    }

    @Test
    void manyOutliersAreTheNamesOwn() {
        assertThat(busy("", 60)).isTrue();
        assertThat(busy("hotspot.mean=false,", 60)).isFalse();
    }

    private static boolean busy(String options, int outliers) {
        Hotspot hotspot = hotspot(options + "hotspot.threshold=20us,hotspot.threshold.inherent=20us");
        long own = 0;
        long excess = 0;
        for (int i = 0; i < 5_000; i++) {
            long took = i < outliers ? 21_000_000 : 19_000;
            own += Math.min(took, hotspot.mostOfAFiring());
            excess += Math.max(0, took - hotspot.mostOfAFiring());
        }
        return hotspot.isWorthIt(5_000, own, outliers, excess, SECOND);
    }

    @Test
    void halfAsMuchAgainAsTheirProbesWhereTheyTakeATwoHundredthOfACoreTogether() {
        assertThat(worth("hotspot.share=5", 150, 3 * SECOND)).isTrue();
        assertThat(worth("hotspot.share=5", 150, 3 * SECOND + 1_000_000)).isFalse();
        assertThat(worth("hotspot.share=5", 149, SECOND)).isFalse();
    }

    @Test
    void theShareIsAnOptionAndOffAsItComes() {
        assertThat(worth("hotspot.share=100", 250, SECOND / 4)).isTrue();
        assertThat(worth("hotspot.share=100", 250, SECOND / 3)).isFalse();
        assertThat(worth("", 1_999, 1)).isFalse();
    }

    @Test
    void whatAProbeTakesHasToBeKnown() {
        assertThat(hotspot("hotspot.share=5").isWorthIt(CALLS, CALLS * 1_999, 1)).isFalse();
        assertThat(hotspot("hotspot.share=5").isWorthIt(CALLS, CALLS * 2_000, 1)).isTrue();
    }

    @Test
    void whatIsNotTimeHasNoShareOfACore() {
        String bytes = "hotspot.share=5,hotspot.meter=alloc.bytes,hotspot.threshold=10000,hotspot.threshold.inherent=2000";
        assertThat(worth(bytes, 1_999, 1)).isFalse();
        assertThat(worth(bytes, 2_000, SECOND)).isTrue();
    }

    /** Before the calibration an empty firing looks as long as its probe takes: that must not speak for it for good. */
    @ParameterizedTest
    @ValueSource(strings = {"", "hotspot.share=5"})
    void whatWasLongAgoFades(String options) {
        Hotspot hotspot = hotspot(options);
        hotspot.probeTakes(PROBE);
        Scorecard card = hotspot.open(new Names(16).parse("test.name"), 1);
        fire(card, 1_000_000, 5_000);
        assertThat(card.standing()).isEqualTo(Standing.MANAGED);
        fire(card, 1_000_000, 0);
        assertThat(card.standing()).isEqualTo(Standing.DISABLED);
    }

    /** Firings that cost the card 3 each, settled as a thread does. */
    private static void fire(Scorecard card, int firings, long own) {
        for (int fired = 0; fired < firings && card.isJudged(); fired += 10) {
            card.settle(-30, 10, 10 * own, own, own);
        }
    }

    private static boolean worth(String options, long mean, long nanos) {
        Hotspot hotspot = hotspot(options);
        hotspot.probeTakes(PROBE);
        return hotspot.isWorthIt(CALLS, CALLS * mean, nanos);
    }

    private static Hotspot hotspot(String options) {
        return new Hotspot(Options.load(options, new Properties()), () -> {});
    }
}

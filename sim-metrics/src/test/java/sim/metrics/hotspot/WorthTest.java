package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.metrics.config.Options;

/** What a name's firings must come to for its probe to stay although its balance is gone: the inherent threshold is 2 us. */
class WorthTest {
    private static final long SECOND = 1_000_000_000;
    private static final long CALLS = 100_000;

    @Test
    void theInherentThresholdOnAverage() {
        assertThat(worth("", 2_000, 1_000 * SECOND)).isTrue();
        assertThat(worth("", 1_999, 1_000 * SECOND)).isFalse();
    }

    @Test
    void anEighthOfItWhereTheyTakeATwoHundredthOfACoreTogether() {
        assertThat(worth("hotspot.share=5", 250, 5 * SECOND)).isTrue();
        assertThat(worth("hotspot.share=5", 250, 5 * SECOND + 1_000_000)).isFalse();
        assertThat(worth("hotspot.share=5", 249, SECOND)).isFalse();
    }

    @Test
    void theShareIsAnOptionAndOffAsItComes() {
        assertThat(worth("hotspot.share=100", 250, SECOND / 4)).isTrue();
        assertThat(worth("hotspot.share=100", 250, SECOND / 3)).isFalse();
        assertThat(worth("", 1_999, 1)).isFalse();
    }

    @Test
    void whatIsNotTimeHasNoShareOfACore() {
        String bytes = "hotspot.share=5,hotspot.meter=alloc.bytes,hotspot.threshold.inherent=2000";
        assertThat(worth(bytes, 1_999, 1)).isFalse();
        assertThat(worth(bytes, 2_000, SECOND)).isTrue();
    }

    private static boolean worth(String options, long mean, long nanos) {
        Hotspot hotspot = new Hotspot(Options.load(options, new Properties()), () -> {});
        return hotspot.isWorthIt(CALLS, CALLS * mean, nanos);
    }
}

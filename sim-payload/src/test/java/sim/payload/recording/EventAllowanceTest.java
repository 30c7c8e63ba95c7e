package sim.payload.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A recording goes on for weeks, and the statements of a new request are still kept one by one. */
class EventAllowanceTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long SLOW = 100_000_000;
    private static final long NOW = 1_700_000_000_000_000L;

    private final EventAllowance allowance = new EventAllowance(600, SLOW, 0);
    private final PayloadTold quick = new PayloadTold();

    @Test
    void aRecordingThatHasKeptAllItMayKeepsAgainAMinuteLater() {
        assertThat(kept(1_000, 0)).isEqualTo(600);
        assertThat(kept(1_000, MINUTE - 1)).isZero();
        assertThat(kept(1_000, MINUTE)).as("a sixtieth").isEqualTo(10);
        assertThat(kept(1_000, 3 * MINUTE)).isEqualTo(20);
        assertThat(kept(10_000, 500 * MINUTE)).as("no more than at the beginning").isEqualTo(600);
        assertThat(kept(10_000, 500 * MINUTE)).isZero();
    }

    @Test
    void whatFailedOrTookLongIsKeptWhereNothingElseIs() {
        kept(1_000, 0);
        PayloadTold slow = new PayloadTold();
        slow.nanos = SLOW;
        PayloadTold failed = new PayloadTold();
        failed.error = true;
        for (int i = 0; i < 25; i++) {
            assertThat(keeps(slow, 0)).isTrue();
            assertThat(keeps(failed, 0)).isTrue();
            assertThat(keeps(quick, 0)).isFalse();
        }
        PayloadTold ofSlow = new PayloadTold();
        ofSlow.contextMicros = NOW - SLOW / 1_000;
        PayloadTold ofQuick = new PayloadTold();
        ofQuick.contextMicros = NOW - SLOW / 1_000 + 1;
        for (int i = 0; i < 10; i++) {
            assertThat(keeps(ofSlow, 0)).as("the statements of a request that takes long already").isTrue();
            assertThat(keeps(ofQuick, 0)).isFalse();
        }
        assertThat(keeps(slow, 0)).as("a tenth at most").isFalse();
        assertThat(keeps(quick, MINUTE)).as("it is overdrawn").isFalse();
        assertThat(keeps(slow, MINUTE)).isTrue();
    }

    /** Where an hour allows fewer than a minute has parts, each of these still comes. */
    @Test
    void aSmallAllowanceWaitsForItsNextEvent() {
        EventAllowance small = new EventAllowance(20, SLOW, 0);
        for (int i = 0; i < 20; i++) {
            small.take();
        }
        int kept = 0;
        for (int minute = 0; minute <= 60; minute++) {
            if (small.has(quick, minute * MINUTE, NOW)) {
                small.take();
                kept++;
            }
        }
        assertThat(kept).isEqualTo(20);
    }

    private int kept(int events, long nanos) {
        int kept = 0;
        for (int i = 0; i < events; i++) {
            kept += keeps(quick, nanos) ? 1 : 0;
        }
        return kept;
    }

    private boolean keeps(PayloadTold event, long nanos) {
        if (!allowance.has(event, nanos, NOW)) {
            return false;
        }
        allowance.take();
        return true;
    }
}

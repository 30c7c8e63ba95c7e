package recorded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.payload.recording.BoundProbe;
import sim.payload.runtime.JvmPayloads;

/** Payloads and splits whose end found the stack full, and which somebody who knows their number gives up later. */
class LostPayloadsTest {
    private final PayloadRuns runs = new PayloadRuns("payload.record=all");
    private final JvmPayloads api = runs.api;
    private final BoundProbe queries = api.bind(PayloadTest.Queries.class);
    private final BoundProbe other = api.bind(PayloadTest.Other.class);

    private void assertRecorded(String text, BoundProbe of) {
        long number = api.enter(of, null, null);
        runs.clock.passesMillis(1);
        assertThat(api.exit(number, of, text, null, null, null)).isTrue();
    }

    @Test
    void whatBeganSinceGoesOn() {
        long lost = api.enter(queries, null, null);
        long outer = api.enter(other, null, null);
        api.giveUp(lost, 0);
        assertRecorded("inner", queries);
        api.exit(outer, other, "outer", null, null, null);
        assertRecorded("after", queries);
        assertRecorded("after", other);
        runs.drain();

        assertThat(runs.leaves().keySet()).containsExactly("1 Other : after", "1 Other : outer", "1 Queries : after",
                "1 Queries : inner");
        assertThat(runs.counter("payloads.lost")).isEqualTo(1);
        assertThat(runs.counter("payloads.unmatched")).isZero();
    }

    @Test
    void anEndIsItsOwnPayloadsWhateverWasLostInside() {
        long outer = api.enter(other, null, null);
        long lost = api.enter(queries, null, null);
        api.exit(outer, other, "outer", null, null, null);
        api.giveUp(lost, 0);
        assertRecorded("after", queries);
        runs.drain();

        assertThat(runs.leaves().keySet()).containsExactly("1 Other : outer", "1 Queries : after");
        assertThat(runs.counter("payloads.lost")).isEqualTo(1);
    }

    @Test
    void whatCouldNotBeginIsCounted() {
        assertRecorded("so that the thread is known", queries);
        api.giveUp(-1, 0);
        api.giveUp(0, -1);
        api.giveUp(0, 0);

        assertThat(runs.counter("payloads.lost")).isEqualTo(2);
        assertThat(runs.counter("splits.lost")).isEqualTo(1);
    }

    @Test
    void aSplitThatIsGivenUpSplitsNothingMore() {
        long lost = api.split(PayloadTest.Requests.class, "lost");
        long outer = api.split(PayloadTest.Nested.class, "outer");
        api.giveUp(0, lost);
        assertThat(api.endSplit(outer, null)).isTrue();
        runs.call("after", () -> runs.clock.passesMillis(1));
        long again = api.split(PayloadTest.Requests.class, "again");
        runs.call("inside", () -> runs.clock.passesMillis(1));
        api.endSplit(again, null);
        runs.drain();

        assertThat(runs.calls(false)).containsKeys("after", "<again>/inside", "<lost>/<outer>");
        assertThat(runs.counter("splits.lost")).isEqualTo(1);
        assertThat(runs.counter("splits.unmatched")).isZero();
    }

    @Test
    void theEndOfAnOuterSplitGivesUpWhatWasLostInside() {
        long outer = api.split(PayloadTest.Nested.class, "outer");
        long lost = api.split(PayloadTest.Requests.class, "lost");
        assertThat(api.endSplit(outer, null)).isTrue();
        api.giveUp(0, lost);
        runs.call("after", () -> runs.clock.passesMillis(1));
        runs.drain();

        assertThat(runs.calls(false)).containsKeys("after", "<outer>", "<outer>/<lost>");
        assertThat(runs.counter("splits.lost")).isEqualTo(1);
    }
}

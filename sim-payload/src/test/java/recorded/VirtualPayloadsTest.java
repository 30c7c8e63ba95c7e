package recorded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.metrics.probe.PlayedMetering;
import sim.payload.runtime.Inside;

/**
 * Payloads and splits in a context as virtual threads borrow it, on a thread that is none. It goes back to the pool when nothing is open
 * any more, and not while it is used: another thread may have it then.
 */
class VirtualPayloadsTest {
    private final PayloadRuns runs = new PayloadRuns("payload.record=all,payload.events=true");

    /** A probe that is met gives the context back, so that it is met on another thread. */
    @BeforeEach
    void meetProbesAndBorrow() throws InterruptedException {
        Thread other = new Thread(() -> {
            runs.api.isRecording(PayloadTest.Nested.class);
            runs.api.isRecording(PayloadTest.Queries.class);
        });
        other.start();
        other.join();
        PlayedMetering.borrow(runs.metering);
    }

    private Object context() {
        return PlayedMetering.context(runs.metering);
    }

    @Test
    void anOutermostSplitThatIsAPayloadIsRecorded() {
        runs.api.enterSplit(PayloadTest.Nested.class, "a");
        runs.api.exitSplit(null);
        assertThat(context()).as("given back").isNull();
        runs.drain();
        assertThat(runs.byText()).containsOnlyKeys("a");
        assertNoFailure();
    }

    @Test
    void aSplitOfAnEarlierRecordingGivesTheContextBackOnlyAfterWhatBegins() {
        runs.api.enterSplit(PayloadTest.Nested.class, "a");
        Object borrowed = context();
        runs.api.stopRecording("all");
        Inside.of(runs.metering).rest(1);
        runs.api.startRecording("all", true);
        runs.api.enter(PayloadTest.Queries.class, null, null);
        assertThat(context()).as("the same, in use").isSameAs(borrowed);
        runs.api.exit("b", null);
        assertThat(context()).as("given back").isNull();
        runs.drain();
        assertThat(runs.byText()).containsOnlyKeys("b");
        assertNoFailure();
    }

    private void assertNoFailure() {
        assertThat(runs.counter("payload.failures")).isZero();
    }
}

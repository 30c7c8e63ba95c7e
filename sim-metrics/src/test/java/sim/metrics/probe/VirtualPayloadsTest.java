package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Payloads and splits in a context as virtual threads borrow it, on a thread that is none. It goes back to the pool when nothing is open
 * any more, and not while it is used: another thread may have it then.
 */
class VirtualPayloadsTest {
    private final PayloadRuns runs = new PayloadRuns("payload.record=all,payload.events=true");
    private final Threads threads = runs.metering.threads;

    /** A probe that is met gives the context back, so that it is met on another thread. */
    @BeforeEach
    void meetProbesAndBorrow() throws InterruptedException {
        Thread other = new Thread(() -> {
            runs.api.isRecording(PayloadTest.Nested.class);
            runs.api.isRecording(PayloadTest.Queries.class);
        });
        other.start();
        other.join();
        borrow();
    }

    private void borrow() {
        threads.table.put(new ThreadContext(Thread.currentThread(), true, threads));
    }

    @Test
    void anOutermostSplitThatIsAPayloadIsRecorded() {
        runs.api.enterSplit(PayloadTest.Nested.class, "a");
        runs.api.exitSplit(null);
        assertThat(threads.find()).as("given back").isNull();
        runs.drain();
        assertThat(runs.byText()).containsOnlyKeys("a");
        assertNoFailure();
    }

    @Test
    void aSplitOfAnEarlierRecordingGivesTheContextBackOnlyAfterWhatBegins() {
        runs.api.enterSplit(PayloadTest.Nested.class, "a");
        ThreadContext borrowed = threads.find();
        runs.api.stopRecording("all");
        threads.payloads.rest(1);
        runs.api.startRecording("all", true);
        runs.api.enter(PayloadTest.Queries.class, null, null);
        assertThat(threads.find()).as("the same, in use").isSameAs(borrowed);
        runs.api.exit("b", null);
        assertThat(threads.find()).as("given back").isNull();
        runs.drain();
        assertThat(runs.byText()).containsOnlyKeys("b");
        assertNoFailure();
    }

    private void assertNoFailure() {
        assertThat(runs.counter("payload.failures")).isZero();
    }
}

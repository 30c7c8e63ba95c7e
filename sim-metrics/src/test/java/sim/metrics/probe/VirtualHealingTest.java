package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.MeasureGroup;

/** What goes wrong in a virtual thread is counted when it does, not only after its context is back in the pool. */
class VirtualHealingTest {
    private final Runs runs = new Runs("meters=wall");
    private final ProbeSite outer = runs.site("outer");
    private final ProbeSite inner = runs.site("inner");
    private final ProbeSite lost = runs.site("lost");

    @Test
    void inAVirtualThreadThatIsNotThroughYet() throws InterruptedException {
        assumeTrue(VirtualThreads.AVAILABLE, "needs Java 21");
        CountDownLatch healed = new CountDownLatch(1);
        CountDownLatch counted = new CountDownLatch(1);
        Thread thread = VirtualThreads.unstarted(() -> {
            outer.begin();
            goWrong();
            healed.countDown();
            await(counted);
            outer.end();
        });
        thread.start();
        healed.await();
        assertCounted();
        counted.countDown();
        thread.join();
        assertCounted();
    }

    /** The same on any JDK: a context as virtual threads borrow it, on a thread that is none. */
    @Test
    void inABorrowedContext() {
        Threads threads = runs.metering.threads;
        threads.table.put(new ThreadContext(Thread.currentThread(), true, threads));
        outer.begin();
        goWrong();
        assertCounted();
        outer.end();
        assertThat(threads.find()).as("given back").isNull();
        assertCounted();
    }

    /** The end of a call of which sampling reads nothing is a way of its own. The call around it was given up. */
    @Test
    void aBorrowedContextIsGivenBackByACallThatSamplingLeftOutToo() {
        Threads threads = runs.metering.threads;
        ThreadContext context = new ThreadContext(Thread.currentThread(), true, threads);
        threads.table.put(context);
        inner.card().read(MeasureGroup.EVERY | Scorecard.ONE_IN - 1 << Scorecard.GROUPS);
        outer.begin();
        Object begun = inner.begin();
        while (context.innermost().reads != 0) {
            inner.end(begun, null);
            begun = inner.begin();
        }
        runs.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "outer", -1, -1));
        lost.begin();
        lost.end();
        assertThat(context.depth).as("without the outer one").isEqualTo(1);
        inner.end(begun, null);
        assertThat(threads.find()).as("given back").isNull();
    }

    private void goWrong() {
        inner.begin();
        lost.begin();
        inner.end();
        lost.end();
        lost.end();
    }

    private void assertCounted() {
        assertThat(runs.counter("probes.healed")).isEqualTo(1);
        assertThat(runs.counter("probes.unmatched")).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}

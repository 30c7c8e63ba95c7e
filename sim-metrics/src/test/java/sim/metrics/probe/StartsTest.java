package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import sim.context.ContextSnapshot;

/** Contexts that wait for threads which are about to start, and threads that do not. */
class StartsTest {
    private final Runs runs = new Runs("");

    @Test
    void aThreadThatDoesNotStartIsForgottenAndCountedOnce() {
        Starts starts = runs.metering.threads.starts;
        Thread thread = new Thread(() -> {});
        runs.metering.createContext("work", "");
        runs.metering.hand(thread);
        runs.metering.drain();
        runs.metering.drain();
        assertThat(starts.isHanded(thread)).as("its start may be on its way").isTrue();
        runs.metering.drain();
        assertThat(starts.isHanded(thread)).isFalse();
        assertThat(runs.counter("handovers.left.out")).isEqualTo(1);
        runs.metering.hand(thread);
        assertThat(starts.isHanded(thread)).as("start is called again").isTrue();
        runs.metering.drain();
        runs.metering.drain();
        assertThat(starts.isHanded(thread)).as("and as young as before").isTrue();
        runs.metering.endContext(null);
    }

    @Test
    void aThreadThatRunsIsWaitedFor() throws InterruptedException {
        Starts starts = runs.metering.threads.starts;
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException nobodyDoes) {
                return;
            }
        });
        runs.metering.createContext("work", "");
        runs.metering.hand(thread);
        runs.metering.endContext(null);
        thread.start();
        for (int i = 0; i < 5; i++) {
            runs.metering.drain();
        }
        assertThat(starts.isHanded(thread)).isTrue();
        end.countDown();
        thread.join();
        runs.metering.drain();
        assertThat(starts.isHanded(thread)).as("it has ended without any use of SIM").isFalse();
        assertThat(runs.counter("handovers.left.out")).isZero();
    }

    @Test
    void entriesHaveABoundAndTheDeadMakeRoom() throws InterruptedException {
        Starts starts = new Starts(2);
        starts.use(runs.metering.current());
        runs.metering.createContext("work", "");
        ContextSnapshot snapshot = runs.metering.current().snapshot();
        Thread[] threads = {new Thread(() -> {}), new Thread(() -> {}), new Thread(() -> {})};
        starts.hand(threads[0], snapshot);
        starts.hand(threads[1], snapshot);
        threads[0].start();
        threads[0].join();
        starts.hand(threads[2], snapshot);
        assertThat(starts.isHanded(threads[2])).as("in place of the dead one").isTrue();
        assertThat(runs.counter("handovers.left.out")).isZero();
        Thread further = new Thread(() -> {});
        starts.hand(further, snapshot);
        assertThat(starts.isHanded(further)).isFalse();
        assertThat(runs.counter("handovers.left.out")).isEqualTo(1);
        runs.metering.endContext(null);
    }
}

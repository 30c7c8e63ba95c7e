package sim.base.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What several threads read and store never falls back. */
class HighestTest {
    private static final int THREADS = 4;
    private static final int READINGS = 1_000_000;

    @Test
    void noThreadSeesLessThanItStored() throws InterruptedException {
        AtomicLong grows = new AtomicLong();
        Highest highest = new Highest();
        AtomicLong fell = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                for (int reading = 0; reading < READINGS; reading++) {
                    long read = grows.incrementAndGet();
                    highest.raise(read);
                    if (highest.get() < read) {
                        fell.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(fell.get()).as("times it fell back").isZero();
        assertThat(highest.get()).isEqualTo((long) THREADS * READINGS);
    }

    @Test
    void aLesserReadingChangesNothing() {
        Highest highest = new Highest();
        highest.raise(7);
        highest.raise(-1);
        assertThat(highest.get()).isEqualTo(7);
    }
}

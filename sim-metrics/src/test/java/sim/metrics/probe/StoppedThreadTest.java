package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import sim.base.failure.Fatal;

/** What is thrown at a thread from outside is meant for it, also where SIM's code is what it runs. */
class StoppedThreadTest {
    private final Runs runs = new Runs("events=all");

    /** Nearly all its time is in SIM. Later JDKs have no stop. */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_19)
    @SuppressWarnings({"deprecation", "removal"})
    void aThreadThatIsStoppedWhileItIsMeteredEnds() throws InterruptedException {
        ProbeSite outer = runs.site("outer");
        ProbeSite inner = runs.site("inner");
        for (int round = 0; round < 200; round++) {
            CountDownLatch running = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                while (true) {
                    Object begun = outer.begin();
                    runs.metering.write(Map.of("round", 1));
                    inner.end(inner.begin(), null);
                    outer.end(begun, null);
                    running.countDown();
                }
            });
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((stopped, death) -> {});
            thread.start();
            running.await();
            thread.stop();
            thread.join(10_000);
            assertThat(thread.isAlive()).as("round " + round).isFalse();
        }
        runs.drain();
        runs.drain();
        outer.end(outer.begin(), null);
        outer.end(outer.begin(), null);
        assertThat(runs.metering.drain().rows()).as("metered as ever").singleElement()
                .satisfies(row -> assertThat(row.count()).isEqualTo(2));
    }

    @Test
    @SuppressWarnings({"deprecation", "removal"})
    void deathPassesAndNothingElse() {
        Fatal.pass(new OutOfMemoryError());
        Fatal.pass(new StackOverflowError());
        Fatal.pass(new InternalError());
        Fatal.pass(new IllegalStateException());
        Error death = new ThreadDeath();
        assertThatThrownBy(() -> Fatal.pass(death)).isSameAs(death);
    }

    @Test
    void anInterruptionThatAHookThrewIsSetAgain() {
        Fatal.pass(new InterruptedException());
        assertThat(Thread.interrupted()).isTrue();
    }
}

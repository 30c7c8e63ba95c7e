package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import sim.context.Context;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Snapshot;

/** What the application does while SIM asks it for a text is none of the request's work. */
class AskingTest {
    private final Runs runs = new Runs("meters=wall");
    private final ProbeSite request = runs.site("request");
    private final ProbeSite text = runs.site("text");

    @Test
    void aTextThatFailsFailsNoRequest() {
        request.begin();
        Context context = runs.metering.createContext("order", "");
        context.put("value", new Broken());
        context.carry("carried", new Broken());
        runs.metering.endContext(null);
        request.end();
        assertNothingIsMetered(runs.drain());
        assertThat(runs.row("request").errors()).isZero();
        assertThat(context.getBaggage().size()).isEqualTo(1);
    }

    @Test
    void whatIsMeteredBehindItIsMeteredAgain() {
        Context context = runs.metering.createContext("order", "");
        request.begin();
        context.put("value", new Broken());
        ProbeSite next = runs.site("next");
        next.begin();
        next.end();
        request.end();
        runs.metering.endContext(null);
        runs.drain();
        assertThat(runs.rows()).containsOnlyKeys("request", "request/next");
    }

    @Test
    void norOnThreadsThatAreNotKnownYet() throws Exception {
        Context context = runs.metering.createContext("order", "");
        Thread other = new Thread(() -> context.put("value", new Broken()));
        other.start();
        other.join();
        if (Runtime.version().feature() >= 21) {
            Thread virtual = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null,
                    (Runnable) () -> context.put("virtual", new Broken()));
            virtual.join();
        }
        runs.metering.endContext(null);
        assertNothingIsMetered(runs.drain());
        assertThat(context.get("value")).asString().contains("its toString threw");
    }

    @Test
    void norInsideLightCalls() throws Exception {
        assumeThat(Runtime.version().feature()).as("virtual threads").isGreaterThanOrEqualTo(21);
        Thread[] threads = new Thread[Threads.MOST_POOLED + 50];
        CountDownLatch inside = new CountDownLatch(threads.length);
        for (int i = 0; i < threads.length; i++) {
            threads[i] = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null,
                    (Runnable) () -> {
                        Context context = runs.metering.createContext("order", "");
                        Object hint = request.begin();
                        inside.countDown();
                        try {
                            inside.await();
                        } catch (InterruptedException stopped) {
                            throw new IllegalStateException(stopped);
                        }
                        context.put("value", new Broken());
                        request.end(hint, null);
                        runs.metering.endContext(null);
                    });
        }
        for (Thread each : threads) {
            each.join();
        }
        Snapshot snapshot = runs.drain();
        assertThat(snapshot.kinds()).singleElement().extracting(KindRecord::contexts).isEqualTo((long) threads.length);
        assertNothingIsMetered(snapshot);
        assertThat(runs.row("request").count()).isEqualTo(threads.length);
    }

    private void assertNothingIsMetered(Snapshot snapshot) {
        assertThat(snapshot.kinds()).allSatisfy(kind -> assertThat(kind.failed()).isZero());
        assertThat(runs.rows().keySet()).noneMatch(place -> place.endsWith("text"));
        assertThat(snapshot.failures()).isEmpty();
        assertThat(runs.counter("metering.failures")).isZero();
    }

    private final class Broken {
        @Override
        public String toString() {
            Object hint = text.begin();
            IllegalStateException broken = new IllegalStateException();
            text.end(hint, broken);
            throw broken;
        }
    }
}

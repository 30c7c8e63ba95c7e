package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.meter.PlayedMeters;
import sim.context.Context;
import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

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

    /** The application takes 5 ms for it: these are in the total of the call around, as metering. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheTextOfAFailedCallTakesIsInNoSelfTime(boolean isLeftOut) {
        PlayedMeters clock = new PlayedMeters();
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        Metering metering = new Metering(Options.load("", properties), (thread, virtual) -> clock, false);
        metering.threads.current().sampleAt = Long.MAX_VALUE;
        metering.threads.cost.inside = 1;
        ProbeSite outer = metering.site("test", "outer");
        ProbeSite inner = metering.site("test", "inner");
        if (isLeftOut) {
            inner.card().read(MeasureGroup.TIME.bit() | (1 << 24) - 1 << Scorecard.GROUPS);
        }
        Object out = outer.begin();
        clock.works(100_000);
        Object in = inner.begin();
        clock.works(1_000_000);
        inner.end(in, new IllegalStateException() {
            @Override
            public String getMessage() {
                clock.works(5_000_000);
                return "made slowly";
            }
        });
        clock.works(100_000);
        outer.end(out, null);

        TreeRow whole = metering.drain().rows().stream().max(Comparator.comparing(row -> row.total()[0])).orElseThrow();
        for (Meter meter : List.of(Meter.WALL, Meter.CPU)) {
            assertThat(whole.total()[meter.ordinal()]).as(meter.label()).isGreaterThan(6_200_000);
            assertThat(whole.self()[meter.ordinal()]).as(meter.label())
                    .isCloseTo(isLeftOut ? 1_200_000 : 200_000, offset(2_000L));
        }
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

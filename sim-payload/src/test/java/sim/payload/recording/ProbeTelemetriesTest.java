package sim.payload.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.base.name.Names;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.payload.embedded.telemetry.Telemetry;
import sim.payload.embedded.telemetry.TelemetryFormat;
import sim.payload.embedded.telemetry.TelemetryUnit;

class ProbeTelemetriesTest {
    private static final CountDownLatch END = new CountDownLatch(1);

    public static final class Hanging {
        @Telemetry("a hanging one")
        public static long hangs() throws InterruptedException {
            END.await();
            return 1;
        }

        @Telemetry("another")
        public static long answers() {
            return 2;
        }
    }

    public static final class Scaled {
        @Telemetry(value = "the smallest", format = @TelemetryFormat(value = TelemetryUnit.PLAIN, scale = -9))
        public static long small() {
            return 1;
        }

        @Telemetry(value = "one too far", format = @TelemetryFormat(value = TelemetryUnit.PLAIN, scale = 10))
        public static long tooFar() {
            return 2;
        }
    }

    private final Mishaps mishaps = new Mishaps();
    private final PayloadBounds bounds = new PayloadBounds(1 << 20, 100, 100, 100, 100, 100, 100, 100, 100);
    private final KnownProbe probe = new KnownProbe(1, "probe", null,
            new SplitTexts("probe", new Names(100), bounds, mishaps));

    @Test
    @Timeout(60)
    void oneThatHangsIsLeftAndTheOthersGoOn() {
        ProbeTelemetries telemetries = new ProbeTelemetries(mishaps, 2_000_000_000L, Runnable::run);
        assertThat(telemetries.of(probe, Hanging.class)).extracting(Line::telemetry)
                .as("in the order of their methods' names: the JVM has them in any")
                .containsExactly("another", "a hanging one");
        telemetries.record(List.of(new Recording(1, probe, 1, false, new PayloadMemory(1 << 20), mishaps, bounds)));
        List<PayloadPoint> points = new ArrayList<>();
        Map<String, Long> counters = new TreeMap<>();
        while (counters.getOrDefault("payload.telemetries.failed", 0L) == 0 || points.isEmpty()) {
            Thread.onSpinWait();
            telemetries.drain(points);
            mishaps.count(counters);
        }
        END.countDown();
        telemetries.record(List.of());
        assertThat(points).extracting(PayloadPoint::telemetry).containsOnly("another");
        assertThat(counters).containsEntry("payload.telemetries.failed", 1L);
    }

    @Test
    void aThreadThatCannotBeStartedIsCountedAndStartedLater() {
        List<Thread> asked = new ArrayList<>();
        ProbeTelemetries telemetries = new ProbeTelemetries(mishaps, 2_000_000_000L, Runnable::run, thread -> {
            asked.add(thread);
            if (asked.size() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        });
        telemetries.of(probe, Scaled.class);
        telemetries.record(List.of(new Recording(1, probe, 1, false, new PayloadMemory(1 << 20), mishaps, bounds)));
        Map<String, Long> counters = new TreeMap<>();
        mishaps.count(counters);
        assertThat(counters).containsEntry("payload.failures", 1L);
        telemetries.drain(new ArrayList<>());
        assertThat(asked).as("at the next drain").hasSize(2);
        telemetries.drain(new ArrayList<>());
        assertThat(asked).as("it has one").hasSize(2);
    }

    @Test
    void aScaleThatThereIsNotIsSaidAndTheOthersAreAsked() {
        ProbeTelemetries telemetries = new ProbeTelemetries(mishaps, 2_000_000_000L, Runnable::run);
        assertThat(telemetries.of(probe, Scaled.class)).containsExactly(
                new Line("the smallest", "", "PLAIN", -9, false, "MEAN"));
        Map<String, Long> counters = new TreeMap<>();
        mishaps.count(counters);
        assertThat(counters).containsEntry("payload.telemetries.failed", 1L);
    }

    @Test
    void aClassThatIsMetTwiceAtOnceHasItsLinesOnce() throws Exception {
        for (int round = 0; round < 300; round++) {
            ProbeTelemetries telemetries = new ProbeTelemetries(mishaps, 1_000_000_000, Runnable::run);
            CountDownLatch begin = new CountDownLatch(1);
            List<Thread> meeting = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        begin.await();
                    } catch (InterruptedException nobodyDoes) {
                        return;
                    }
                    telemetries.of(probe, Hanging.class);
                });
                thread.start();
                meeting.add(thread);
            }
            begin.countDown();
            for (Thread thread : meeting) {
                thread.join();
            }
            assertThat(telemetries.lines()).isEqualTo(2);
        }
    }
}

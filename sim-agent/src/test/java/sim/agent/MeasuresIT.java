package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each measure shows what a method costs and not what it does not: counts exactly, the rest at least what the JVM's own
 * beans say inside the same call and at most what they say around it, so that a loaded machine makes no difference. Only
 * process CPU time can be asked for less: the compiler's and the collector's threads are in it, so it is bounded from below.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MeasuresIT {
    private static final double MILLI = 1e6;
    /** The beans count whole milliseconds, of every collector, and reading them takes part of one. */
    private static final double BEANS_NANOS = 3 * MILLI;
    private static final double BEANS_BYTES = 10_000;

    private ChildJvm.Result run;

    @BeforeAll
    void run() {
        // the report is the one that drains, however slow the machine is
        run = new ChildJvm().usual().agent("interval=10m").run(ChildJvm.CLASSES.toString(), "woven.Costs");
        assertThat(run.exit()).as(run.all()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sleeps", "burns", "isBlocked", "allocates", "startsSeven", "collectsTwice"})
    void everyMeasureIsWhatTheJvmSays(String method) {
        Map<String, Double> self = self(method);
        Map<String, Double> inside = figures("inside " + method + " ");
        Map<String, Double> around = figures("around " + method + " ");
        assertThat(inside.keySet()).hasSize(6).isSubsetOf(self.keySet()).isEqualTo(around.keySet());
        inside.forEach((meter, least) -> {
            double grain = meter.equals("alloc.bytes") ? BEANS_BYTES : BEANS_NANOS;
            double most = around.get(meter);
            assertThat(self.get(meter)).as(meter).isBetween(least * 0.99 - grain, most * 1.01 + grain);
        });
    }

    @Test
    void sleepingIsWaiting() {
        Map<String, Double> self = self("sleeps");
        assertThat(self.get("wall")).isGreaterThan(199 * MILLI);
        assertThat(self.get("waiting.count")).isEqualTo(1);
        assertThat(self.get("waiting.time")).isGreaterThan(180 * MILLI);
        none(self, "blocking.count", "blocking.time", "gc.count", "gc.time", "threads.started");
        littleCpuAndMemory(self);
    }

    @Test
    void burningIsCpuTimeInUserMode() {
        Map<String, Double> self = self("burns");
        assertThat(self.get("thread.cpu")).isGreaterThan(200 * MILLI);
        assertThat(self.get("thread.cpu.user")).isGreaterThan(self.get("thread.cpu") * 0.9);
        assertThat(self.get("thread.cpu.user") + self.get("thread.cpu.system")).isEqualTo(self.get("thread.cpu"));
        assertThat(self.get("process.cpu")).isGreaterThan(self.get("thread.cpu") * 0.9);
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "gc.count", "gc.time",
                "threads.started");
        assertThat(self.get("alloc.bytes")).isLessThan(100_000);
    }

    @Test
    void aHeldMonitorIsBlocking() {
        Map<String, Double> self = self("isBlocked");
        assertThat(self.get("blocking.count")).isEqualTo(1);
        assertThat(self.get("blocking.time")).isGreaterThan(100 * MILLI);
        none(self, "waiting.count", "waiting.time", "gc.count", "gc.time", "threads.started");
        littleCpuAndMemory(self);
    }

    @Test
    void allocationIsBytes() {
        Map<String, Double> self = self("allocates");
        assertThat(self.get("alloc.bytes")).isBetween(100 * 1048576.0, 101 * 1048576.0);
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "threads.started");
    }

    @Test
    void startedThreadsAreCounted() {
        Map<String, Double> self = self("startsSeven");
        assertThat(self.get("threads.started")).isEqualTo(7);
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "gc.count", "gc.time");
        littleCpuAndMemory(self);
    }

    @Test
    void collectionsAreCountedAndTimed() {
        Map<String, Double> self = self("collectsTwice");
        assertThat(self.get("gc.count")).isEqualTo(2);
        assertThat(self.get("gc.time")).isPositive();
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "threads.started");
        littleCpuAndMemory(self);
    }

    @Test
    void nothingCostsNothing() {
        Map<String, Double> self = self("doesNothing");
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "gc.count", "gc.time",
                "threads.started", "alloc.bytes");
        assertThat(self.get("thread.cpu")).isLessThan(5 * MILLI);
    }

    private Map<String, Double> self(String method) {
        return figures("self woven.Costs." + method + " ");
    }

    private Map<String, Double> figures(String beginning) {
        String line = run.after(beginning);
        assertThat(line).as(run.all()).isNotNull();
        Map<String, Double> figures = new TreeMap<>();
        for (String pair : line.split(" ")) {
            figures.put(pair.substring(0, pair.indexOf('=')),
                    Double.parseDouble(pair.substring(pair.indexOf('=') + 1)));
        }
        return figures;
    }

    /** A tenth of the CPU time and a thousandth of the memory that other methods spend; starting a thread takes some. */
    private static void littleCpuAndMemory(Map<String, Double> self) {
        assertThat(self.get("thread.cpu")).isLessThan(20 * MILLI);
        assertThat(self.get("alloc.bytes")).isLessThan(100_000);
    }

    private static void none(Map<String, Double> self, String... meters) {
        for (String meter : meters) {
            assertThat(self.get(meter)).as(meter).isZero();
        }
    }
}

package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Each measure shows what a method costs, and not what it does not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MeasuresIT {
    private static final double MILLI = 1e6;

    private ChildJvm.Result run;

    @BeforeAll
    void run() {
        run = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Costs");
        assertThat(run.exit()).as(run.all()).isZero();
    }

    @Test
    void sleepingIsWaiting() {
        Map<String, Double> self = self("sleeps");
        assertThat(self.get("wall")).isGreaterThan(200 * MILLI);
        assertThat(self.get("waiting.count")).isEqualTo(1);
        assertThat(self.get("waiting.time")).isBetween(180 * MILLI, 220 * MILLI);
        assertThat(self.get("thread.cpu")).isLessThan(20 * MILLI);
        none(self, "blocking.count", "blocking.time", "gc.count", "threads.started");
        assertThat(self.get("alloc.bytes")).isLessThan(10_000);
    }

    @Test
    void burningIsCpuTimeInUserMode() {
        Map<String, Double> self = self("burns");
        assertThat(self.get("thread.cpu")).isBetween(200 * MILLI, 220 * MILLI);
        assertThat(self.get("thread.cpu.user") + self.get("thread.cpu.system")).isEqualTo(self.get("thread.cpu"));
        assertThat(self.get("process.cpu")).isGreaterThan(180 * MILLI);
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "gc.count", "threads.started");
    }

    @Test
    void aHeldMonitorIsBlocking() {
        Map<String, Double> self = self("isBlocked");
        assertThat(self.get("blocking.count")).isEqualTo(1);
        assertThat(self.get("blocking.time")).isBetween(170 * MILLI, 220 * MILLI);
        assertThat(self.get("thread.cpu")).isLessThan(20 * MILLI);
        none(self, "waiting.count", "waiting.time", "gc.count", "threads.started");
    }

    @Test
    void allocationIsBytes() {
        Map<String, Double> self = self("allocates");
        assertThat(self.get("alloc.bytes")).isBetween(100 * 1048576.0, 101 * 1048576.0);
        none(self, "blocking.count", "waiting.count", "threads.started");
    }

    @Test
    void startedThreadsAreCounted() {
        Map<String, Double> self = self("startsSeven");
        assertThat(self.get("threads.started")).isEqualTo(7);
        none(self, "gc.count");
    }

    @Test
    void collectionsAreCountedAndTimed() {
        Map<String, Double> self = self("collectsTwice");
        assertThat(self.get("gc.count")).isEqualTo(2);
        assertThat(self.get("gc.time")).isPositive().isLessThanOrEqualTo(self.get("wall") * 1.1);
        none(self, "threads.started");
    }

    @Test
    void nothingCostsNothing() {
        Map<String, Double> self = self("doesNothing");
        none(self, "blocking.count", "blocking.time", "waiting.count", "waiting.time", "gc.count", "gc.time",
                "threads.started", "alloc.bytes");
        assertThat(self.get("thread.cpu")).isLessThan(5 * MILLI);
    }

    private Map<String, Double> self(String method) {
        String line = run.out().stream().filter(l -> l.startsWith("self woven.Costs." + method + " ")).findFirst()
                .orElseThrow(() -> new AssertionError(run.all()));
        Map<String, Double> self = new TreeMap<>();
        for (String pair : line.substring(("self woven.Costs." + method + " ").length()).split(" ")) {
            self.put(pair.substring(0, pair.indexOf('=')), Double.parseDouble(pair.substring(pair.indexOf('=') + 1)));
        }
        return self;
    }

    private static void none(Map<String, Double> self, String... meters) {
        for (String meter : meters) {
            assertThat(self.get(meter)).as(meter).isZero();
        }
    }
}

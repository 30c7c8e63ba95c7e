package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import extended.ManyContexts;
import org.junit.jupiter.api.Test;
import sim.testkit.Child;

/** However many contexts there are and whatever is written into them: they take a bounded part of the heap, all threads' together. */
class ManyContextsIT {
    @Test
    void aSmallHeapIsEnoughAndTheSumsAreExact() throws Exception {
        Child.Result run = Child.jvm("-Xmx64m", "-Dsim.server=127.0.0.1:1", "-Dsim.meters=all",
                "-Dsim.hotspot.enabled=false", ManyContexts.class.getName(), "150", "400");
        assertThat(run.exit()).as(run.all()).isZero();
        // 392 of each thread ended
        assertThat(run.lines("ended")).as(run.all()).containsExactly(
                "ended " + 150 * 392 + " calls " + 150 * 400 * 64 + " at places " + 150 * 400 * 64);
        assertThat(counter(run, "contexts.dropped")).as(run.all()).isPositive();
        assertThat(counter(run, "context.values.dropped") + counter(run, "context.places.dropped")).as(run.all())
                .isPositive(); // which of them finds no room first, the collector's turns decide
        assertThat(counter(run, "metering.failures")).as(run.all()).isZero();
    }

    private static long counter(Child.Result run, String kind) {
        return Long.parseLong(run.lines("counter " + kind + " ").get(0).replaceAll(".* ", ""));
    }
}

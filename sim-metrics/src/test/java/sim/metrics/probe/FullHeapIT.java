package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import extended.FullHeap;
import extended.FullHeapAtPlaces;
import extended.FullHeapOnVirtualThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Child;

/**
 * Where the heap is full, what SIM fails in is counted and never thrown. Before, the line about it and the name of its class, which a class makes when it
 * is first asked, threw another OutOfMemoryError into the application.
 */
class FullHeapIT {
    private static final int MANY = 5;
    private static final int SOME = 20;
    private static final int AGAIN = 200;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void everyCallIsCountedAndNothingIsThrown(String collector) throws Exception {
        Child.Result run = Child.jvm("-Xmx24m", collector, "-Dsim.hotspot.enabled=false",
                FullHeap.class.getName(), String.valueOf(MANY), "0", "0");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(number(run, "thrown ")).as(run.all()).isZero();
        assertThat(number(run, "kept ")).isEqualTo(1);
        assertThat(number(run, "calls ") + number(run, "counter calls.lost ")).as(run.all())
                .isEqualTo(MANY);
        assertThat(number(run, "counter metering.failures ")).as(run.all()).isGreaterThanOrEqualTo(MANY + 1);
    }

    /**
     * Before, each call asked about contention, for a wider histogram, or for its thread's context. There is no memory for these: each question is a
     * full collection or two, and the program stood still.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void callsDoNotCollectAgainAndAgain(int before) throws Exception {
        Child.Result run = Child.jvm("-Xmx24m", "-XX:+UseSerialGC", "-Dsim.hotspot.enabled=false",
                FullHeap.class.getName(), "0", String.valueOf(before), String.valueOf(AGAIN));
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(number(run, "thrown ")).as(run.all()).isZero();
        assertThat(number(run, "calls ") + number(run, "counter calls.lost ")).as(run.all())
                .isEqualTo(before + AGAIN);
        assertThat(number(run, "collections ")).as(run.all()).isLessThan(AGAIN / 2);
    }

    /**
     * The same where all contexts of virtual threads are taken. Before, each call asked for a light call, for a tally in the books that its thread
     * had not borrowed yet, or for the context that a folded recursion needs.
     */
    @ParameterizedTest
    @CsvSource({"first, 0", "light, 2", "folded, 20"})
    void lightCallsDoNotEither(String how, int before) throws Exception {
        assumeTrue(VirtualThreads.AVAILABLE, "this JVM has no virtual threads");
        Child.Result run = Child.jvm("-Xmx48m", "-XX:+UseSerialGC", "-Dsim.hotspot.enabled=false",
                "-Dsim.tree.nodes=40", "-Dsim.numbers.memory=16MB",
                FullHeapOnVirtualThread.class.getName(), String.valueOf(AGAIN), how);
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(number(run, "thrown ")).as(run.all()).isZero();
        long lost = number(run, "counter calls.lost ");
        assertThat(number(run, "calls ") + lost).as(run.all()).isEqualTo(before + AGAIN);
        assertThat(number(run, "untimed ")).as(run.all()).isEqualTo(number(run, "counter calls.untimed "));
        assertThat(lost).as("it counts at its place, once there is a table of light calls: " + run.all())
                .isEqualTo(how.equals("first") ? AGAIN : 0);
        assertThat(number(run, "collections ")).as(run.all()).isLessThan(AGAIN / 2);
    }

    /** Each asked for what totals of recursive calls leave out, at its begin, and was lost. */
    @Test
    void recursiveCallsAreCounted() throws Exception {
        Child.Result run = Child.jvm("-Xmx24m", "-XX:+UseSerialGC", "-Dsim.hotspot.enabled=false",
                "-Dsim.tree.nodes=400", "-Dsim.meters=wall", FullHeapAtPlaces.class.getName(), String.valueOf(SOME),
                "folded");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(number(run, "thrown ")).as(run.all()).isZero();
        assertThat(number(run, "counter calls.lost ")).as(run.all()).isZero();
        assertThat(number(run, "calls ")).as(run.all()).isEqualTo(SOME + 2);
    }

    /** Where memory is short, each call at a place that no book knows asked for a tally in the shared ones. */
    @Test
    void callsAtNewPlacesDoNotEither() throws Exception {
        Child.Result run = Child.jvm("-Xmx24m", "-XX:+UseSerialGC", "-Dsim.hotspot.enabled=false",
                FullHeapAtPlaces.class.getName(), String.valueOf(AGAIN), "new");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(number(run, "thrown ")).as(run.all()).isZero();
        assertThat(number(run, "calls ") + number(run, "counter calls.lost ")).as(run.all()).isEqualTo(AGAIN + 1);
        assertThat(number(run, "collections ")).as(run.all()).isLessThan(AGAIN / 2);
    }

    private static long number(Child.Result run, String of) {
        return run.lines(of).stream().mapToLong(line -> Long.parseLong(line.substring(of.length()))).sum();
    }
}

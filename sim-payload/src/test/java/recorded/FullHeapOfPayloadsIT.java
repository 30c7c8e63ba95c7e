package recorded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Child;

/** Where the heap is full, a handler of the application that failed is counted, and nothing is thrown for want of room for the line. */
class FullHeapOfPayloadsIT {
    private static final int MANY = 5;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void everyFailureIsCountedAndNothingIsThrown(String collector) throws Exception {
        Child.Result run = Child.jvm("-Xmx24m", collector, "-Dsim.hotspot.enabled=false",
                FullHeapOfPayloads.class.getName(), String.valueOf(MANY));
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.lines("thrown ")).as(run.all()).containsExactly("thrown 0");
        assertThat(run.lines("kept ")).containsExactly("kept 1");
        assertThat(run.lines("failed ")).as(run.all()).containsExactly("failed " + MANY);
    }
}

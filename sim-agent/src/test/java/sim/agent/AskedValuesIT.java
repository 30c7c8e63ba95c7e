package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Jdks;

/** SIM asks values for their texts, in a real JVM: what these do is no work of the request, and fails none. */
class AskedValuesIT {
    private static final String BROKEN = "woven.AskedValues$Broken (its toString threw java.lang.IllegalStateException)";

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void aValueWhoseOwnTextFailsFailsNoRequest(String thread) {
        ChildJvm.Result run = new ChildJvm().agent("events=errors").on(Jdks.withVirtualThreads()).run(
                ChildJvm.CLASSES.toString(), "woven.AskedValues", thread);
        assertThat(run.exit()).as(run.all()).isZero();
        for (String name : new String[]{"early", "put", "carry", "write"}) {
            assertThat(run.after("kind " + name + " ")).as(name + run.all()).isEqualTo("1 failed 0");
            assertThat(run.after("context " + name + " ")).as(name).startsWith("errors 0 error null values {")
                    .contains(BROKEN);
        }
        assertThat(run.after("context put ")).contains("value=" + BROKEN);
        assertThat(run.after("context write ")).contains("write.params.value=" + BROKEN, "write.result=" + BROKEN);
        assertThat(run.after("kind fail ")).isEqualTo("1 failed 1");
        assertThat(run.after("context fail ")).as("failed as it was told").startsWith("errors 0 error " + BROKEN);
        assertThat(run.after("context end ")).startsWith("errors 0 error woven.AskedValues$Mute: (its toString threw ");
        assertThat(run.after("event happened ")).contains(BROKEN);
        assertThat(run.out()).filteredOn(line -> line.startsWith("row ")).as(run.all()).isNotEmpty()
                .noneMatch(line -> line.startsWith("row toString "));
        assertThat(run.out()).filteredOn(line -> line.startsWith("counted ")).as("not the texts that failed")
                .containsExactly("counted woven.AskedValues$Mute 1");
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
        assertThat(run.after("counter probes.unmatched ")).isEqualTo("0");
    }
}

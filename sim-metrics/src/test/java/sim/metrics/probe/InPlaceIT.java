package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Child;

/**
 * In JVMs that run nothing else, so that the compiler knows the probes as an application's would. What it decides hangs on
 * what it has seen so far, so it is asked several times. A probe that is used again never allocates, see {@link HandMeteringTest}.
 */
class InPlaceIT {
    private static final int ATTEMPTS = 10;
    private static final int THOUSAND_PROBES = 80_000;

    @Test
    void aProbeThatDoesNotLeaveItsMethodNeedAllocateNothing() throws Exception {
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
            Child.Result result = Child.jvm("-Dsim.meters=wall", "-Dsim.hotspot.enabled=false",
                    "extended.InPlace");
            assertThat(result.exit()).as(result.all()).isZero();
            long bytes = Long.parseLong(result.lines("bytes ").get(0).substring(6));
            assertThat(bytes).isLessThanOrEqualTo(THOUSAND_PROBES);
            least = Math.min(least, bytes);
        }
        assertThat(least).isZero();
    }

    /** However often: it must not depend on what the compiler happened to compile first. */
    @ParameterizedTest
    @ValueSource(strings = {"open", "method"})
    void aProbeAroundACallThatIsNotInlinedAllocatesNothing(String probe) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Child.Result result = Child.jvm("-Dsim.meters=wall", "-Dsim.hotspot.enabled=false",
                    "extended.InPlaceRecursion", probe);
            assertThat(result.exit()).as(result.all()).isZero();
            assertThat(result.lines("bytes ")).as("attempt %d", attempt).containsExactly("bytes 0");
        }
    }
}

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import extended.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * In a JVM that runs nothing else, so that the compiler knows the probes as an application's would. Before JDK 20 it kept
 * exception handlers that never ran, through which the probe may leave; a probe that is used again allocates nothing there
 * either, see {@link HandMeteringTest}.
 */
class InPlaceIT {
    private static final int MOST_BYTES = Runtime.version().feature() < 21 ? 80_000 : 0;

    @Test
    void aThousandProbesThatDoNotLeaveTheirMethodAllocateNothing() throws Exception {
        ChildJvm.Result result = ChildJvm.run("-Dsim.meters=wall", "-Dsim.hotspot.enabled=false", "extended.InPlace");
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(Long.parseLong(result.lines("bytes ").get(0).substring(6))).isLessThanOrEqualTo(MOST_BYTES);
    }
}

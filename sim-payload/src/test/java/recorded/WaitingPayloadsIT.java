package recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import sim.testkit.Child;

/**
 * Virtual threads that wait inside a payload: SIM takes 300 bytes for each at most, within its bound, and counts what did not fit. With
 * {@code -Dsim.threads=100000} in a heap of 192 MB.
 */
class WaitingPayloadsIT {
    private static final int MANY = Integer.getInteger("sim.threads", 20_000);
    /** KB of heap for each thread, of which its stack, its object and its task take 1.2 to 1.8. */
    private static final int EACH = 2;

    /** Measured before: 3.6 KB for each thread with an open payload, and the heap was full. */
    @Test
    void inAPayloadAndASplitEach() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JVM has no virtual threads");
        Child.Result run = Child.jvm("-Xmx" + Math.max(64, MANY * EACH * 96 / 100 / 1_000) + "m",
                "-Dsim.hotspot.enabled=false", "-Dsim.events=none", "-Dsim.payload.record=all",
                WaitingPayloads.class.getName(), String.valueOf(MANY));
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).as(run.all()).isEmpty();
        for (String none : new String[]{"calls.lost", "metering.failures", "payload.failures", "payloads.unmatched",
                "splits.unmatched"}) {
            assertThat(run.lines("counter " + none + " ")).as(run.all()).isEmpty();
        }
        long dropped = number(run, "counter payloads.dropped ");
        assertThat(dropped).as("what did not fit").isPositive();
        long split = MANY - number(run, "counter splits.dropped ");
        assertThat(split).isBetween(1L, MANY - 1L);
        assertThat(number(run, "payloads ")).isPositive()
                .isBetween(MANY - dropped - number(run, "counter payloads.too.deep "), MANY - dropped);
        assertThat(number(run, "own ")).isLessThan(300);
        assertThat(number(run, "calls ")).as("each call, and a place for each split").isBetween(2L * MANY,
                2L * MANY + split);
    }

    private static long number(Child.Result run, String of) {
        return run.lines(of).stream().mapToLong(line -> Long.parseLong(line.substring(of.length()))).sum();
    }
}

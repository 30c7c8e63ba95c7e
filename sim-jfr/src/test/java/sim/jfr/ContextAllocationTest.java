package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What contexts cost in memory while no recording runs: the context itself and its entries, nothing else. */
class ContextAllocationTest {
    private static final RecordingContextKey ORDER = RecordingContextKey.forName("order");
    private static final RecordingContextKey STAGE = RecordingContextKey.forName("stage");
    private static final RecordingContextKey PAID = RecordingContextKey.forName("paid");
    private static final int TIMES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static RecordingContext held;

    @Test
    void aContextAllocatesItselfItsBuilderAndItsEntries() {
        Assumptions.assumeTrue(!FlightRecorder.isInitialized() || FlightRecorder.getFlightRecorder().getRecordings()
                .stream().noneMatch(recording -> recording.getState() == jdk.jfr.RecordingState.RUNNING));
        // Context 64, entry 40 each, and a builder of 16 that the compiler may do without.
        assertThat(bytes(ContextAllocationTest::one)).isLessThanOrEqualTo(120);
        assertThat(bytes(ContextAllocationTest::three)).isLessThanOrEqualTo(200);
    }

    @Test
    void askingAndActivatingNothingNew() {
        assertThat(bytes(() -> ORDER.isBound())).isZero();
        assertThat(bytes(() -> RecordingContext.snapshot())).isZero();
        try (var context = RecordingContext.where(ORDER, 1).build()) {
            assertThat(bytes(() -> ORDER.isBound())).isZero();
            assertThat(bytes(() -> STAGE.isBound())).isZero();
            RecordingContext.Snapshot snapshot = RecordingContext.snapshot();
            assertThat(bytes(() -> snapshot.activate().close())).isLessThanOrEqualTo(64);
        }
    }

    private static void one() {
        try (var context = RecordingContext.where(ORDER, 1).build()) {
            held = context;
        }
    }

    private static void three() {
        try (var context = RecordingContext.where(ORDER, 1).where(STAGE, "load").where(PAID, true).build()) {
            held = context;
        }
    }

    /** Per call, the smallest of some rounds, for the JVM allocates now and then for its own reasons. */
    private static long bytes(Runnable work) {
        for (int i = 0; i < TIMES; i++) {
            work.run();
        }
        long smallest = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < TIMES; i++) {
                work.run();
            }
            smallest = Math.min(smallest, (THREADS.getCurrentThreadAllocatedBytes() - before) / TIMES);
        }
        return smallest;
    }
}

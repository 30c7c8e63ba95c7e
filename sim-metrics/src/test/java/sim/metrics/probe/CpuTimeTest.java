package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.Meter;

/**
 * The CPU time of real calls on a real thread, held against the thread's own CPU clock read around and inside each: however full
 * the machine is, it lies between the two, to the span.
 */
class CpuTimeTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CALLS = 600;
    /** Half of a read at either end, at most. */
    private static final long READS = 5_000;

    @ParameterizedTest
    @CsvSource({"meters=thread.cpu, cpu.span=50us, 50000", "meters=thread.cpu, cpu.span=1us, 1000",
            "meters=thread.cpu, cpu=exact, 0", "meters=all, cpu.span=50us, 50000", "meters=all, cpu=exact, 0"})
    void eachCallAndTheSumAreTheClocksToTheSpan(String meters, String option, long span) throws InterruptedException {
        Runs runs = new Runs(meters + "," + option);
        Random random = new Random(1);
        ProbeSite all = runs.site("all");
        ProbeSite[] sites = new ProbeSite[CALLS];
        for (int i = 0; i < CALLS; i++) {
            sites[i] = runs.site("call" + i);
        }
        long[] inside = new long[CALLS];
        long[] around = new long[CALLS];

        long aroundAll = -THREADS.getCurrentThreadCpuTime();
        all.begin();
        long insideAll = -THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < CALLS; i++) {
            around[i] = -THREADS.getCurrentThreadCpuTime();
            Object begun = sites[i].begin();
            inside[i] = -THREADS.getCurrentThreadCpuTime();
            work(random);
            inside[i] += THREADS.getCurrentThreadCpuTime();
            sites[i].end(begun, null);
            around[i] += THREADS.getCurrentThreadCpuTime();
        }
        insideAll += THREADS.getCurrentThreadCpuTime();
        all.end();
        aroundAll += THREADS.getCurrentThreadCpuTime();

        runs.drain();
        for (int i = 0; i < CALLS; i++) {
            assertThat(total(runs, "all/call" + i)).as("call %d", i)
                    .isBetween(inside[i] - span - READS, around[i] + span + READS);
        }
        long sum = total(runs, "all");
        assertThat(sum).isLessThanOrEqualTo(aroundAll + span + READS);
        if (!meters.equals("meters=all")) {
            // else what SIM used for its own readings is taken out
            assertThat(sum).isGreaterThanOrEqualTo(insideAll - span - READS);
        }
    }

    private static void work(Random random) throws InterruptedException {
        switch (random.nextInt(6)) {
            case 0 -> Thread.sleep(1);
            case 1 -> LockSupport.parkNanos(1_000 + random.nextInt(50_000));
            case 2 -> Thread.yield();
            case 3 -> spin(random.nextInt(200_000));
            case 4 -> spin(random.nextInt(5_000));
            default -> {
            }
        }
    }

    private static void spin(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static long total(Runs runs, String path) {
        return runs.row(path).total()[Meter.CPU.ordinal()];
    }
}

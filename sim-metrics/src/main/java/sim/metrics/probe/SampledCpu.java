package sim.metrics.probe;

import sim.metrics.meter.Clock;
import sim.metrics.meter.Readings;
import sim.metrics.snapshot.Meter;

/**
 * The same as {@link SampledCost} for CPU time, by the same calls: CPU time is read once more before the begin and twice after
 * the end, which tells what an empty call is seen to take, too. What the samples take themselves is left out of the caller's
 * self times. The shares of system and user time are those of {@link Calibration}.
 */
final class SampledCpu {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int SYSTEM = Meter.CPU_SYSTEM.ordinal();
    private static final int USER = Meter.CPU_USER.ordinal();

    private final Threads threads;
    private final Readings readings;
    private final SampledCost cost = new SampledCost();
    /** What a thread uses in place of the calibration's once there are enough samples. */
    final long[] inside;
    final long[] outside;
    /** CPU time from the sample's first reading to the begin's own. */
    private long beginning;
    /** What the first reading took of wall time, ticks. */
    private long first;

    SampledCpu(Threads threads, Readings readings) {
        this.threads = threads;
        this.readings = readings;
        this.inside = new long[threads.width];
        this.outside = new long[threads.width];
    }

    boolean isKnown() {
        return cost.isKnown();
    }

    /** The sampled call has begun: the readings before, what they took in ticks, and its own. */
    void begun(long before, long took, long own) {
        beginning = own - before;
        first = took;
    }

    /**
     * The sampled call has ended.
     *
     * @param ended the CPU time at its end
     * @param reads the tick before the clock was read for {@code read} ns
     * @param scratch for readings
     * @param caller whose self times are to be without the sample
     * @return what the call took of its caller; -1 where the sample does not count
     */
    long ended(long ended, long reads, long read, long[] scratch, Frame caller) {
        readings.readBefore(scratch);
        long after = scratch[CPU];
        readings.readAfter(scratch, readings.tick());
        long empty = scratch[CPU] - after;
        long taken = cost.add(beginning - read, after - ended, empty, threads.cpuCost);
        if (isKnown()) {
            set(inside, cost.inside);
            set(outside, cost.outside);
        }
        threads.addCpu(caller.inner, 3 * empty + read);
        caller.innerWall += Clock.nanos(first + readings.tick() - reads);
        return taken;
    }

    private void set(long[] costs, long cpu) {
        costs[CPU] = cpu;
        costs[SYSTEM] = threads.inSystem(cpu);
        costs[USER] = cpu - costs[SYSTEM];
    }
}

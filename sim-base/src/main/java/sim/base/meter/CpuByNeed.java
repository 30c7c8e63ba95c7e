package sim.base.meter;

/**
 * CPU time of a thread at the boundaries between its calls, without asking the system at each: a read is a system call of
 * 260 to 700 ns. A thread that runs uses CPU as fast as time passes, so between two reads its CPU time is that of the last
 * one and the time since. Only where it was off the CPU do the two differ, and a boundary after such a time finds the last
 * boundary long ago. So CPU time is read
 *
 * <ul>
 * <li>after a stretch of {@link #WAIT} and more without a boundary, because the thread may have waited in it;
 * <li>and otherwise once the last read is {@code span} old.
 * </ul>
 *
 * <pre>
 *  estimate(t) = max(estimate before, read + (t - when it was read))
 * </pre>
 *
 * A thread can not use more CPU than time passes, so the estimate is never below the CPU time there is; and it is above it
 * by at most what the thread was off the CPU since the last read, which is at most {@code span}, for past that it is read.
 * A stretch that ends with a read has what is left: estimates never go back, so what was taken too much before is taken from
 * the stretches that follow. Of this comes what holds, to the resolution of the two clocks:
 *
 * <ul>
 * <li>between any two boundaries, be they a call's ends, the CPU time is wrong by at most {@code span} and {@link
 * #LONGEST_READ}, either way: a read takes time itself, and where the thread loses the CPU meanwhile, half of {@link
 * #LONGEST_READ} at that boundary may be on the wrong side;
 * <li>but for such reads, it is exact where the thread was never off the CPU for less than {@link #WAIT} at a time in the
 * {@code span} before either boundary, however often it was for longer;
 * <li>the sum over a thread is what the CPU clock says at each read that does not find the estimate ahead.
 * </ul>
 *
 * A span of 0 reads at every boundary. {@code CpuByNeedTest} plays schedules of running and waiting against it.
 */
abstract class CpuByNeed extends Readings {
    /**
     * In less than this time, in ns, a thread cannot leave the CPU, wait and come back. That is an assumption about hardware and
     * operating system: a park that is answered at once took 7.5 us at the median. Where it does not hold, the bound above does.
     */
    static final long WAIT = 5_000;
    /** A read that takes longer than this, in ns, was interrupted: the thread lost the CPU. */
    private static final long LONGEST_READ = 5_000;
    /** So were readings of a kind that takes longer, if one took more than this many times what they usually take. */
    private static final int USUALLY = 4;
    static final long LONG_AGO = Long.MIN_VALUE / 2;

    final long span;
    /** CPU time less clock time at the last read, ns. */
    private long ahead;
    /** When CPU time was read, and when the last boundary was, in ns of the clock. */
    private long readAt = LONG_AGO;
    long boundary = LONG_AGO;

    CpuByNeed(long span) {
        this.span = span;
    }

    /** Whether a read is due at a boundary. */
    final boolean isDue(long now) {
        return now - boundary >= WAIT || now - readAt >= span;
    }

    /** When a read will be due without a long stretch. */
    final long dueAt() {
        return readAt + span;
    }

    /** The estimated CPU time at a boundary, or at a moment after one, that needs no read. */
    final long estimate(long now) {
        return Math.max(cpu, ahead + now);
    }

    /**
     * Takes over a read of the CPU clock between two reads of the other clock. Unless it was interrupted, it counts as the CPU time
     * half way between, and all of the time between is SIM's: see {@link #leaveOut}. Returns the CPU time at {@code before}.
     */
    final long take(long before, long read, long after) {
        long half = Math.min(after - before, LONGEST_READ) >> 1;
        ahead = read + half - after;
        readAt = before;
        long usual = Prices.of(Prices.CPU, 2 * half);
        price(usual);
        leaveOut(after - before, 2 * half, usual);
        return Math.max(cpu, read - half);
    }

    /**
     * Notes other work of SIM itself between two reads of the other clock. Its CPU time is subtracted from all reads from now on. The
     * thread may have lost the CPU meanwhile.
     *
     * @param kind what was read: one of {@link Prices}
     */
    final void took(long before, long after, long ownCpu, int kind) {
        long inCpu = inCpu(before, after, ownCpu);
        long usual = Prices.of(kind, ownCpu + inCpu);
        price(usual);
        leaveOut(Math.max(after - before, ownCpu + inCpu), inCpu, usual);
    }

    /** The same of a look at counters that the JVM publishes, which has no price of its own. */
    final void looked(long before, long after) {
        long inCpu = inCpu(before, after, 0);
        leaveOut(after - before, inCpu, Prices.of(Prices.LOOK, inCpu));
    }

    /** The part of a reading's time that is in {@code thread.cpu}. */
    private long inCpu(long before, long after, long ownCpu) {
        long inCpu = Math.min(Math.max(0, after - before - ownCpu), LONGEST_READ);
        ahead += before + inCpu - after;
        return inCpu;
    }

    /**
     * Leaves a reading out of self times. Linux takes the processor away in a read of the CPU clock if the thread's slice is used up. That wait is no cost of
     * SIM: the thread would have lost the processor a moment later. So of a reading that was interrupted only what such readings usually take is left out.
     * Callers find the wait in {@link #interruptedNanos}. One comparison in a reading of 300 ns and more, two in one that was interrupted.
     */
    private void leaveOut(long nanos, long inCpu, long usual) {
        if (nanos > LONGEST_READ && nanos > USUALLY * usual) {
            spend(usual, Math.min(inCpu, usual));
            interrupted(nanos - usual);
        } else {
            spend(nanos, inCpu);
        }
    }

    @Override
    public final void expire() {
        readAt = LONG_AGO;
        boundary = LONG_AGO;
    }
}

package sim.base.meter;

import sim.model.snapshot.Meter;

/**
 * Wall and CPU time of one thread in the test's hand, in ns. The CPU clock is read by need and takes time, as {@link ThreadMeters} reads the JVM's; the
 * thread may lose its processor in such a reading.
 */
public class PlayedMeters extends CpuByNeed {
    /** What a reading of the CPU clock takes. */
    public static final long USUAL = 600;

    private long now = 1_000_000_000;
    private long used = 1_000;
    private long lostNext;
    /** How long it was without a processor in readings, as the test has asked. */
    public long lost;
    public int reads;

    public PlayedMeters() {
        super(50_000);
        for (int i = 0; i < 500; i++) { // another test has had other clocks
            Prices.of(Prices.CPU, USUAL);
        }
    }

    public void works(long nanos) {
        now += nanos;
        used += nanos;
    }

    /** As where a SecurityManager of the program's would have been asked. */
    public void isNotAsked(int times) {
        unasked += times;
    }

    /** In the next reading it is without a processor so long. */
    public void losesProcessorInNextReading(long nanos) {
        lostNext = nanos;
    }

    @Override
    public int present() {
        return Meter.WALL.bit() | Meter.CPU.bit() | Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit();
    }

    @Override
    public long tick() {
        return now;
    }

    @Override
    public long begin(long[] into) {
        boundary();
        fill(into);
        return now;
    }

    @Override
    public void end(long tick) {
        boundary();
    }

    private void boundary() {
        if (isDue(now)) {
            long before = now;
            works(USUAL / 2);
            long read = used;
            works(USUAL / 2);
            now += lostNext;
            lost += lostNext;
            lostNext = 0;
            reads++;
            cpu = take(before, read, now);
        }
        cpu = estimate(now);
        boundary = now;
    }

    @Override
    public void fill(long[] into) {
        into[Meter.CPU.ordinal()] = cpu;
        into[Meter.CPU_USER.ordinal()] = cpu;
    }

    @Override
    public void disownSince(long allocated) {
        // bytes are not read
    }
}

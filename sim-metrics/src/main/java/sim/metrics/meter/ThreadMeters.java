package sim.metrics.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import sim.metrics.snapshot.Meter;

/**
 * The readings of one thread, taken by that thread alone. All are cumulative, so what is seen late (see the two
 * adaptive readings below) is credited to a later probe of the same thread and never lost.
 *
 * <p>User and system time: the total is exact (260 to 390 ns a read), the user part costs 6,300 to 7,600 ns and moves in
 * the kernel's steps of 10 ms. So the split is looked at again only after another millisecond of CPU, and system time is
 * what is proven to be: total less user less one step. The rest is user time.
 *
 * <p>Blocking and waiting: {@code getThreadInfo} costs 700 to 1,200 ns and 200 bytes, so it is asked only when it may
 * have changed: the thread was off the CPU for some microseconds since it was last asked, or the JVM counted a contended
 * monitor. {@code sim.contention=exact} always asks.
 *
 * <p>What SIM itself uses in these rare readings, CPU time and bytes, is taken out again.
 */
public final class ThreadMeters extends Readings {
    /** Off the CPU for less than this is not a wait worth asking about. */
    private static final long OFF_CPU_NANOS = 5_000;
    /** CPU time after which the split is read again. */
    private static final long SPLIT_NANOS = 1_000_000;
    /** So old the readings of the process may be. */
    private static final long LOOK_NANOS = 1_000;
    /** The kernel's step of user time as the JVM reads it. */
    private static final long STEP_NANOS = 10_000_000;

    private static final java.lang.management.ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final com.sun.management.ThreadMXBean ALLOCATIONS = allocations();
    private static final boolean CPU_SUPPORTED = THREADS.isCurrentThreadCpuTimeSupported();
    private static final int PROCESS_WIDE = Meter.PROCESS_CPU.bit() | Meter.THREADS_STARTED.bit()
            | Meter.GC_COUNT.bit() | Meter.GC_TIME.bit();
    private static final int CONTENTION = Meter.BLOCK_COUNT.bit() | Meter.BLOCK_TIME.bit() | Meter.WAIT_COUNT.bit()
            | Meter.WAIT_TIME.bit();
    private static final int CPU = Meter.CPU.bit() | Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit();

    /** Whether contention is monitored for SIM's sake. */
    private static volatile boolean monitors;

    private final long threadId;
    private final int meters;
    private final boolean exact;
    private final boolean readsCpu;

    private long cpu;
    private long user;
    private long system;
    /** System time that is proven; {@link #system} follows as CPU time passes, so that neither part ever goes back. */
    private long provenSystem;
    private long ownCpu;
    /** What the thread had used before it was first metered; -1 until then. */
    private long systemAtFirst = -1;
    private long splitAt = Long.MIN_VALUE / 2;

    private long blockCount;
    private long blockTime;
    private long waitCount;
    private long waitTime;
    private long askedOffCpu;
    private long askedContended = -1;
    private long ownBytes;

    /** When the process's readings below were taken, ns of the clock. */
    private long lookedAt = Long.MIN_VALUE / 2;
    private long contended;
    private long processCpu;
    private long threadsStarted;
    private long collections;
    private long collectionTime;
    /** Each of them only grows, so their sums tell whether any moved. */
    private long processSum;
    private long contentionSum;
    /** Readings that took microseconds: the clock is then read again. */
    private long dear;

    /**
     * For the calling thread.
     *
     * @param meters the bit set wanted; {@link #present} tells what of it can be had
     * @param virtual a virtual thread has no CPU time, contention or allocation of its own: absent, never 0
     */
    public ThreadMeters(Thread thread, int meters, boolean virtual, boolean exact) {
        this.threadId = thread.getId();
        this.meters = available(meters, virtual);
        this.exact = exact;
        this.readsCpu = (this.meters & (CPU | CONTENTION)) != 0;
    }

    /** Prepares the JVM: contention monitoring is off by default. */
    public static void prepare(int meters) {
        if ((meters & CONTENTION) != 0 && THREADS.isThreadContentionMonitoringSupported()
                && !THREADS.isThreadContentionMonitoringEnabled()) {
            monitors = true;
            THREADS.setThreadContentionMonitoringEnabled(true);
        }
        if ((meters & CPU) != 0 && THREADS.isThreadCpuTimeSupported()) {
            THREADS.setThreadCpuTimeEnabled(true);
        }
    }

    /** The JVM monitors no more than it did before. */
    public static void restore() {
        if (monitors) {
            monitors = false;
            THREADS.setThreadContentionMonitoringEnabled(false);
        }
    }

    /** One reading of the calling thread, afresh; -1 where there is none. Allocates: not for the path of a call. */
    public static long readOnce(Meter meter) {
        Thread thread = Thread.currentThread();
        boolean virtual = THREADS.getThreadInfo(thread.getId()) == null;
        int group = (meter.bit() & CPU) != 0 ? CPU : meter.bit();
        ThreadMeters meters = new ThreadMeters(thread, group, virtual, true);
        if ((meters.present() & meter.bit()) == 0) {
            return -1;
        }
        prepare(group);
        long[] readings = new long[Meter.COUNT];
        meters.readBefore(readings);
        return readings[meter.ordinal()];
    }

    @Override
    public int present() {
        return meters;
    }

    @Override
    public long tick() {
        return Clock.ticks();
    }

    /**
     * CPU time and the clock are read nearest to the work that follows. What is read after the clock needs it, to tell
     * whether it is due, and is cheap unless it is: then the clock is read again.
     */
    @Override
    public long readBefore(long[] into) {
        readAllocation(into);
        long raw = readsCpu ? THREADS.getCurrentThreadCpuTime() : 0;
        long tick = Clock.ticks();
        long dearBefore = dear;
        long now = Clock.nanos(tick);
        look(now);
        readThread(into, raw, now);
        readProcess(into);
        return dear == dearBefore ? tick : Clock.ticks();
    }

    /** Reads all but wall time. CPU time is read first, nearest to the work that ended. */
    @Override
    public void readAfter(long[] into, long ticks) {
        long now = Clock.nanos(ticks);
        long raw = readsCpu ? THREADS.getCurrentThreadCpuTime() : 0;
        look(now);
        readThread(into, raw, now);
        readAllocation(into);
        readProcess(into);
    }

    @Override
    public long moves() {
        return processSum + contentionSum;
    }

    private void readProcess(long[] into) {
        if ((meters & PROCESS_WIDE) == 0) {
            return;
        }
        if ((meters & Meter.PROCESS_CPU.bit()) != 0) {
            into[Meter.PROCESS_CPU.ordinal()] = processCpu;
        }
        if ((meters & Meter.THREADS_STARTED.bit()) != 0) {
            into[Meter.THREADS_STARTED.ordinal()] = threadsStarted;
        }
        if ((meters & Meter.GC_COUNT.bit()) != 0) {
            into[Meter.GC_COUNT.ordinal()] = collections;
        }
        if ((meters & Meter.GC_TIME.bit()) != 0) {
            into[Meter.GC_TIME.ordinal()] = collectionTime;
        }
    }

    /** What comes from the JVM's counters moves seldom: a look a microsecond, some 15 ns, is as good as one at every end. */
    private void look(long now) {
        if (now - lookedAt < LOOK_NANOS && now >= lookedAt) {
            return;
        }
        lookedAt = now;
        if ((meters & CONTENTION) != 0) {
            contended = ProcessMeters.contended();
        }
        if ((meters & Meter.PROCESS_CPU.bit()) != 0) {
            long used = ProcessMeters.cpu(now);
            dear += used == processCpu ? 0 : 1;
            processCpu = used;
        }
        if ((meters & Meter.THREADS_STARTED.bit()) != 0) {
            threadsStarted = ProcessMeters.threadsStarted(now);
        }
        if ((meters & Meter.GC_COUNT.bit()) != 0) {
            collections = ProcessMeters.collections(now);
        }
        if ((meters & Meter.GC_TIME.bit()) != 0) {
            collectionTime = ProcessMeters.collectionTime(now);
        }
        processSum = processCpu + threadsStarted + collections + collectionTime;
    }

    private void readAllocation(long[] into) {
        if ((meters & Meter.ALLOC.bit()) != 0) {
            into[Meter.ALLOC.ordinal()] = ALLOCATIONS.getCurrentThreadAllocatedBytes() - ownBytes;
        }
    }

    private void readThread(long[] into, long raw, long now) {
        if (!readsCpu) {
            return;
        }
        long used = raw - ownCpu - cpu;
        cpu += used;
        if ((meters & CPU) != 0) {
            if (cpu - splitAt >= SPLIT_NANOS) {
                split(raw);
            }
            long inSystem = Math.min(used, provenSystem - system);
            system += inSystem;
            user += used - inSystem;
            into[Meter.CPU.ordinal()] = cpu;
            into[Meter.CPU_SYSTEM.ordinal()] = system;
            into[Meter.CPU_USER.ordinal()] = user;
        }
        if ((meters & CONTENTION) != 0) {
            long offCpu = now - raw;
            if (exact || offCpu - askedOffCpu > OFF_CPU_NANOS || contended != askedContended) {
                askContention();
                askedOffCpu = offCpu;
                askedContended = contended;
            }
            into[Meter.BLOCK_COUNT.ordinal()] = blockCount;
            into[Meter.BLOCK_TIME.ordinal()] = blockTime;
            into[Meter.WAIT_COUNT.ordinal()] = waitCount;
            into[Meter.WAIT_TIME.ordinal()] = waitTime;
        }
    }

    @Override
    public void disownSince(long[] reading) {
        if ((meters & Meter.ALLOC.bit()) != 0) {
            ownBytes = ALLOCATIONS.getCurrentThreadAllocatedBytes() - reading[Meter.ALLOC.ordinal()];
        }
    }

    private void split(long rawCpu) {
        dear++;
        splitAt = cpu;
        long systemInSteps = rawCpu - THREADS.getCurrentThreadUserTime();
        if (systemAtFirst < 0) {
            systemAtFirst = Math.max(0, systemInSteps);
        }
        provenSystem = Math.max(provenSystem, systemInSteps - systemAtFirst - STEP_NANOS);
        ownCpu += THREADS.getCurrentThreadCpuTime() - rawCpu;
    }

    private void askContention() {
        dear++;
        long before = ALLOCATIONS == null ? 0 : ALLOCATIONS.getCurrentThreadAllocatedBytes();
        long cpuBefore = THREADS.getCurrentThreadCpuTime();
        ThreadInfo info = THREADS.getThreadInfo(threadId);
        if (info != null) {
            blockCount = info.getBlockedCount();
            blockTime = info.getBlockedTime() * 1_000_000;
            waitCount = info.getWaitedCount();
            waitTime = info.getWaitedTime() * 1_000_000;
            contentionSum = blockCount + blockTime + waitCount + waitTime;
        }
        ownBytes += ALLOCATIONS == null ? 0 : ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;
        ownCpu += THREADS.getCurrentThreadCpuTime() - cpuBefore;
    }

    private static int available(int wanted, boolean virtual) {
        int available = wanted;
        if (virtual || ALLOCATIONS == null) {
            available &= ~Meter.ALLOC.bit();
        }
        if (virtual || !CPU_SUPPORTED) {
            available &= ~CPU;
        }
        if (virtual || !THREADS.isThreadContentionMonitoringSupported() || !CPU_SUPPORTED) {
            available &= ~CONTENTION;
        }
        if (ProcessMeters.cpu(Clock.nanos(Clock.ticks())) < 0) {
            available &= ~Meter.PROCESS_CPU.bit();
        }
        return available;
    }

    private static com.sun.management.ThreadMXBean allocations() {
        java.lang.management.ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        if (bean instanceof com.sun.management.ThreadMXBean) {
            com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) bean;
            if (threads.isThreadAllocatedMemorySupported()) {
                threads.setThreadAllocatedMemoryEnabled(true);
                return threads;
            }
        }
        return null;
    }
}

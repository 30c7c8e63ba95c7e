package sim.base.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import sim.base.thread.ThreadId;
import sim.model.snapshot.Meter;

/**
 * The readings of one thread, taken by that thread alone. All are cumulative. Some are read only when needed, see below; what is
 * seen late counts for a later probe of the same thread and is never lost.
 *
 * <p>CPU time: {@link CpuByNeed}. The readings below are made when CPU time is read, and never in between.
 *
 * <p>User and system time: the user part costs 6,300 to 7,600 ns and moves in the kernel's steps of 10 ms. So the split is read
 * again only after another millisecond of CPU, and only proven time counts as system time: total less user less one step. The
 * rest is user time.
 *
 * <p>Blocking and waiting: {@code getThreadInfo} costs 700 to 1,200 ns and 200 bytes, so SIM calls it only when its result may
 * have changed: the thread was off the CPU for some microseconds since the last call, or the JVM counted a contended monitor.
 * Winning a monitor by spinning takes 20 us and more, so the last boundary is long ago there too. With
 * {@code sim.contention=exact} SIM calls it at every boundary.
 *
 * <p>The CPU time and bytes that SIM itself uses in these rare readings are subtracted.
 */
public final class ThreadMeters extends CpuByNeed {
    /** CPU time after which the split is read again. */
    private static final long SPLIT_NANOS = 1_000_000;
    /** How old the readings of the process may be, because a look takes 20 ns. */
    private static final long LOOK_NANOS = 10_000;
    /** In less time the thread can neither have started a thread nor been stopped for a collection. */
    private static final long QUIET_NANOS = 1_000;
    /** The kernel's step of user time as the JVM reads it. */
    private static final long STEP_NANOS = 10_000_000;

    private static final java.lang.management.ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final com.sun.management.ThreadMXBean ALLOCATIONS = allocations();
    private static final boolean CPU_SUPPORTED = THREADS.isCurrentThreadCpuTimeSupported();
    private static final int CONTENTION = Meter.BLOCK_COUNT.bit() | Meter.BLOCK_TIME.bit() | Meter.WAIT_COUNT.bit()
            | Meter.WAIT_TIME.bit();
    private static final int CPU = Meter.CPU.bit() | Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit();

    /** Whether SIM has switched on contention monitoring. */
    private static volatile boolean monitors;

    /**
     * No thread asks about contention during it. The answer is an object: the time of the collections for it is waited, and so each next call would
     * ask again. What was not asked is in the next answer.
     */
    private static final MemoryRest REST = new MemoryRest();

    private final long threadId;
    private final int meters;
    private final boolean asksAlways;
    /** Whether the JVM is being asked about contention. What it calls in the program may be metered. */
    private boolean isAsking;
    private final boolean readsCpu;
    private final boolean readsBytes;
    private final boolean splits;
    /** From this time on, in ns, a boundary looks at more than the clock and the bytes. */
    private long lookAt = LONG_AGO;

    private long system;
    /** The proven system time. {@link #system} follows as CPU time passes, so that neither user nor system time ever goes back. */
    private long provenSystem;
    private long ownCpu;
    /** The system time that the thread had used before it was first metered; -1 until then. */
    private long systemAtFirst = -1;
    private long splitAt = LONG_AGO;

    private long blockCount;
    private long blockTime;
    private long waitCount;
    private long waitTime;
    private long askedOffCpu;
    private long askedContended = -1;
    private long ownBytes;

    /** What was read last together with CPU time: one of {@link Prices}. */
    private int kind;
    private long contended;
    private long processCpu;
    private long threadsStarted;
    private long collections;
    private long collectionTime;
    /** The sum of the process readings. Each of them only grows, so the sum shows whether any has changed. */
    private long processSum;
    private long contentionSum;
    /** The boundary, as {@code boundary}, at which {@link #blockedNanos} was learned. */
    private long blockedAt = LONG_AGO;

    /**
     * Makes the readings of the calling thread.
     *
     * @param meters the bit set of the wanted meters; {@link #present} says which of them are available
     * @param virtual whether the thread is virtual: CPU time, contention and allocation are then absent, never 0
     * @param span how old a read of CPU time may be while the thread runs, ns; 0: it is read at every boundary
     * @param asksAlways whether blocking and waiting are read at every boundary; CPU time is then read there too
     */
    public ThreadMeters(Thread thread, int meters, boolean virtual, long span, boolean asksAlways) {
        super(asksAlways && (meters & CONTENTION) != 0 ? 0 : span);
        this.threadId = ThreadId.of(thread);
        this.meters = available(virtual || ThreadId.isTold(thread) ? meters : meters & ~CONTENTION, virtual);
        this.asksAlways = asksAlways;
        this.readsCpu = (this.meters & (CPU | CONTENTION)) != 0;
        this.readsBytes = (this.meters & Meter.ALLOC.bit()) != 0;
        this.splits = (this.meters & (Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit())) != 0;
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

    /** Switches contention monitoring off again, if SIM has switched it on. */
    public static void restore() {
        if (monitors) {
            monitors = false;
            THREADS.setThreadContentionMonitoringEnabled(false);
        }
    }

    /** A new reading of one meter of the calling thread; -1 if there is none. Allocates, so it is not for the path of a call. */
    public static long readOnce(Meter meter) {
        Thread thread = Thread.currentThread();
        boolean virtual = THREADS.getThreadInfo(ThreadId.of(thread)) == null;
        int group = (meter.bit() & CPU) != 0 ? CPU : meter.bit();
        ThreadMeters meters = new ThreadMeters(thread, group, virtual, 0, true);
        if ((meters.present() & meter.bit()) == 0) {
            return -1;
        }
        prepare(group);
        long[] readings = new long[Meter.COUNT];
        meters.begin(readings);
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
     * Reads the clock nearest to the work that follows. If other readings are due, they come after it, and then the clock is read again.
     */
    @Override
    public long begin(long[] into) {
        readAlways();
        long tick = Clock.ticks();
        long now = Clock.nanosAt(tick);
        if (isQuiet(now)) {
            pass(now);
        } else {
            tick = read(tick, now);
            pass(Clock.nanosAt(tick));
        }
        fill(into);
        return tick;
    }

    @Override
    public void end(long tick) {
        long now = Clock.nanosAt(tick);
        if (isQuiet(now)) {
            pass(now);
        } else {
            read(tick, now);
        }
        readAlways();
    }

    @Override
    public long beginQuick(long[] into) {
        readAlways();
        fillAlways(into);
        return Clock.ticks();
    }

    @Override
    public void endQuick(long tick) {
        readAlways();
    }

    @Override
    public void fill(long[] into) {
        into[Meter.CPU.ordinal()] = cpu;
        into[Meter.CPU_USER.ordinal()] = cpu - system;
        into[Meter.CPU_SYSTEM.ordinal()] = system;
        into[Meter.PROCESS_CPU.ordinal()] = processCpu;
        into[Meter.THREADS_STARTED.ordinal()] = threadsStarted;
        into[Meter.BLOCK_COUNT.ordinal()] = blockCount;
        into[Meter.BLOCK_TIME.ordinal()] = blockTime;
        into[Meter.WAIT_COUNT.ordinal()] = waitCount;
        into[Meter.WAIT_TIME.ordinal()] = waitTime;
        into[Meter.GC_COUNT.ordinal()] = collections;
        into[Meter.GC_TIME.ordinal()] = collectionTime;
        fillAlways(into);
    }

    /** Writes what {@link #readAlways} has read: the meters of {@code MeasureGroup.TIME} but the clock. */
    private void fillAlways(long[] into) {
        into[Meter.ALLOC.ordinal()] = bytes;
    }

    /** Whether nothing else is due. At nearly every boundary this takes two comparisons. */
    private boolean isQuiet(long now) {
        return now - boundary < QUIET_NANOS && now < lookAt;
    }

    private void pass(long now) {
        boundary = now;
        useCpu(estimate(now));
    }

    private void useCpu(long now) {
        long used = now - cpu;
        cpu = now;
        if (system < provenSystem) {
            long inSystem = Math.min(used, provenSystem - system);
            system += inSystem;
            moves += inSystem;
        }
    }

    /** Reads what every timed call reads at both ends. */
    private void readAlways() {
        if (readsBytes) {
            bytes = ALLOCATIONS.getCurrentThreadAllocatedBytes() - ownBytes;
        }
    }

    /** Reads what is due at a boundary and brings CPU time up to it. Returns the tick at which that was done. */
    private long read(long tick, long now) {
        long last = tick;
        long raw = 0;
        boolean due = readsCpu && isDue(now);
        if (due) {
            raw = THREADS.getCurrentThreadCpuTime();
            last = Clock.ticks();
            useCpu(take(now, raw - ownCpu, Clock.nanosAt(last)));
        } else {
            useCpu(estimate(now));
        }
        boolean readsProcess = ProcessMeters.isOld(now, meters);
        look(now);
        sinceNanos = now - boundary;
        blockedNanos = 0;
        blockedTimes = 0;
        long rawAfter = raw;
        kind = readsProcess ? Prices.PROCESS : 0;
        if (due) {
            rawAfter = readMore(raw, now);
        }
        if (due || readsProcess) { // also where nothing was found to have changed: a call that begins now has none of the time that took
            long over = Clock.ticks();
            ownCpu += rawAfter - raw;
            if (kind != 0) {
                took(Clock.nanosAt(last), Clock.nanosAt(over), rawAfter - raw, kind);
            } else {
                looked(Clock.nanosAt(last), Clock.nanosAt(over));
            }
            last = over;
        }
        boundary = Clock.nanosAt(last);
        blockedAt = boundary;
        lookAt = boundary + LOOK_NANOS;
        if (readsCpu) {
            lookAt = Math.min(lookAt, dueAt());
        }
        moves = processSum + contentionSum + system;
        return last;
    }

    /** Reads the counters that the JVM publishes, at about 2 ns each, and the CPU time of the process. */
    private void look(long now) {
        if ((meters & CONTENTION) != 0) {
            contended = ProcessMeters.contended();
        }
        if ((meters & Meter.PROCESS_CPU.bit()) != 0) {
            processCpu = ProcessMeters.cpu(now);
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

    /** Reads what is read together with CPU time. Returns CPU time, read again if these readings took some. */
    private long readMore(long raw, long now) {
        boolean splitIsDue = splits && cpu - splitAt >= SPLIT_NANOS;
        if (splitIsDue) {
            split(raw);
            kind |= Prices.SPLIT;
        }
        long offCpu = now - raw;
        boolean isAsked = asks && (meters & CONTENTION) != 0
                && (asksAlways || offCpu - askedOffCpu > WAIT || contended != askedContended)
                && !isAsking && REST.isOver() && !asksTheProgram();
        if (isAsked) {
            kind |= Prices.CONTENTION;
            boolean hasAnswer = false;
            isAsking = true;
            try {
                askContention();
                hasAnswer = true;
            } finally {
                isAsking = false;
                if (!hasAnswer) {
                    REST.begin();
                }
            }
            askedOffCpu = offCpu;
            askedContended = contended;
        }
        return splitIsDue | isAsked ? THREADS.getCurrentThreadCpuTime() : raw;
    }

    @Override
    public void disownSince(long allocated) {
        if (readsBytes) {
            ownBytes = ALLOCATIONS.getCurrentThreadAllocatedBytes() - allocated;
        }
    }

    @Override
    public long blockedNanos() {
        return blockedAt == boundary ? blockedNanos : 0;
    }

    @Override
    public long blockedTimes() {
        return blockedAt == boundary ? blockedTimes : 0;
    }

    private void split(long raw) {
        splitAt = cpu;
        long systemInSteps = raw - THREADS.getCurrentThreadUserTime();
        if (systemAtFirst < 0) {
            systemAtFirst = Math.max(0, systemInSteps);
        }
        provenSystem = Math.max(provenSystem, systemInSteps - systemAtFirst - STEP_NANOS);
    }

    /**
     * Whether the JVM would ask a SecurityManager of the program before it says how a thread was blocked. Its methods may be metered themselves, and would ask again, without an end. A policy of
     * the program is asked as well, and may be metered too: of what it does nothing is asked. It is counted.
     */
    @SuppressWarnings("removal")
    private boolean asksTheProgram() {
        SecurityManager manager = System.getSecurityManager();
        boolean asks = manager != null && manager.getClass() != SecurityManager.class;
        if (asks) {
            unasked++;
        }
        return asks;
    }

    private void askContention() {
        long before = ALLOCATIONS == null ? 0 : ALLOCATIONS.getCurrentThreadAllocatedBytes();
        ThreadInfo info = THREADS.getThreadInfo(threadId);
        if (info != null) {
            long times = info.getBlockedCount();
            long nanos = info.getBlockedTime() * 1_000_000;
            if (askedContended >= 0) { // what was before the first look was before the first call
                blockedTimes = times - blockCount;
                blockedNanos = nanos - blockTime;
            }
            blockCount = times;
            blockTime = nanos;
            waitCount = info.getWaitedCount();
            waitTime = info.getWaitedTime() * 1_000_000;
            contentionSum = blockCount + blockTime + waitCount + waitTime;
        }
        ownBytes += ALLOCATIONS == null ? 0 : ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;
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
        // asked only for who wants it: the beans of the process take 20 ms at first
        if ((wanted & Meter.PROCESS_CPU.bit()) != 0 && ProcessMeters.cpu(Clock.nanosAt(Clock.ticks())) < 0) {
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

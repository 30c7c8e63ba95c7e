package sim.metrics.probe;

import java.util.Arrays;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.metrics.extension.ThreadMeasures;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/** A thread's readings at both ends of its calls, and the cost of metering in them. Only that thread uses it. */
final class CallReadings {
    private static final int BLOCK_COUNT = Meter.BLOCK_COUNT.ordinal();
    private static final int BLOCK_TIME = Meter.BLOCK_TIME.ordinal();
    private static final int ALLOC = Meter.ALLOC.ordinal();
    /** In less time, in ns, a thread does not leave the processor and come back: see {@code CpuByNeed.WAIT}. */
    private static final long SHORT = 5_000;
    /** The groups, by the names of this file. */
    static final int CPU_GROUP = MeasureGroup.CPU.bit();
    static final int CONTENTION_GROUP = MeasureGroup.CONTENTION.bit();

    final Readings source;
    /** The set of meters that are read. */
    final int present;
    /** Their ordinals, wall time first. */
    final int[] meters;
    final boolean wallOnly;
    /** Readings at the end by meter; the tick at 0. */
    final long[] after;
    private final int width;
    /** The ordinals of the built-in ones. */
    private final int[] builtIn;
    /** Null without meters of extensions, and until they are made. */
    private ThreadMeasures measures;
    /** How much of the time of slow readings was already left out of self times, ns. */
    long charged;
    private long chargedCpu;
    private long chargedPrice;
    /** For how long the thread lost the processor in readings at ends, ns. Cumulative. */
    private long lostAtEnds;
    /** By set of groups: the bit set of the meters that a call reads. Those of extensions are always read. */
    private final int[] read = new int[MeasureGroup.EVERY + 1];

    CallReadings(Plan plan, Readings source) {
        this.source = source;
        this.width = plan.width;
        this.present = plan.present(source.present());
        this.meters = ordinals(present, width);
        this.builtIn = ordinals(source.present(), Meter.COUNT);
        this.wallOnly = meters.length == 1;
        this.after = new long[width];
        for (int groups = 0; groups < read.length; groups++) {
            read[groups] = present & (MeasureGroup.metersOf(groups) | -1 << Meter.COUNT);
        }
    }

    /** The bit set of the meters that a call with these groups reads. */
    int read(int groups) {
        return read[groups];
    }

    /** From now on, reads the meters of extensions too. */
    void use(ThreadMeasures theirs) {
        measures = theirs;
    }

    /** Whether an extension's meter is being read. */
    boolean isBusy() {
        return measures != null && measures.isBusy();
    }

    /** Prepares a frame. The source reads into it afterwards, as the last step before the application's work. */
    void prepare(Frame frame, long inside) {
        Arrays.fill(frame.inner, 0);
        frame.useCpu(inside);
        if (measures != null) {
            measures.read(frame.begin);
        }
    }

    /**
     * A {@code synchronized} method has its monitor when its begin is read: what the thread was blocked since the caller's last reading is the method's own,
     * and not its caller's. Its call begins so much earlier. Once in a begin that has learned of such a wait, which takes microseconds.
     */
    void beginBlocked(Frame frame) {
        long nanos = source.blockedNanos();
        long times = source.blockedTimes();
        if (nanos <= 0 && times <= 0) {
            return;
        }
        frame.begin[BLOCK_TIME] -= nanos;
        frame.begin[BLOCK_COUNT] -= times;
        // less the readings since, which are left out of all calls
        long waited = Math.min(nanos, source.sinceNanos()) - (source.spent() - charged);
        frame.beginTick -= Clock.ticksIn(Math.max(0, waited));
        frame.moves = Long.MIN_VALUE; // the end looks at all meters
    }

    /** Reads all meters now, at the given tick. */
    void end(long tick) {
        end(tick, MeasureGroup.EVERY);
    }

    /**
     * Reads the meters at the end of a call. The call ended at the given tick, or later if it lost its processor: see {@link #endBuiltIn}.
     *
     * @param groups what is read of it
     */
    void end(long tick, int groups) {
        long ended = tick;
        if (!wallOnly) {
            ended = endBuiltIn(tick, groups);
            source.fill(after);
            if (measures != null) {
                measures.read(after);
            }
        }
        after[0] = ended;
    }

    /**
     * The built-in ones alone, which stay with the source. Returns the tick at which the call ended. If the thread lost its processor in the reading, that is so much later:
     * it was the call that had used up the thread's slice, and without the reading it would have lost the processor itself. That takes two loads and a comparison, which is too little to
     * measure: the least of 50 rounds of 120,000 calls took 319 to 334 ns of CPU a call without it and 325 to 330 ns with it, in turns on a busy machine, JDK 17, all measures.
     */
    long endBuiltIn(long tick, int groups) {
        if ((groups & CPU_GROUP) == 0) {
            source.endQuick(tick);
            return tick;
        }
        long before = source.interruptedNanos();
        if ((groups & CONTENTION_GROUP) == 0) {
            endUnasked(tick);
        } else {
            source.end(tick);
        }
        long lost = source.interruptedNanos() - before;
        return lost == 0 ? tick : late(tick, lost);
    }

    /** Whatever fails in between, the thread asks again afterwards. */
    private void endUnasked(long tick) {
        source.ask(false);
        try {
            source.end(tick);
        } finally {
            source.ask(true);
        }
    }

    private long late(long tick, long lost) {
        lostAtEnds += lost;
        long ended = tick + Clock.ticksIn(lost);
        after[0] = ended; // what is shown of a probe by hand is what is counted
        return ended;
    }

    /** The same at a begin. Returns the tick. */
    long beginUnasked(Frame frame) {
        source.ask(false);
        try {
            return source.begin(frame.begin);
        } finally {
            source.ask(true);
        }
    }

    /** The readings at the last end. */
    long[] last() {
        if (!wallOnly) {
            source.fill(after);
        }
        return after;
    }

    /** The same at an end for which {@link #endBuiltIn} was called. */
    void fill(long tick) {
        last()[0] = tick;
    }

    /** All meters now, wall time in ns. */
    long[] now() {
        long[] now = new long[width];
        long tick = source.tick();
        source.expire();
        source.end(tick);
        source.fill(now);
        if (measures != null) {
            measures.read(now);
        }
        now[0] = Clock.nanosAt(tick);
        return now;
    }

    /**
     * Leaves the time of slow readings out of all self times.
     *
     * @param by the call whose probe took it, because they were made at its begin or end
     */
    void chargeFor(Frame by, Frame innermost) {
        if (source.spent() != charged) {
            long price = charge(innermost);
            if (by.site.card() != null) {
                by.site.card().readSlowly(price);
            }
        }
    }

    /**
     * Leaves the time of slow readings out of a call's self times, once other costs of metering are left out too. Returns what they usually take of the CPU,
     * ns.
     */
    private long charge(Frame innermost) {
        long slow = source.spent() - charged;
        long price = source.priced() - chargedPrice;
        chargedPrice = source.priced();
        if (innermost.owner.cost.inside > 0) {
            innermost.innerWall += slow;
            innermost.useCpu(source.spentCpu() - chargedCpu);
        }
        charged = source.spent();
        chargedCpu = source.spentCpu();
        return price;
    }

    /** What slow readings have taken, with the time in which the thread lost the processor in them, ns. Cumulative. */
    long slow() {
        return source.spent() + source.interruptedNanos();
    }

    /** The same without what {@link #endBuiltIn} has given to the calls that ended. */
    long slowOutside() {
        return slow() - lostAtEnds;
    }

    /** Marks the begin of work that is SIM's own and not the call's: see {@link #disown}. Returns the tick. */
    long beginOwn(long[] before, Frame innermost) {
        if (wallOnly) {
            return source.tick(); // no room for more readings: nothing else is left out
        }
        long tick = source.begin(before);
        charge(innermost);
        return tick;
    }

    /**
     * Leaves what was used since a reading out of the innermost call's self times, and so out of all self times: it was SIM's own work. Returns
     * how long that took, ns. All that passed counts, also where the thread lost its processor or waited: nothing here tells a wait for a processor from one for a file or for a lock of the
     * code that SIM asked, which the thread would not have had without SIM.
     */
    long disown(long tick, long[] before, Frame innermost) {
        return disown(tick, before, wallOnly ? before : new long[width], innermost);
    }

    /** The same with room for the readings now, {@code since}. */
    private long disown(long tick, long[] before, long[] since, Frame innermost) {
        long now = source.tick();
        long took = Math.max(0, Clock.between(tick, now));
        innermost.innerWall += took;
        if (!wallOnly) {
            source.end(now);
            source.fill(since);
            for (int i = 1; i < builtIn.length; i++) {
                innermost.inner[builtIn[i]] += since[builtIn[i]] - before[builtIn[i]];
            }
            charge(innermost);
        }
        return took;
    }

    /**
     * Begins what SIM does between the end of a call and its caller's further work. The end's own readings are that call's, and those of the begin as well: it is read anew only if
     * the end has not read all.
     */
    long beginAsking(Frame ended, long[] before, Frame caller) {
        chargeFor(ended, caller);
        if (ended.reads == 0 || !wallOnly && (ended.reads & CPU_GROUP) == 0) {
            return beginOwn(before, caller);
        }
        if (!wallOnly) {
            source.fill(before);
        }
        return source.tick();
    }

    /**
     * Ends it: the caller has none of it. What was allocated meanwhile is in no reading at all. In so short a time that the thread can not have left the processor, it has used as much of that.
     */
    void endAsking(long tick, long[] before, long[] since, Frame caller) {
        if (!wallOnly) {
            source.disownSince(before[ALLOC]);
        }
        long took = Clock.between(tick, source.tick());
        if (took >= SHORT) {
            disown(tick, before, since, caller);
        } else if (took > 0) {
            caller.innerWall += took;
            if (!wallOnly) {
                caller.useCpu(took);
            }
        }
    }

    /** The members of a set of meters. */
    static int[] ordinals(int present, int width) {
        int[] ordinals = new int[Integer.bitCount(present)];
        int found = 0;
        for (int i = 0; i < width; i++) {
            if ((present & 1 << i) != 0) {
                ordinals[found++] = i;
            }
        }
        return ordinals;
    }
}

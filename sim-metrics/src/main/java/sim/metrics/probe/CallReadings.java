package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.extension.ThreadMeasures;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Readings;
import sim.metrics.snapshot.Meter;

/**
 * What a thread's meters say at both ends of its calls, and what of that metering takes itself. Touched by its thread alone.
 */
final class CallReadings {
    static final int CPU = Meter.CPU.ordinal();
    static final int USER = Meter.CPU_USER.ordinal();
    static final int ALLOC = Meter.ALLOC.ordinal();

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
    /** What of the dear readings' time is left out of self times already. */
    long charged;
    private long chargedCpu;

    CallReadings(Plan plan, Readings source) {
        this.source = source;
        this.width = plan.width;
        this.present = plan.present(source.present());
        this.meters = ordinals(present, width);
        this.builtIn = ordinals(source.present(), Meter.COUNT);
        this.wallOnly = meters.length == 1;
        this.after = new long[width];
    }

    /** From now on the meters of extensions are read too. */
    void use(ThreadMeasures theirs) {
        measures = theirs;
    }

    /** Whether an extension's meter is being read. */
    boolean isBusy() {
        return measures != null && measures.isBusy();
    }

    /** Makes a frame ready for the source to read into it, which is last and nearest to the work. */
    void prepare(Frame frame, long inside) {
        Arrays.fill(frame.inner, 0);
        frame.useCpu(inside);
        if (measures != null) {
            measures.read(frame.begin);
        }
    }

    /** Reads all at the end of a call, which came at that tick. */
    void end(long tick) {
        if (!wallOnly) {
            source.end(tick);
            source.fill(after);
            if (measures != null) {
                measures.read(after);
            }
        }
        after[0] = tick;
    }

    /** What was read at the last end, where that is more than the tick. */
    long[] last() {
        if (!wallOnly) {
            source.fill(after);
        }
        return after;
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

    /** Leaves out of a call's self times what dear readings took, as soon as any other cost of metering is. */
    void charge(Frame innermost) {
        if (innermost.owner.cost.inside > 0) {
            innermost.innerWall += source.spent() - charged;
            innermost.useCpu(source.spentCpu() - chargedCpu);
        }
        charged = source.spent();
        chargedCpu = source.spentCpu();
    }

    /** Begins what is SIM's own work and not the call's: see {@link #disown}. Returns the tick. */
    long beginOwn(long[] before, Frame innermost) {
        if (wallOnly) {
            return source.tick(); // there is no room for more, and nothing more is left out
        }
        long tick = source.begin(before);
        charge(innermost);
        return tick;
    }

    /** What was taken since a reading is SIM's: it is left out of the innermost call's self times, and so of all others'. */
    void disown(long tick, long[] before, Frame innermost) {
        long now = source.tick();
        innermost.innerWall += Math.max(0, Clock.between(tick, now));
        if (!wallOnly) {
            long[] since = new long[width];
            source.end(now);
            source.fill(since);
            for (int i = 1; i < builtIn.length; i++) {
                innermost.inner[builtIn[i]] += since[builtIn[i]] - before[builtIn[i]];
            }
            charge(innermost);
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

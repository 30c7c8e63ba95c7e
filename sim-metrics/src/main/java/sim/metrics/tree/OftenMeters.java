package sim.metrics.tree;

import sim.base.meter.Readings;
import sim.model.snapshot.Meter;

/**
 * The meters that change at nearly every call, wall time aside. This is the one place that names them: where their readings come from, and
 * where a call's share of them goes. Begin, end and ledger follow it, so that a usual call is added without a loop over meters, in half the
 * time.
 *
 * <p>There are two: CPU time, all of it user time unless a reading has proven system time, and bytes. Another meter that changes at nearly
 * every call is counted by the loops until it stands here too ({@link #areAllOf}), and {@code OftenMetersTest} fails as long as one of SIM's own does not.
 * {@code OftenCallsTest} calls with each of them.
 */
public final class OftenMeters {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int USER = Meter.CPU_USER.ordinal();
    private static final int BYTES = Meter.ALLOC.ordinal();
    /** Not a list of its own: a meter that stood in it and has no number below would lose its calls. */
    private static final int SET = numbered();

    /** Where their numbers begin in a tally; negative for those that are not read. */
    private final int cpu;
    private final int user;
    private final int bytes;

    public OftenMeters(Layout layout) {
        this.cpu = layout.at[CPU];
        this.user = layout.at[USER];
        this.bytes = layout.at[BYTES];
    }

    /** The meters that {@link #use} adds and {@link #write} writes, and wall time. Once these take what they add from fields, it asks an instance whose fields are all 1. */
    private static int numbered() {
        long[] used = new long[Meter.COUNT];
        long[] written = new long[Meter.COUNT];
        use(used, 1, 1);
        write(written, 1, 1);
        int set = Meter.WALL.bit();
        for (int i = 0; i < Meter.COUNT; i++) {
            set |= used[i] != 0 && written[i] != 0 ? 1 << i : 0;
        }
        return set;
    }

    /** Whether they are all of these meters that change at nearly every call. */
    public static boolean areAllOf(int meters) {
        return (meters & ~Meter.SELDOM & ~SET) == 0;
    }

    /**
     * The CPU time of a call that has just been read, ns. If it was not, the call has used, as far as anybody knows, what its inner calls used.
     *
     * @param begin the readings at its begin
     * @param inner what its inner calls used
     */
    public static long cpu(Readings now, boolean isRead, long[] begin, long[] inner) {
        return isRead ? now.cpu() - begin[CPU] : inner[CPU];
    }

    /** The bytes that a call allocated, inner calls included. */
    public static long bytes(Readings now, long[] begin) {
        return now.bytes() - begin[BYTES];
    }

    /** Adds CPU time that inner calls or metering took, ns. All of it is user time. */
    public static void useCpu(long[] inner, long nanos) {
        inner[CPU] += nanos;
        inner[USER] += nanos;
    }

    /** Adds an inner call, and the CPU time of metering it. */
    public static void use(long[] inner, long cpuNanos, long allocated) {
        useCpu(inner, cpuNanos);
        inner[BYTES] += allocated;
    }

    /** Writes a call's share by meter. */
    public static void write(long[] deltas, long cpuNanos, long allocated) {
        deltas[CPU] = cpuNanos;
        deltas[USER] = cpuNanos;
        deltas[BYTES] = allocated;
    }

    /**
     * Adds a call without an error to a tally, as {@link Ledger#add} does. Nothing else has changed, only wall time has a histogram, and {@link #areAllOf} is
     * true of the meters that the ledger's owner reads.
     */
    public int add(Ledger ledger, Tally tally, int read, long wall, long innerWall, long cpuNanos, long allocated,
            long[] inner, int reads, int mixed) {
        tally.enter(ledger.epoch);
        if (reads != Ledger.EVERY || mixed != 0) {
            tally.miss(reads, mixed);
        }
        tally.add(0, wall, innerWall);
        if (cpu >= 0) {
            tally.add(cpu, cpuNanos, inner[CPU]);
        }
        if (user >= 0) {
            tally.add(user, cpuNanos, inner[CPU]);
        }
        if (bytes >= 0) {
            tally.add(bytes, allocated, inner[BYTES]);
        }
        return tally.finish(wall, false, read, ledger.memory);
    }
}

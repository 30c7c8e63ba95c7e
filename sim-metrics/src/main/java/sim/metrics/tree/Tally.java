package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import sim.metrics.snapshot.Buckets;

/**
 * The numbers of one node in one ledger. Cumulative; written by the ledger's owner with plain stores, read by the
 * collector's thread while they move. The count is stored last, with release, and read first, with acquire, so whatever
 * a count includes has its sums; what the collector sees too early is part of the next difference.
 *
 * <p>Where meters beside wall time have histograms, all tallies are {@link HistogramTally}s; else that class is not loaded, and
 * the JIT calls the methods here directly.
 */
public class Tally {
    /** Of what {@link #finish} returns: these bits are the octaves that histograms grew by, */
    static final int GREW = 0xFF;
    /** and from this one on, how many values found no room for theirs. */
    static final int FOLDED = 8;
    /** A sample counts an eighth, and all before it seven. */
    private static final int FADING = 3;
    private static final VarHandle COUNT;
    private static final VarHandle EPOCH;
    private static final VarHandle HISTOGRAM;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Tally.class, "count", long.class);
            EPOCH = MethodHandles.lookup().findVarHandle(Tally.class, "epoch", int.class);
            HISTOGRAM = MethodHandles.lookup().findVarHandle(Tally.class, "histogram", int[].class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The node's id. */
    final int node;
    final Layout layout;
    private long count;
    long errors;
    int present;
    /** Adjustments of the name's scorecard that are not settled yet; the owner's own. */
    public int pending;
    /** What the calls behind these took of their own, outliers cut, how many these were, and what was cut off. */
    public long pendingOwn;
    public int pendingOutliers;
    public long pendingExcess;
    /** What a call's probe takes of its caller here, in eighths of a ns; 0 before the first sample. */
    private long beside;
    private long settledCalls;
    /** Laid out by {@link Layout}. It is one array, because every further array is one more load for which the next clock read waits. */
    final long[] sums;
    /** Which epoch the largest values are of; those of the epoch before are for a call that ended while it was read. */
    private int epoch;
    /** The octaves of the wall time that are met, a bit each; the owner's own. */
    private long met;
    private int[] histogram;
    /** What the collector has taken already; the collector's own. */
    Taken taken;

    Tally(int node, Layout layout) {
        this.node = node;
        this.layout = layout;
        this.sums = new long[Layout.STRIDE * layout.meters.length];
    }

    /** Moves the largest values to the past once a drain; a compare on every other call. */
    void enter(int current) {
        if (epoch != current) {
            for (int at = 0; at < sums.length; at += Layout.STRIDE) {
                sums[at + Layout.MAX_BEFORE] = sums[at + Layout.MAX];
                sums[at + Layout.MAX] = 0;
            }
            EPOCH.setRelease(this, current);
        }
    }

    /** Which epoch the largest values are of: whoever reads them after it finds them moved, or moved since. */
    int epoch() {
        return (int) EPOCH.getAcquire(this);
    }

    /** @param at where the meter's numbers begin */
    void add(int at, long delta, long inner) {
        long[] into = sums;
        into[at] += delta;
        into[at + Layout.SELF] += delta - inner;
        if (delta > into[at + Layout.MAX]) {
            into[at + Layout.MAX] = delta;
        }
    }

    /**
     * What a call's probe takes of its caller, beside the call, in ns: by the samples taken at this place, of which the older
     * ones fade. The owner's.
     *
     * @param otherwise where there is none
     */
    public long beside(long otherwise) {
        return beside == 0 ? otherwise : beside >> FADING;
    }

    /** Adds such a sample. The owner's. */
    public void tookBeside(long sample, long otherwise) {
        if (beside == 0) {
            beside = otherwise << FADING;
        }
        beside += sample - (beside >> FADING);
    }

    /** The sum of all calls so far; 0 where the meter is not read. The owner's. */
    public long total(int meter) {
        return sum(meter, Layout.TOTAL);
    }

    /**
     * Self time: the total less nested probes and less the estimated cost of metering. May be slightly negative, because that
     * cost is an estimate. Written by the owner alone.
     */
    public long self(int meter) {
        return sum(meter, Layout.SELF);
    }

    private long sum(int meter, int which) {
        int at = layout.at[meter];
        return at < 0 ? 0 : sums[at + which];
    }

    /**
     * Adds what the call took to the histograms and counts it: last, so that a reader sees all of it.
     *
     * @param deltas by meter
     * @param room asked before a histogram grows
     * @return 0, or how histograms grew and did not: {@link Ledger#charge}
     */
    int finish(long[] deltas, boolean error, int meters, Room room) {
        return finish(deltas[0], error, meters, room);
    }

    /** The same where only the wall time has a histogram. */
    final int finish(long wall, boolean error, int meters, Room room) {
        present |= meters;
        int bucket = Buckets.indexOf(wall);
        long octave = 1L << (bucket >>> 4);
        int grew = 0;
        if ((met & octave) == 0) {
            if (met == 0 || room.hasForOctave()) {
                grew = 1;
                meet(octave);
            } else {
                grew = 1 << FOLDED;
                bucket = Histogram.nearest(met, bucket);
                octave = 1L << (bucket >>> 4);
            }
        }
        histogram[Histogram.at(met, octave) + (bucket & 15)]++;
        if (error) {
            errors++;
        }
        COUNT.setRelease(this, count + 1);
        return grew;
    }

    private void meet(long octave) {
        int[] larger = met == 0 ? Histogram.of(octave) : Histogram.with(histogram, octave);
        HISTOGRAM.setRelease(this, larger);
        met |= octave;
    }

    /** The histogram as it is now, null before the first call. The collector's. */
    int[] histogram() {
        return (int[]) HISTOGRAM.getAcquire(this);
    }

    /** Calls since this was last asked: what is settled with the scorecard is not settled again. The owner's. */
    public long takeCalls() {
        long before = settledCalls;
        settledCalls = count;
        return count - before;
    }

    long count() {
        return (long) COUNT.getAcquire(this);
    }
}

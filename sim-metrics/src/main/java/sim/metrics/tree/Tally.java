package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import sim.metrics.snapshot.Buckets;

/**
 * The numbers of one node in one ledger. Cumulative; written by the ledger's owner with plain stores, read by the
 * collector's thread while they move. The count is stored last, with release, and read first, with acquire, so whatever
 * a count includes has its sums; what the collector sees too early is part of the next difference.
 */
public final class Tally {
    private static final int SELF = 1;
    private static final int MAX = 2;
    /** A sample counts an eighth, and all before it seven. */
    private static final int FADING = 3;
    private static final VarHandle COUNT;
    private static final VarHandle EPOCH;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Tally.class, "count", long.class);
            EPOCH = MethodHandles.lookup().findVarHandle(Tally.class, "epoch", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

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
    /**
     * By meter in threes: total, self, and the largest single call since the owner noticed {@link #epoch}, which the owner
     * alone clears. One array, for every array more is a load more that the next clock read waits for.
     */
    final long[] sums;
    /** The largest of the epoch before, by meter, for a call that ended while it was read. */
    final long[] maxBefore;
    private int epoch;
    /** By octave of the wall time, created when first met. */
    final long[][] octaves = new long[Buckets.COUNT / Buckets.PER_OCTAVE][];
    /** What the collector has taken already; the collector's own. */
    Taken taken;

    Tally(int width) {
        this.sums = new long[3 * width];
        this.maxBefore = new long[width];
    }

    /** Moves the largest values to the past once a drain; a compare on every other call. */
    void enter(int current) {
        if (epoch != current) {
            for (int meter = 0; meter < maxBefore.length; meter++) {
                maxBefore[meter] = sums[3 * meter + MAX];
                sums[3 * meter + MAX] = 0;
            }
            EPOCH.setRelease(this, current);
        }
    }

    /** Which epoch the largest values are of: whoever reads them after it finds them moved, or moved since. */
    int epoch() {
        return (int) EPOCH.getAcquire(this);
    }

    void add(int meter, long delta, long inner) {
        long[] into = sums;
        int at = 3 * meter;
        into[at] += delta;
        into[at + SELF] += delta - inner;
        if (delta > into[at + MAX]) {
            into[at + MAX] = delta;
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

    /** The sum of all calls so far. The owner's. */
    public long total(int meter) {
        return sums[3 * meter];
    }

    /** The same without what was metered inside and what metering took; for both is an estimate, it may be below 0. The owner's. */
    public long self(int meter) {
        return sums[3 * meter + SELF];
    }

    long max(int meter) {
        return sums[3 * meter + MAX];
    }

    /**
     * Adds the wall time to the histogram and counts the call: last, so that a reader sees all of it. Returns whether the
     * histogram grew.
     */
    boolean finish(long wall, boolean error, int meters) {
        present |= meters;
        int bucket = Buckets.indexOf(wall);
        long[] octave = octaves[bucket >>> 4];
        boolean grew = octave == null;
        if (grew) {
            octave = octaves[bucket >>> 4] = new long[Buckets.PER_OCTAVE];
        }
        octave[bucket & 15]++;
        if (error) {
            errors++;
        }
        COUNT.setRelease(this, count + 1);
        return grew;
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

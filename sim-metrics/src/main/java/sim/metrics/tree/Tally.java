package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.Unread;

/**
 * The numbers of one node in one ledger. They are cumulative. The ledger's owner writes them with plain stores, and the collector's
 * thread reads them while they change. The count is stored last, with release, and read first, with acquire, so the sums contain every
 * call that the count contains. A call that the collector sees too early is part of the next difference.
 *
 *
 * <p>If meters other than wall time have histograms, all tallies are {@link HistogramTally}s. Otherwise that class is not loaded, and the
 * JIT calls the methods here directly.
 */
public class Tally {
    /** Of what {@link #finish} returns: these bits are the octaves that histograms grew by, */
    static final int GREW = 0xFF;
    /** and from this one on, how many values found no room for theirs. */
    static final int FOLDED = 8;
    /** A new sample counts one eighth, and all earlier ones seven. */
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

    final Node node;
    final Layout layout;
    private long count;
    long errors;
    int present;
    /** The calls of which a group of measures was not read: see {@code Unread}. A call that was left out of time is in all three. */
    private long noTime;
    private long noCpu;
    private long noContention;
    /** The groups of which the self value of a call of this epoch, or of the one before, contains what inner calls used that were not read. */
    private int mixed;
    private int mixedBefore;
    /** Adjustments of the name's scorecard that are not settled yet. Only the owner uses them. */
    public int pending;
    /** The self time of the calls of these adjustments, outliers cut; how many outliers there were; and how much was cut off. */
    public long pendingOwn;
    public int pendingOutliers;
    public long pendingExcess;
    /** The cost of a probe in its caller at this place, in eighths of a ns; 0 before the first sample. */
    private long beside;
    private long settledCalls;
    private long settledAll;
    private long settledTotal;
    /**
     * Laid out by {@link Layout}. It is one array, because every further array is one more load for which the next clock read waits. Replaced by a longer one when a meter changes for the first
     * time that seldom does, before a call that needs it is counted: most places are called a few times, and never see one.
     */
    long[] sums;
    /** The epoch of the largest values. Those of the epoch before are kept for a call that ended while the collector was reading. */
    private int epoch;
    /** The octaves of wall time that have values, a bit for each. Only the owner uses it. */
    private long met;
    private int[] histogram;
    /** What the collector has taken already. Only the collector's thread uses it. */
    Taken taken;

    Tally(Node node, Layout layout) {
        this.node = node;
        this.layout = layout;
        this.sums = new long[Layout.STRIDE * layout.often];
    }

    /** Whether there is room for the numbers at a position. */
    boolean has(int at) {
        return at < sums.length;
    }

    boolean isWide() {
        return sums.length > Layout.STRIDE * layout.often;
    }

    /** Makes room for the numbers of all meters. */
    void widen() {
        long[] wider = Arrays.copyOf(sums, Layout.STRIDE * layout.meters.length);
        VarHandle.releaseFence(); // the collector may see it before the next count
        sums = wider;
    }

    /** Moves the largest values to the past, once for each drain. At all other calls this is one comparison. */
    void enter(int current) {
        if (epoch != current) {
            long[] into = sums;
            for (int at = 0; at < into.length; at += Layout.STRIDE) {
                into[at + Layout.MAX_BEFORE] = into[at + Layout.MAX];
                into[at + Layout.MAX] = 0;
            }
            mixedBefore = mixed;
            mixed = 0;
            EPOCH.setRelease(this, current);
        }
    }

    /** The epoch of the largest values. Read it before them: they then belong to this epoch or a later one. */
    int epoch() {
        return (int) EPOCH.getAcquire(this);
    }

    /**
     * @param at the position at which the meter's numbers begin
     */
    void add(int at, long delta, long inner) {
        long[] into = sums;
        into[at] += delta;
        into[at + Layout.SELF] += delta - inner;
        if (delta > into[at + Layout.MAX]) {
            into[at + Layout.MAX] = delta;
        }
    }

    /**
     * The same for a call of whose total a part is left out. One store for each sum: an end that fails leaves no total without what it was to have.
     *
     * @param out what is left out
     */
    void addFolded(int at, long delta, long inner, long out) {
        long[] into = sums;
        into[at] += delta - out;
        into[at + Layout.SELF] += delta - inner;
        if (delta > into[at + Layout.MAX]) {
            into[at + Layout.MAX] = delta;
        }
    }

    /**
     * Adds a finished call's total without a self value and without looking at the largest: the sum of the inner calls of one that was not read.
     *
     * @param at the position at which the meter's numbers begin
     */
    void addInner(int at, long inner) {
        sums[at] += inner;
    }

    /** Notes what was not read of a call that is added next, and of its inner calls. */
    void miss(int reads, int mixedGroups) {
        noTime += 1 - (reads & 1);
        noCpu += 1 - (reads >> 1 & 1);
        noContention += 1 - (reads >> 2 & 1);
        mixed |= mixedGroups & reads;
    }

    /**
     * What was not read of all calls so far, and the groups of which self values of this interval are mixed. Called by the collector's thread, after it has read the count and before it does again:
     * it may be of a call too many, never of one too few.
     */
    Unread unread() {
        Unread unread = new Unread(noTime, noCpu, noContention, mixed | mixedBefore);
        VarHandle.acquireFence();
        return unread;
    }

    /** Counts a call of which nothing was read. */
    int finishLeftOut(boolean error) {
        if (error) {
            errors++;
        }
        COUNT.setRelease(this, count + 1);
        return 0;
    }

    /**
     * The cost of a probe in its caller, in ns, by the samples at this place; older samples lose weight. Only the owner calls it.
     *
     * @param otherwise the result if there is no sample
     */
    public long beside(long otherwise) {
        return beside == 0 ? otherwise : beside >> FADING;
    }

    /** Adds a sample of the cost of a probe in its caller, ns. Only the owner calls it. */
    public void tookBeside(long sample, long otherwise) {
        if (beside == 0) {
            beside = otherwise << FADING;
        }
        beside += sample - (beside >> FADING);
    }

    /** The sum of all calls so far; 0 if the meter is not read. Only the owner calls it. */
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
        return at < 0 || !has(at) ? 0 : sums[at + which];
    }

    /** Adds the call to the histogram of wall time and counts it: {@link #sort} and {@link #count(int, boolean)}, where nothing is left out of its total. */
    final int finish(long wall, boolean error, int meters, NumbersMemory memory) {
        int grew = sort(wall, memory);
        count(meters, error);
        return grew;
    }

    /**
     * Adds a call to the histograms. This may fail.
     *
     * @param deltas by meter
     * @param meters the bit set of those that were read
     * @param memory asked before a histogram grows
     * @return 0, or how histograms grew or could not: {@link Ledger#charge}
     */
    int sort(long[] deltas, int meters, NumbersMemory memory) {
        return sort(deltas[0], memory);
    }

    private int sort(long wall, NumbersMemory memory) {
        int bucket = Buckets.indexOf(wall);
        long octave = 1L << (bucket >>> 4);
        int grew = 0;
        if ((met & octave) == 0) {
            int[] larger = met == 0 ? Histogram.of(octave) : Histogram.grown(histogram, octave, memory);
            if (larger != null) {
                grew = 1;
                HISTOGRAM.setRelease(this, larger);
                met |= octave;
            } else {
                grew = 1 << FOLDED;
                bucket = Histogram.nearest(met, bucket);
                octave = 1L << (bucket >>> 4);
            }
        }
        histogram[Histogram.at(met, octave) + (bucket & 15)]++;
        return grew;
    }

    /** Counts a call. Done last, so that a reader who sees the count sees the whole call. */
    final void count(int meters, boolean error) {
        present |= meters;
        if (error) {
            errors++;
        }
        COUNT.setRelease(this, count + 1);
    }

    /** The present histogram of wall time; null before the first call. Called by the collector's thread. */
    int[] histogram() {
        return (int[]) HISTOGRAM.getAcquire(this);
    }

    /** The timed calls since this was last called, so that none is settled with the scorecard twice. Only the owner calls it. */
    public long takeCalls() {
        long before = settledCalls;
        settledCalls = timed();
        return settledCalls - before;
    }

    /** All calls since this was last called. Only the owner calls it. */
    public long takeAllCalls() {
        long before = settledAll;
        settledAll = count;
        return settledAll - before;
    }

    /** What all calls took since this was last called. Only the owner calls it. */
    public long takeTotal(int meter) {
        long before = settledTotal;
        settledTotal = total(meter);
        return settledTotal - before;
    }

    /** The mean wall time of the timed calls, ns. Only the owner calls it. */
    public long mean() {
        return total(0) / Math.max(1, timed());
    }

    /** The calls that were timed. Only the owner calls it. */
    public long timed() {
        return count - noTime;
    }

    long count() {
        return (long) COUNT.getAcquire(this);
    }

    /** Whether the collector has taken all calls. Only the owner asks: what it reads of the collector's may be old, and then it is less. */
    boolean isTaken() {
        Taken known = taken;
        return known == null ? count == 0 : known.count == count;
    }

    /** The octaves that all histograms have. Only the owner asks. */
    int octaves() {
        return Long.bitCount(met);
    }
}

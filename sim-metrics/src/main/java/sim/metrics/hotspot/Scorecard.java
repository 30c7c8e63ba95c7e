package sim.metrics.hotspot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import sim.base.name.Label;
import sim.base.name.Name;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/**
 * A name's balance, its standing, and the switch its probes look at. Shared by all threads: each gathers its own
 * adjustments and settles them when they may decide something, or when there are {@link #BATCH} of them, so that threads
 * that fire one name do not fight for its cache line. A verdict falls in one compare-and-set of one word, so all threads see
 * the same verdicts in the same order.
 *
 * <pre>
 *  word   sequence of verdicts : 26 | level : 2 | standing : 4 | switches : 31 | off : 1
 * </pre>
 */
public final class Scorecard implements Latches.Latched {
    /** The switch of what is never metered. */
    public static final int NEVER = 1;

    /** In {@link #reading}, the bits of the groups that are read of a call; above them is how many calls are read less of, a power of two less one. */
    public static final int GROUPS = 3;
    /** From this bit on, the groups that are read of those. */
    public static final int OTHERS = 28;
    /** One call in so many of a sampled name is read. */
    public static final int ONE_IN = 16;

    /** A thread settles its adjustments when they reach this. */
    private static final int BATCH = 32;
    /** After this number of firings, older ones count half. */
    private static final int MANY = 1 << 16;
    /** The first rest of a name that the probe budget or an earlier run switched off is doubled so often: eight times as long as another. */
    private static final int DOUBLED = 3;
    /** A name whose level rose without a rest does so again after so many us, and after twice as long each time. */
    private static final long APART = 10_000_000;
    /** It doubles so often. */
    private static final int MOST_APART = 8;
    /** For so many us a long call lets blocking and waiting be read in each call, and after twice as long each time it found none. So long also tells who explained some. */
    private static final long AWAKE = 120_000_000;
    /** At each drain, failed calls of earlier intervals lose one part in this many. */
    private static final int FADING = 8;
    private static final int LEVEL = 36;
    private static final int SEQUENCE = 38;
    private static final Standing[] STANDINGS = Standing.values();
    private static final Level[] LEVELS = Level.values();
    private static final VarHandle WORD;
    private static final VarHandle BALANCE;
    private static final VarHandle CALLS;
    private static final VarHandle OWN;
    private static final VarHandle TOTAL_CALLS;
    private static final VarHandle TOTAL;
    private static final VarHandle OUTLIERS;
    private static final VarHandle EXCESS;
    private static final VarHandle SLOW;
    private static final VarHandle FAILED;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Scorecard.class, "word", long.class);
            BALANCE = MethodHandles.lookup().findVarHandle(Scorecard.class, "balance", long.class);
            CALLS = MethodHandles.lookup().findVarHandle(Scorecard.class, "calls", long.class);
            OWN = MethodHandles.lookup().findVarHandle(Scorecard.class, "own", long.class);
            TOTAL_CALLS = MethodHandles.lookup().findVarHandle(Scorecard.class, "totalCalls", long.class);
            TOTAL = MethodHandles.lookup().findVarHandle(Scorecard.class, "total", long.class);
            OUTLIERS = MethodHandles.lookup().findVarHandle(Scorecard.class, "outliers", long.class);
            EXCESS = MethodHandles.lookup().findVarHandle(Scorecard.class, "excess", long.class);
            SLOW = MethodHandles.lookup().findVarHandle(Scorecard.class, "slow", long.class);
            FAILED = MethodHandles.lookup().findVarHandle(Scorecard.class, "failed", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final Name name;
    /** {@link Latch#NONE} if the JIT always compiles the name's probes. */
    private final Latch latch;
    private final Hotspot hotspot;
    /** 0 until the first call of a name that waits for it. Written once, before its name has a place in the call tree. */
    int id;
    /** Read without volatile at every call, because a volatile read doubles the cost of a disabled probe. */
    private long word;
    /** See {@link #reading}. Not volatile, like the word: a thread that sees it late reads a few calls more, or fewer. */
    private int reading = MeasureGroup.EVERY;
    private long balance;
    /** Settled firings since the card was opened or a trial began, and their self time. */
    private long calls;
    private long own;
    /** All settled firings since then, also those that were not read, and what they took, inner ones included. */
    private long totalCalls;
    private long total;
    /** How many of these were outliers, and how much was cut off them. */
    private long outliers;
    private long excess;
    /** What slow readings at the ends of its firings took since they were last taken, ns. */
    private long slow;
    /** Failed calls, older ones faded; also those of its calls while it is off. */
    private long failed;
    /** The mean wall time of a call that was outermost on its thread or in a context, ns; 0 if none was. */
    private volatile long entryMean;
    /** The groups that are read of each call at {@link Level#QUICK}. */
    private volatile int kept = MeasureGroup.TIME.bit();
    /** Whether it explained a hundredth of the blocked or waited time of any interval. Collector's thread. */
    private volatile boolean contended;
    /** How many more calls may all be read until the next drain, although they are short. Threads may take the same ones: it is no bound. */
    private volatile long allowance;
    /** What it explained in the last interval in which it was called, for people; null if next to nothing. Collector's thread writes it. */
    private volatile String tells;
    /** Until then, us, it tells something by the blocked or waited time that it explained. Of the collector's thread. */
    private long tellsUntil;
    /** Since when it has its level, microseconds since the epoch; 0: since the start. */
    private volatile long levelMicros;
    /** Since when it is on, microseconds since the epoch; 0: since the start. */
    private volatile long onMicros;
    /** Whether its level is the probe budget's doing, and not its balance's. */
    private volatile boolean lowered;
    /** Whether it is sampled because too little was known of its calls. Racy: one verdict more or less does no harm. */
    private boolean isUnsure;
    /** From when on its level may rise without a rest, microseconds since the epoch, and how often it has risen so. Racy: a rise more or less does no harm. */
    private volatile long risesFrom;
    private volatile int rises;
    /** What its probes took in an interval before the probe budget last lowered it, ns. Only the collector's thread uses it. */
    private long gaveUp;
    /** Whether a call took long without telling whether it waited. Racy: one of many is enough. */
    private boolean tookLong;
    /** Whether blocking and waiting are read in each call for that reason. These four: only the collector's thread writes them. */
    private volatile boolean isAwake;
    private long awakeUntil;
    private long wakesFrom;
    private int wakes;
    /** What the last {@link #takeSlow} took out of {@link #slow}, ns. Only the collector's thread uses it. */
    private long slowTaken;
    /** The ns, by the clock of {@link Hotspot#nanos}, at which the first of {@link #calls} were settled; 0 before. */
    private volatile long firstAt;
    private volatile long restsUntil = Long.MAX_VALUE;
    private volatile int trials;
    /** Whether it is off because an earlier run disabled it. */
    private volatile boolean remembered;
    /** When it was last switched off, in microseconds of {@link System#nanoTime}. */
    private volatile long offSince;
    /** Whether its probes are out of the code: nothing fires until they are put back. */
    private volatile boolean out;
    /** Whether a verdict changed the word, and a full stack kept it from what follows. */
    private volatile boolean unsettled;
    /** Whether somebody has asked for its standing. */
    private volatile boolean asked;
    /** See {@link #waits()}. Set before anybody else knows the card. */
    volatile boolean waits;
    /** The last record that was sent, and the present one. Only the collector's thread uses them. */
    private Score sent;
    private Score present;

    Scorecard(Hotspot hotspot, Name name, int id, Standing opening, Latch latch) {
        this.latch = latch;
        this.hotspot = hotspot;
        this.name = name;
        this.id = id;
        this.balance = hotspot.initial;
        this.word = (long) opening.ordinal() << 32;
    }

    /** The switch: odd while off, another number after every switching. */
    public int epoch() {
        return (int) word;
    }

    /**
     * What begins and ends read of its calls: the groups of measures; above {@link #GROUPS} bits how many calls are read less of, for one that is read (a mask of
     * chance); and what is read of those. Decided at each verdict, so that a begin has one number to look at.
     */
    public int reading() {
        return reading;
    }

    /** Sets what is read of the calls of a card that nobody judges: for calibration. */
    public void read(int groupsAndChance) {
        reading = groupsAndChance;
    }

    /** How much is read of its calls. */
    public Level level() {
        return level((long) WORD.getOpaque(this));
    }

    private static Level level(long word) {
        return standing(word).isMetered() ? LEVELS[(int) (word >>> LEVEL) & 3] : Level.OFF;
    }

    /** Counts a call that ended with an exception. Any thread. */
    public void failed() {
        FAILED.getAndAdd(this, 1L);
    }

    /** The same for a call that was not metered. Not of one that was left out because SIM itself was at work. */
    public void failedUnmetered() {
        if (!isOn((int) word)) {
            failed();
        }
    }

    /** Failed calls of the last intervals. */
    long failures() {
        return (long) FAILED.getOpaque(this);
    }

    /** Lets failed calls of the past count less. Called by the collector's thread once a drain. */
    void fadeFailures() {
        long now = failures();
        if (now > 0) {
            FAILED.getAndAdd(this, -(now + FADING - 1) / FADING);
        }
    }

    /** Notes that its calls are outermost ones on a thread or in a context, and take so long on average. Any thread. */
    public void enters(long meanNanos) {
        if (entryMean != meanNanos) {
            entryMean = meanNanos;
        }
    }

    long entryMean() {
        return entryMean;
    }

    /** Whether a name is metered while its switch says so. */
    public static boolean isOn(int epoch) {
        return (epoch & 1) == 0;
    }

    /** Whether firings are to be judged. */
    public boolean isJudged() {
        return (word & 0xE_0000_0000L) == 0;
    }

    public Standing standing() {
        return standing((long) WORD.getOpaque(this));
    }

    /** Whether a thread's pending adjustments have to be settled now. */
    public boolean decides(int pending) {
        return balance + pending <= 0 || pending >= BATCH || pending <= -BATCH;
    }

    /**
     * Adds a thread's pending adjustments and judges. A name of many short calls may take more time than any other. So if all calls so
     * far, of all threads, show that it is worth its probe, the card begins again with its initial balance. Lock-free; allocates only for
     * a verdict.
     *
     * @param pendingCalls the firings to which the adjustments belong
     * @param pendingOwn their self time, outliers cut
     * @param inclusive what the last firing took
     * @param inherent its self time
     */
    public void settle(int pending, long pendingCalls, long pendingOwn, long inclusive, long inherent) {
        long settledCalls = (long) CALLS.getAndAdd(this, pendingCalls) + pendingCalls;
        long settledOwn = (long) OWN.getAndAdd(this, pendingOwn) + pendingOwn;
        long at = hotspot.nanos();
        long since = firstAt;
        if (since == 0) {
            firstAt = since = at;
        }
        long now = (long) BALANCE.getAndAdd(this, (long) pending) + pending;
        long nanos = at - since;
        if (now <= 0 && hotspot.isWorthIt(settledCalls, settledOwn, (long) OUTLIERS.getOpaque(this),
                (long) EXCESS.getOpaque(this), nanos)) {
            beginAgain(now, settledCalls, settledOwn, since + nanos / 2);
            return;
        }
        if (now <= 0 && countOn(now, settledCalls, settledOwn + (long) EXCESS.getOpaque(this), nanos)) {
            return;
        }
        while (true) {
            long seen = (long) WORD.getVolatile(this);
            // Read again: a card that began again meanwhile must not be judged by what was settled before.
            now = (long) BALANCE.getVolatile(this);
            Standing is = standing(seen);
            Standing next = next(is, now);
            if (next == is) {
                return;
            }
            boolean isMoved = move(seen, next, LEVELS[(int) (seen >>> LEVEL) & 3], now,
                    hotspot.judgement(inclusive, inherent));
            if (isMoved && next == Standing.DISABLED) {
                lowered = false; // now it is the balance's doing
            }
        }
    }

    /**
     * Lowers the level of a name whose balance is used up, and that shows something all the same. Its balance begins again. Returns false if there is no reason
     * to count on.
     */
    private boolean countOn(long now, long settledCalls, long settledOwn, long nanos) {
        long seen = (long) WORD.getVolatile(this);
        if (!standing(seen).isJudged()) {
            return false;
        }
        long opening = level(seen) == Level.SAMPLED ? hotspot.trialOpening() : hotspot.initial;
        if (takeAllowance(settledCalls) && BALANCE.compareAndSet(this, now, opening)) {
            open(opening);
            return true;
        }
        Kept keeps = hotspot.keeps(this, settledCalls, settledOwn, (long) TOTAL_CALLS.getOpaque(this),
                (long) TOTAL.getOpaque(this), nanos);
        if (keeps == null) {
            return false;
        }
        if (BALANCE.compareAndSet(this, now, hotspot.initial)) {
            boolean isSampled = keeps.level() == Level.SAMPLED;
            if (keeps.isOpen()) {
                BALANCE.setVolatile(this, hotspot.trialOpening());
            } else {
                open(isSampled ? hotspot.trialOpening() : hotspot.initial); // judged by its calls from now on
            }
            if (level(seen).compareTo(keeps.level()) < 0) {
                isUnsure = keeps.isOpen();
                sample(seen, keeps.reason());
            } else if (!isSampled) {
                readAgain(seen, keeps.reason());
            } else if (isUnsure && !keeps.isOpen()) {
                isUnsure = false; // its last verdict said that too little was known: now it is
                move(seen, standing(seen), level(seen), hotspot.trialOpening(), keeps.reason());
            }
        }
        return true;
    }

    /** Whether it was called so seldom in the last interval that all of so many calls may be read, as often as then. */
    private boolean takeAllowance(long settled) {
        if (allowance < settled) {
            return false;
        }
        allowance -= settled;
        return true;
    }

    /**
     * Notes how many more calls may all be read until the next drain, because their probes take next to nothing; 0 for a name that is called more often. Called by the
     * collector's thread.
     */
    void allow(long calls) {
        allowance = calls;
    }

    /** Notes what all its calls together explained in an interval, for people; null if next to nothing. Called by the collector's thread. */
    void tells(String what, boolean isContention, long nowMicros) {
        tells = what;
        tellsUntil = isContention ? nowMicros + AWAKE : tellsUntil;
    }

    /** It explained next to nothing in an interval. Blocked and waited time is seldom: who explained some is looked for in the intervals without it too. */
    void tellsNoMore(long nowMicros) {
        tells = nowMicros < tellsUntil ? tells : null;
    }

    void tellsNothing() {
        tells = null;
        tellsUntil = 0;
    }

    String tells() {
        return tells;
    }

    /** Samples it no longer, if its balance did that and it did not rise so a moment ago. */
    void readAgain() {
        readAgain((long) WORD.getVolatile(this), KeepRule.ALL_FOR_NOTHING);
    }

    private void readAgain(long seen, String reason) {
        if (level(seen) != Level.SAMPLED || lowered) {
            return;
        }
        long now = hotspot.micros();
        if (now >= risesFrom) {
            riseLater(now);
            open(hotspot.initial);
            move(seen, standing(seen), Level.ALL, hotspot.initial, reason);
        }
    }

    /** It rises without a rest now, and later the next time. */
    private void riseLater(long now) {
        risesFrom = now + (APART << Math.min(rises++, MOST_APART));
    }

    /**
     * Samples its calls because of the balance. All measures are read of those that are read at all. What the probe budget has lowered rests as long as before: it would come back in seconds,
     * and be lowered again.
     */
    private void sample(long seen, String reason) {
        hotspot.sampled();
        if (!lowered) {
            restsUntil = hotspot.micros() + hotspot.restOfDisabled(trials);
        }
        move(seen, Standing.MANAGED, Level.SAMPLED, hotspot.trialOpening(), reason);
    }

    /** Adds firings that are settled next, also those that were not read, and what they took, inner ones included. Lock-free; allocates nothing. */
    public void settleTotal(long firings, long took) {
        TOTAL_CALLS.getAndAdd(this, firings);
        TOTAL.getAndAdd(this, took);
    }

    /** Adds outliers of the firings that are settled next, and how much was cut off them. Lock-free; allocates nothing. */
    public void settleOutliers(long count, long cutOff) {
        OUTLIERS.getAndAdd(this, count);
        EXCESS.getAndAdd(this, cutOff);
    }

    /**
     * Sets the balance to its initial value. The thread that succeeds also halves the sums if there are many calls, so that they describe
     * the present. Every thread settles its sums before the balance, so a thread that still finds the balance at 0 sees no halved sums.
     */
    private void beginAgain(long now, long settledCalls, long settledOwn, long half) {
        if (BALANCE.compareAndSet(this, now, hotspot.initial) && settledCalls >= MANY) {
            CALLS.getAndAdd(this, -settledCalls / 2);
            OWN.getAndAdd(this, -settledOwn / 2);
            OUTLIERS.getAndAdd(this, -((long) OUTLIERS.getOpaque(this) / 2));
            EXCESS.getAndAdd(this, -((long) EXCESS.getOpaque(this) / 2));
            firstAt = half;
        }
    }

    /** Whether its name has no number, because it was not called yet, or came too late. */
    public boolean waits() {
        return waits;
    }

    /** There are too many names: from now on no call of this one is looked at. Nobody else knows the card. */
    public void fold() {
        WORD.setVolatile(this, word | NEVER);
        if (latch != Latch.NONE) {
            synchronized (latch) {
                latch.set(true);
            }
        }
        hotspot.switched();
    }

    /**
     * Makes a new card start switched off. It was judged by a whole run, and a second start is to be undisturbed while it warms up, so it rests
     * longer than after a first verdict. Called before anybody else knows the card.
     */
    void remember(int failedTrials, String reason) {
        trials = failedTrials;
        remembered = true;
        balance = 0;
        move(word, Standing.DISABLED, Level.ALL, 0, reason);
        restsUntil = Math.max(restsUntil, hotspot.micros() + hotspot.restMicros(DOUBLED));
    }

    /** Adds the time of a slow reading at a begin or an end of this name, ns. The reading took far longer than this. Any thread; allocates nothing. */
    public void readSlowly(long nanos) {
        SLOW.getAndAdd(this, nanos);
    }

    /** Takes what slow readings took since the last call, ns. Called by the collector's thread. */
    public long takeSlow() {
        slowTaken = (long) SLOW.getAndSet(this, 0L);
        return slowTaken;
    }

    /** What was taken last, ns. Called by the collector's thread. */
    long slowTaken() {
        return slowTaken;
    }

    /** The latch of this name's probes. */
    public Latch latch() {
        return latch;
    }

    boolean isLatched() {
        return latch.isClosed();
    }

    @Override
    public boolean closeLatch(long since) {
        if (latch == Latch.NONE || latch.isClosed() || offSince() > since || !isTried()) {
            return false;
        }
        synchronized (latch) {
            // nobody switches the name on while this thread has the lock
            boolean off = offSince() <= since;
            latch.set(off);
            return off;
        }
    }

    /** Whether it is off for more than one reason: nothing is compiled away after a single burst of short calls. */
    private boolean isTried() {
        return trials > 0 || remembered || lowered || standing() != Standing.DISABLED;
    }

    /** The name of this card. */
    public Name name() {
        return name;
    }

    /** Since when it has been off, in microseconds of {@link System#nanoTime}; {@link Long#MAX_VALUE} while it is on. */
    public long offSince() {
        long since = offSince;
        return isOn((int) (long) WORD.getOpaque(this)) ? Long.MAX_VALUE : since;
    }

    /** Whether its probes are out of the code of loaded classes. */
    public boolean isOut() {
        return out;
    }

    /** Notes that the probes were taken out or put back. Called by the thread that changes code. */
    public void setOut(boolean taken) {
        out = taken;
    }

    /** Whether somebody has asked at the agent server for its present standing. */
    public boolean isAsked() {
        return asked;
    }

    /** When its rest is over, in microseconds since the epoch. */
    long restsUntil() {
        return restsUntil;
    }

    /** The clock was set back by so many us: its rest ends as much earlier. */
    void clockWentBack(long micros) {
        long until = restsUntil;
        if (until != Long.MAX_VALUE) {
            restsUntil = until - micros;
        }
        risesFrom = Math.max(0, risesFrom - micros);
        onMicros = Math.max(0, onMicros - micros);
        awakeUntil -= micros;
        wakesFrom -= micros;
    }

    boolean isRemembered() {
        return remembered;
    }

    int trials() {
        return trials;
    }

    /** The calls by which it was judged last that were read, and their self time, outliers included. */
    long calls() {
        return (long) CALLS.getOpaque(this);
    }

    long own() {
        return (long) OWN.getOpaque(this) + (long) EXCESS.getOpaque(this);
    }

    /** Whether its level is the probe budget's doing. */
    boolean isLowered() {
        return lowered;
    }

    boolean isWorthless() {
        return standing() == Standing.DISABLED;
    }

    boolean rested(long nowMicros) {
        return restsUntil <= nowMicros && standing() == Standing.DISABLED;
    }

    /**
     * Whether its level is to rise for a trial. One that the probe budget lowered also waits until there is room for it: see {@link LevelStep#above}. One that its balance lowered has one trial, because it may have
     * been met in a burst. Later it rises only once its balance grows: the calls that are read tell how all are, and most names would fail all trials at the same moments.
     */
    boolean mayRise(long nowMicros) {
        Level is = level();
        return is != Level.ALL && is != Level.OFF && restsUntil <= nowMicros
                && (lowered || trials == 0 || (long) BALANCE.getOpaque(this) > hotspot.trialOpening());
    }

    /** Raises the level: by one if the probe budget lowered it, to the top if its balance did, because it is judged by all that a call takes. */
    void rise(long opening) {
        long seen = (long) WORD.getVolatile(this);
        if (level(seen) != Level.ALL && level(seen) != Level.OFF) {
            trials++;
            raise(seen, opening, trials, "tried again: its rest is over");
        }
    }

    /** @param rests how often its rest is doubled, if it does not rise to the top */
    private void raise(long seen, long opening, int rests, String reason) {
        Level is = level(seen);
        if (is == Level.ALL || is == Level.OFF) {
            return;
        }
        Level to = nextUp(is);
        if (!lowered) {
            open(opening);
        }
        boolean before = lowered;
        lowered &= to != Level.ALL;
        restsUntil = hotspot.micros() + hotspot.restMicros(lowered ? rests : DOUBLED);
        boolean isMoved = move(seen, standing(seen), to, (long) BALANCE.getVolatile(this), reason);
        lowered |= before && !isMoved;
    }

    /** Whether its calls are counted, and not all of them read. */
    boolean isLow() {
        Level is = level();
        return is == Level.QUICK || is == Level.SAMPLED;
    }

    /** Whether its level may rise without a rest: not if it did so a moment ago. */
    boolean mayRiseAtOnce(long nowMicros) {
        return nowMicros >= risesFrom && isLow();
    }

    /**
     * Raises the level by one without a rest, because its calls are others than when it lost readings. Called by the collector's thread.
     *
     * @param keeps the groups of measures that are read of each call where not all are
     */
    void riseAtOnce(int keeps, String reason) {
        riseLater(hotspot.micros());
        kept = keeps | MeasureGroup.TIME.bit();
        raise((long) WORD.getVolatile(this), hotspot.initial, trials, reason);
    }

    /** Also reads these groups of each call at the level {@link Level#QUICK}, because the name explains a part of them now. Called by the collector's thread. */
    void keep(int groups) {
        if ((kept | groups) != kept && level() == Level.QUICK) {
            kept |= groups;
            settleReading();
        }
    }

    /** The level to which it rises next. */
    Level nextUp(Level is) {
        return lowered && is == Level.SAMPLED ? Level.QUICK : Level.ALL;
    }

    /** Whether there may be a reason to count it again, such as failed calls: not where no probe is in the code, nor if they were one a moment ago and the probe budget has switched it off since. */
    boolean mayCountAgain(long nowMicros) {
        return !out && (!lowered || restsUntil <= nowMicros || risesFrom <= nowMicros);
    }

    /** Counts the calls of a disabled name again: of those that failed, or because they explain something together. */
    void countAgain(String reason) {
        long seen = (long) WORD.getVolatile(this);
        if (standing(seen) == Standing.DISABLED) {
            long now = hotspot.micros();
            if (lowered && restsUntil > now) {
                riseLater(now);
            }
            open(hotspot.trialOpening());
            remembered = false;
            isUnsure = false;
            sample(seen, reason);
        }
    }

    /**
     * Reads less of the calls of a name whose probe tells little for what it takes of this program. A name that is off or pinned stays as it is. The balance keeps its value, because it
     * decided nothing. Called by the collector's thread, which also raises levels.
     *
     * @param to    the level, lower than the present one; {@link Level#OFF} disables the name
     * @param keeps the groups of measures that are still read
     * @return whether this call lowered it
     */
    boolean lower(Level to, int keeps, String reason) {
        if (to == Level.OFF) {
            return giveWay(reason);
        }
        long seen = (long) WORD.getVolatile(this);
        Standing is = standing(seen);
        if (!is.isJudged() && is != Standing.UNMANAGED || level(seen).compareTo(to) >= 0) {
            return false;
        }
        boolean before = lowered;
        kept = keeps | MeasureGroup.TIME.bit();
        lowered = true;
        restsUntil = hotspot.micros() + hotspot.restMicros(trials);
        boolean isMoved = move(seen, is, to, (long) BALANCE.getVolatile(this), reason);
        lowered &= isMoved || before;
        return isMoved;
    }

    /** Notes what its probes took in an interval before the probe budget lowered it, ns: where it switched the name off, nobody knows what they would take now. */
    void gaveUp(long nanos) {
        gaveUp = nanos;
    }

    long gaveUp() {
        return gaveUp;
    }

    /** Whether its calls were counted all the time since then: what is counted for a moment tells no rate. */
    boolean isCountedSince(long micros) {
        return level() != Level.OFF && onMicros <= micros;
    }

    /** Since when it has its level, microseconds since the epoch; 0: since the start. */
    long levelMicros() {
        return levelMicros;
    }

    /** The groups that are read of each of its calls, or of each that is read at all. */
    private int groups() {
        Level is = level();
        return is == Level.OFF ? 0 : is == Level.QUICK ? quickGroups() : MeasureGroup.EVERY;
    }

    /** Whether CPU time is read of each of its calls at the level {@link Level#QUICK}. */
    boolean keepsCpu() {
        return (quickGroups() & MeasureGroup.CPU.bit()) != 0;
    }

    private int quickGroups() {
        return isAwake ? MeasureGroup.EVERY : kept;
    }

    /**
     * Keeps that the name explained a hundredth of the blocked or waited time of an interval. A lock is contended seldom, and one call of 16 would
     * miss it next time: from now on each of its timed calls is read for it, also at the level {@link Level#QUICK}, until it is judged anew. Only of
     * names whose calls are timed whatever that takes: others would lose their times next. Collector's thread.
     */
    void contends() {
        if (!contended) {
            contended = true;
            kept |= MeasureGroup.CPU.bit() | MeasureGroup.CONTENTION.bit();
            settleReading();
        }
    }

    boolean hasContended() {
        return contended;
    }

    /** Notes a call that took long of its own, of which blocking and waiting were not read. Any thread. */
    public void tookLong() {
        if (!tookLong) {
            tookLong = true;
        }
    }

    /** Whether there was such a call since {@link #followLongCalls}. */
    public boolean hasTakenLong() {
        return tookLong;
    }

    /** Whether a long call is a reason to read blocking and waiting in each call. */
    boolean mayWake(long nowMicros) {
        return tookLong && !isAwake && nowMicros >= wakesFrom && level() == Level.QUICK
                && (kept & MeasureGroup.CONTENTION.bit()) == 0;
    }

    boolean isAwake() {
        return isAwake;
    }

    /** Reads blocking and waiting in each call for some time. */
    void wake(long nowMicros) {
        isAwake = true;
        awakeUntil = nowMicros + AWAKE;
        settleReading();
    }

    /**
     * Looks whether to read on, and forgets long calls.
     *
     * @param waited whether calls of the name were blocked or waited in the last interval
     */
    void followLongCalls(long nowMicros, boolean waited) {
        tookLong = false;
        if (isAwake && (level() != Level.QUICK || (kept & MeasureGroup.CONTENTION.bit()) != 0)) {
            isAwake = false; // it is read anyway, and leaves its part of the budget to others
            settleReading();
        } else if (isAwake && waited) {
            awakeUntil = nowMicros + AWAKE;
            wakes = 0;
        } else if (isAwake && nowMicros >= awakeUntil) {
            isAwake = false;
            wakesFrom = nowMicros + (AWAKE << Math.min(wakes++, MOST_APART));
            settleReading();
        }
    }

    /** Counts a disabled name again: all of its calls if its balance was used up; one level up if the probe budget switched it off. */
    void retry(long opening) {
        open(opening);
        long seen = (long) WORD.getVolatile(this);
        if (standing(seen) == Standing.DISABLED) {
            remembered = false;
            asked = false;
            trials++;
            restsUntil = hotspot.micros() + hotspot.restMicros(trials);
            move(seen, Standing.MANAGED, lowered ? Level.SAMPLED : Level.ALL, opening,
                    "tried again: its rest is over");
        }
    }

    /**
     * Disables a name whose probe is not worth its cost to this program, although it would pass its trial. So it rests longer than others. A
     * name that is off or pinned stays as it is; one that is no longer judged does not. The balance keeps its value, because it decided nothing. Called by the collector's
     * thread, which also ends rests.
     *
     * @return whether this call switched the name off
     */
    boolean giveWay(String reason) {
        long seen = (long) WORD.getVolatile(this);
        Standing is = standing(seen);
        boolean mayGiveWay = is.isJudged() || is == Standing.UNMANAGED;
        if (!mayGiveWay || !move(seen, Standing.DISABLED, Level.ALL, (long) BALANCE.getVolatile(this), reason)) {
            return false;
        }
        restsUntil = hotspot.micros() + hotspot.restMicros(trials + DOUBLED);
        lowered = true;
        return true;
    }

    void control(HotspotControl.Action action) {
        Standing wanted = switch (action) {
            case DISABLE -> Standing.OFF;
            case PIN -> Standing.PINNED;
            case ENABLE, RESET -> hotspot.enabled ? Standing.MANAGED : Standing.UNMANAGED;
            case THRESHOLDS -> throw new IllegalArgumentException(action + " is for all names");
        };
        boolean afresh = action == HotspotControl.Action.RESET || !standing().isJudged() && wanted.isJudged();
        if (afresh) {
            remembered = false;
            contended = false;
            open(hotspot.initial);
            trials = 0;
            rises = 0;
            risesFrom = 0;
            lowered = false;
            isAwake = false;
            wakes = 0;
            wakesFrom = 0;
        }
        asked = true;
        String reason = "asked for at the agent server: " + action.name().toLowerCase(Locale.ROOT);
        boolean done = false;
        while (!done) {
            long seen = (long) WORD.getVolatile(this);
            Standing is = standing(seen);
            boolean isThere = is == wanted || wanted == Standing.MANAGED && !afresh && is.isJudged();
            boolean isLow = is.isMetered() && level(seen) != Level.ALL;
            lowered &= !isLow;
            done = isThere && !isLow
                    || move(seen, isThere ? is : wanted, Level.ALL, (long) BALANCE.getVolatile(this), reason);
        }
    }

    /** The record of this card if it has changed since it was {@link #told}; otherwise null. */
    Score changed() {
        present = sent; // whatever fails
        settleLate();
        Standing is = standing();
        long now = (long) BALANCE.getOpaque(this);
        Level level = level();
        Score score = new Score(id, is, now, trials, level, levelMicros, groups(), level == Level.SAMPLED ? ONE_IN : 1);
        if (sent != null && isSame(score, sent)) {
            return null;
        }
        present = score;
        return score;
    }

    /** What {@link #changed} returned last is on its way. */
    void told() {
        sent = present;
    }

    /** A record's own comparison is generated code, which takes a start some ms. */
    private static boolean isSame(Score one, Score other) {
        return one.standing() == other.standing() && one.balance() == other.balance()
                && one.trials() == other.trials() && one.level() == other.level()
                && one.levelMicros() == other.levelMicros() && one.groups() == other.groups()
                && one.oneIn() == other.oneIn();
    }

    private void open(long opening) {
        CALLS.setVolatile(this, 0L);
        OWN.setVolatile(this, 0L);
        TOTAL_CALLS.setVolatile(this, 0L);
        TOTAL.setVolatile(this, 0L);
        OUTLIERS.setVolatile(this, 0L);
        EXCESS.setVolatile(this, 0L);
        firstAt = 0;
        BALANCE.setVolatile(this, opening);
    }

    /**
     * The next standing, one step away, so that every verdict is a legal one: a name that falls from hotspot to disabled is managed in
     * between. At exactly the lower bound the standing does not change: a name becomes a hotspot above it and stops to be one below it.
     */
    private Standing next(Standing is, long now) {
        switch (is) {
            case MANAGED :
                return now <= 0 ? Standing.DISABLED : now > hotspot.lower ? Standing.HOTSPOT : is;
            case HOTSPOT :
                return now > hotspot.upper ? Standing.UNMANAGED : now < hotspot.lower ? Standing.MANAGED : is;
            default :
                return is;
        }
    }

    /**
     * Changes the standing or the level, or both. A verdict for which heap or stack is too full is counted. Returns false if another one was made
     * meanwhile.
     */
    private boolean move(long seen, Standing to, Level level, long now, String reason) {
        Standing from = standing(seen);
        boolean switched = from.isMetered() != to.isMetered();
        int epoch = (int) seen + (switched ? 1 : 0);
        long sequence = (seen >>> SEQUENCE) + 1;
        Level kind = to.isMetered() ? level : Level.ALL;
        long moved = sequence << SEQUENCE | (long) kind.ordinal() << LEVEL | (long) to.ordinal() << 32
                | epoch & 0xFFFF_FFFFL;
        long at = hotspot.micros();
        if (switched && !to.isMetered()) {
            offSince = System.nanoTime() / 1_000;
        }
        if (to == Standing.DISABLED) {
            restsUntil = at + hotspot.restOfDisabled(trials);
        }
        Verdict verdict = new Verdict(id, sequence, at, from, to, now, reason, level(seen), level(moved));
        boolean isMoved = false;
        boolean isSettled = false;
        boolean isRecorded = false;
        try {
            isMoved = switched && to.isMetered() ? switchOn(seen, moved) : WORD.compareAndSet(this, seen, moved);
            if (isMoved) {
                if (verdict.fromLevel() != verdict.toLevel()) {
                    levelMicros = at;
                }
                if (switched && to.isMetered()) {
                    onMicros = at;
                }
                settle(to);
                if (switched) {
                    hotspot.switched();
                }
                isSettled = true;
                hotspot.record(verdict); // the only step that takes memory
                isRecorded = true;
            }
        } finally {
            // no call: the stack may be full
            if (isMoved && !isSettled) {
                unsettled = true;
            }
            if (isMoved && !isRecorded) {
                synchronized (hotspot.lost) {
                    hotspot.lost[0]++;
                }
            }
        }
        return isMoved;
    }

    /** Sets what follows from the word. */
    private void settle(Standing to) {
        settleReading();
        label(to);
    }

    /** The same where a full stack kept a verdict from it. Called by the collector's thread. */
    private void settleLate() {
        if (unsettled) {
            unsettled = false;
            settle(standing());
            hotspot.switched();
        }
    }

    /** Sets what is read by the present word and not by the verdict, because two verdicts at the same time may both come here. */
    private void settleReading() {
        int wanted = wantedReading();
        int written;
        do {
            written = wanted;
            reading = written;
            wanted = wantedReading();
        } while (wanted != written);
    }

    private int wantedReading() {
        Level is = level();
        return is == Level.ALL || is == Level.OFF
                ? MeasureGroup.EVERY
                : MeasureGroup.EVERY | ONE_IN - 1 << GROUPS | (is == Level.QUICK ? quickGroups() << OTHERS : 0);
    }

    /**
     * Opens the latch first: no call of a name that is on is left out. If another verdict was made meanwhile, the latch is open for
     * nothing until {@link #closeLatch}.
     */
    private boolean switchOn(long seen, long moved) {
        if (latch == Latch.NONE) {
            return WORD.compareAndSet(this, seen, moved);
        }
        synchronized (latch) {
            latch.set(false);
            return WORD.compareAndSet(this, seen, moved);
        }
    }

    /** Sets the labels by the present word and not by the verdict, because two verdicts at the same time may both come here. */
    private void label(Standing to) {
        Standing last = to;
        do {
            to = last;
            set(Label.DISABLED, !to.isMetered());
            set(Label.HOTSPOT, to == Standing.HOTSPOT || to == Standing.UNMANAGED && hotspot.enabled);
            set(Label.UNMANAGED, to == Standing.UNMANAGED && hotspot.enabled);
            last = standing();
        } while (last != to);
    }

    private void set(Label label, boolean on) {
        if (on) {
            name.add(label);
        } else {
            name.remove(label);
        }
    }

    private static Standing standing(long word) {
        return STANDINGS[(int) (word >>> 32) & 15];
    }
}

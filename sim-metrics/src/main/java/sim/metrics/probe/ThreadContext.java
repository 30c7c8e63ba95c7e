package sim.metrics.probe;

import java.util.Arrays;
import org.jinspired.probes.Probes;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.base.thread.ThreadId;
import sim.context.Scope;
import sim.metrics.extension.Extensions;
import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.ThreadPart;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Node;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/**
 * SIM's record of one metered thread: its calls from begin to end, and its current flow context. {@link FrameStack} has the calls
 * in progress, {@link CallReadings} their readings, and {@link Counting} counts them; {@link Healing} handles ends in a wrong
 * order. Only that thread uses it. A virtual thread has one only while one of its probes or scopes is open, or once it has asked
 * for its Open API context.
 */
final class ThreadContext extends FrameStack implements Roster.Member<ThreadContext> {
    /** More open probes by hand than this exist only in a deep recursion, which has at least as many frames on the stack. */
    private static final int MANY_SHOWN = 1 << 12;
    private static final int DEEP_STACK = 1_000;
    /** A call in which so many others have begun decides no more whether those inside it are read: it may last for hours. */
    static final int LONG = 1 << 14;
    /** The bits of chance in what a level says. */
    private static final int CHANCE = (1 << Scorecard.OTHERS - Scorecard.GROUPS) - 1;

    final CallReadings readings;
    /** The source of {@link #readings}, kept here because the clock read waits for each load on the way to it. */
    final Readings source;
    /** The thread's own books, used while there is room; null for a virtual thread, which borrows books at each end. */
    final Books own;
    /** The ledger of {@link #own}. */
    final Ledger ledger;
    final Mode mode;
    final Counting counting;

    /** The thread that has this context now. Compared by identity at every call. */
    Thread thread;
    /** Whether SIM accepts a begin or an end now. */
    Gate gate;
    Scope scope;
    /** The cost that self times leave out: the same for wall time and for CPU time, because a probe uses CPU while it runs. */
    ProbeCost cost;
    /** Whether the thread is at work for SIM: see {@link OwnWork}. */
    boolean isOwnWork;
    /** Whether it is one of the few that SIM makes for virtual threads and gives to others later. */
    boolean isPooled;
    /** The same of a call without CPU time. */
    ProbeCost quickCost;
    /** The next newcomer in the roster's chain. */
    private ThreadContext cameBefore;
    /** The number of begins at which the next sample is due. */
    long sampleAt;

    private final Plan plan;
    private final Sites sites;
    private final Healing healing;
    /** Null if extensions are shown nothing. */
    private final ShownCalls shown;
    private final boolean wallOnly;
    /** The number of switchings up to which this thread has swept its frames. */
    private int switchings;
    /** The number of settlings up to which its calls have looked up their places. */
    private int settlings;
    /** Whether the context stays with its thread even if idle, because somebody holds its Open API context. */
    private boolean pinned;
    private HandContext hand;
    /** What features keep on the thread. Null until one asks for the thread. */
    ThreadParts parts;
    private long tickByHand;
    /** The number of begins at which the thread checks again whether probes that extensions were shown are lost. */
    private long lookAtShown;

    /** Null for a virtual thread, which ends before it has enough samples. */
    private final SampledCost samples;
    private final SampledCost quickSamples;
    /** What is read of the calls of this thread, of what the levels of their names say, and what is always read. */
    private int obeys;
    private int always;
    /** Chooses the calls that sampling reads. */
    private long random;
    /** The serial of the sampled call, and the cost of its begin, ns. */
    private long sampled;
    private long sampledBegin;

    ThreadContext(Thread thread, boolean virtual, Threads threads) {
        this(thread, virtual, threads, threads.root);
    }

    /**
     * @param root the node above all calls of the thread
     */
    ThreadContext(Thread thread, boolean virtual, Threads threads, Node root) {
        this(thread, virtual, threads, root,
                new CallReadings(threads.plan, threads.plan.readings.of(thread, virtual)));
    }

    private ThreadContext(Thread thread, boolean virtual, Threads threads, Node root, CallReadings readings) {
        super(threads, readings.meters);
        open(this, root);
        this.thread = thread;
        this.plan = threads.plan;
        this.sites = threads.sites;
        this.switchings = sites.switchings;
        this.settlings = sites.settlings;
        this.readings = readings;
        this.cost = threads.cost;
        this.quickCost = threads.quickCost;
        this.source = readings.source;
        this.wallOnly = readings.wallOnly;
        this.own = virtual ? null : threads.books.own(readings.present);
        this.ledger = own == null ? null : own.ledger;
        this.counting = new Counting(this, readings, own, threads);
        this.mode = counting.mode;
        this.gate = mode == Mode.EXTENDED ? Gate.NEW : Gate.OPEN;
        this.shown = plan.observed ? new ShownCalls(readings) : null;
        this.healing = new Healing(this, readings, counting, shown, threads);
        this.samples = virtual || !plan.compensated ? null : new SampledCost();
        this.quickSamples = samples == null ? null : new SampledCost();
        this.random = 0x9E3779B97F4A7C15L * (thread == null ? 1 : ThreadId.of(thread) + 1);
        obeyLevels();
        this.sampleAt = samples == null ? Long.MAX_VALUE : 0;
    }

    /**
     * The cost of a probe by this thread's own samples; null before there are enough. Called by the collector's thread. It reads fields that
     * the thread writes meanwhile, and that is harmless: both costs are older than the context itself, and a mean that is a few samples old is as good a price.
     */
    ProbeCost sampledCost() {
        ProbeCost now = cost;
        return now == threads.cost ? null : now;
    }

    /**
     * Settles whether calls are read as the levels of their names say. Extensions and journals are told the readings of every call, so all of it is read. Where every
     * call is kept one by one, each is timed.
     */
    void obeyLevels() {
        boolean isTold = mode == Mode.EXTENDED || counting.isJournaling();
        obeys = isTold ? 0 : plan.events.keepsAll() ? MeasureGroup.EVERY : -1;
        always = isTold ? MeasureGroup.EVERY : 0;
    }

    /** Makes the extensions of this thread. Called on the thread, after the context can be found, and again if the stack was full. */
    void prepare() {
        if (gate != Gate.NEW) {
            return;
        }
        gate = Gate.CLOSED;
        if (Extensions.isLoading()) {
            return; // nothing else keeps it open
        }
        try {
            if (shown != null) {
                shown.prepare(hand(), plan.extensions.create(hand()));
            }
            if (plan.width > Meter.COUNT) {
                readings.use(plan.extensions.measures(hand()));
            }
            gate = Gate.GUARDED;
        } catch (Throwable full) {
            gate = Gate.NEW;
            throw full;
        }
    }

    /**
     * Closes the gate, because SIM itself works on this thread or asks the application. Nothing is metered until the caller sets the gate
     * back to the returned value.
     */
    Gate close() {
        Gate before = gate;
        gate = Gate.CLOSED;
        return before;
    }

    /** Whether calls on this thread now are not the application's work. */
    boolean isShut() {
        return gate == Gate.CLOSED || gate == Gate.NEW;
    }

    /** Whether extensions are shown every firing. */
    boolean isShown() {
        return shown != null;
    }

    /** Whether only wall time is read, and nothing is shown to extensions. */
    boolean readsTicksAlone() {
        return wallOnly && shown == null;
    }

    boolean isIdle() {
        return depth == 0 && tooDeep == 0 && scope == null && !pinned && !isShut()
                && (parts == null || parts.areIdle());
    }

    /** The thread as features see it. */
    ThreadParts parts() {
        if (parts == null) {
            parts = new ThreadParts(this);
        }
        return parts;
    }

    @Override
    public ThreadContext cameBefore() {
        return cameBefore;
    }

    @Override
    public void cameBefore(ThreadContext member) {
        cameBefore = member;
    }

    @Override
    public boolean isDead() {
        return !thread.isAlive();
    }

    /** This thread's Open API context. */
    HandContext hand() {
        if (hand == null) {
            pinned = true;
            threads.keep(this);
            hand = new HandContext(this, threads);
        }
        return hand;
    }

    /** The thread's name, for messages. */
    String threadName() {
        Thread known = thread;
        return known == null ? "" : known.getName();
    }

    /**
     * Begins a woven call. Returns its frame. If the call is too deep, returns the lowest frame, which belongs to no call; if there is
     * nothing to end, null.
     */
    Frame begin(ProbeSite site, int epoch) {
        if (gate != Gate.OPEN) {
            return beginGuarded(site, epoch, null);
        }
        if (begins >= sampleAt) {
            return beginSampled(site, epoch);
        }
        Frame frame = next(site, epoch, false);
        if (frame != null) {
            int deeper = depth + 1;
            readByLevel(frame);
            depth = deeper; // only now: no end would come if the begin failed
            return frame;
        }
        return tooDeep > 0 ? frames[0] : null;
    }

    /**
     * Ends a woven call.
     *
     * @param begun what its begin returned. With it an end never takes another call's frame, even if ends in between were lost
     */
    void end(ProbeSite site, int epoch, Frame begun, Throwable error) {
        if (gate != Gate.OPEN && isClosed()) {
            return;
        }
        boolean isLeftOut = begun != null && begun.reads == 0; // when it ended nobody asks
        long tick = isLeftOut ? 0 : source.tick();
        if (frames[depth] != begun || begun.site != site || begun.epoch != epoch || tooDeep != 0
                || switchings != sites.switchings) {
            endUnusually(site, epoch, begun, isLeftOut ? source.tick() : tick, error);
        } else if (isLeftOut) {
            counting.finishLeftOut(begun, error);
        } else if (error != null) {
            end(depth, tick, error);
        } else {
            boolean isSampled = begun.serial == sampled;
            long slow = isSampled ? readings.slow() : 0;
            counting.end(this, begun, tick);
            if (isSampled) {
                tookSample(begun, tick, slow);
            }
        }
    }

    /** The same for an end that does not know its begin. It ends the innermost call of the site. */
    void end(ProbeSite site, int epoch, Throwable error) {
        Frame innermost = innermost();
        boolean itsOwn = innermost.site == site && innermost.epoch == epoch;
        end(site, epoch, tooDeep > 0 ? frames[0] : itsOwn ? innermost : null, error);
    }

    private void endUnusually(ProbeSite site, int epoch, Frame begun, long tick, Throwable error) {
        if (begun == frames[0]) {
            tooDeep = Math.max(0, tooDeep - 1);
            return;
        }
        // the ends of inner calls that were too deep are lost
        tooDeep = 0;
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = healing.find(site, epoch, begun);
        if (at > 0) {
            end(at, tick, error);
        }
    }

    /** Begins a probe of the Open API. Returns its serial, 0 if it is not metered. */
    long beginByHand(ProbeSite site) {
        int epoch = site.epoch();
        if (!Scorecard.isOn(epoch) || gate != Gate.OPEN && isClosed() || !hasRoomByHand()) {
            return 0;
        }
        Frame frame = next(site, epoch, true);
        if (frame == null) {
            return 0;
        }
        readAll(frame); // its readings are shown to the program
        tickByHand = frame.beginTick;
        byHand++;
        return frame.serial;
    }

    /** The same if extensions are shown the probe. Sets the probe's serial if it is metered. */
    void beginShown(ProbeSite site, HandProbe probe) {
        int epoch = site.epoch();
        if (Scorecard.isOn(epoch)) {
            beginGuarded(site, epoch, probe);
        }
    }

    /** Ends a probe of the Open API. Returns the tick at which it ended as counted, or {@link HandProbe#UNREAD} if an outer end has closed it before. */
    long endByHand(long serial, Probes.Name name) {
        long tick = source.tick();
        Frame frame = innermost();
        readings.after[0] = tick;
        if (frame.serial == serial && switchings == sites.switchings) {
            counting.end(this, frame, tick);
            return readings.after[0];
        }
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = find(serial);
        if (at == 0) {
            threads.mishaps.violations.add(Violations.Kind.CROSSED, name, null);
            return HandProbe.UNREAD;
        }
        end(at, tick, null);
        return readings.after[0];
    }

    boolean hasEnded(long serial) {
        return find(serial) == 0;
    }

    /**
     * The tick at which the last probe of the Open API began. Kept here because the frame is five loads away, and the next clock read
     * waits for them.
     */
    long tickByHand() {
        return tickByHand;
    }

    /** Gives up a probe of the Open API to which nothing refers any more. */
    void lose(long serial) {
        healing.lose(serial, threadName());
    }

    /** Counts the probes of the Open API that a dead thread did not end. Called by the collector's thread. */
    void countLost() {
        healing.countLost(threadName());
    }

    /** See {@link MeteredThread#beginSplit}. */
    long beginSplit(ThreadPart by, Node node, long tick) {
        if (gate != Gate.OPEN && isClosed()) {
            return 0;
        }
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = depth;
        if (at + 1 >= frames.length && !hasRoom(true)) {
            return 0;
        }
        Frame frame = frames[at + 1];
        frame.site = sites.splits;
        frame.standAside(node, frames[at]);
        frame.epoch = Frame.BY_HAND;
        frame.serial = ++begins;
        frame.split = by;
        frame.beginTick = tick;
        frame.shown = null;
        byHand++;
        depth = at + 1;
        return frame.serial;
    }

    /** Takes a call out without counting it: see {@link FrameStack#takeOut}. */
    void giveUp(int at, int as) {
        healing.giveUp(at, as);
    }

    /** Ends a split, and the calls that are still open inside. */
    void endSplit(long serial, long tick, Throwable error) {
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = find(serial);
        if (at > 0) {
            end(at, tick, error);
        }
    }

    /**
     * Makes the next begin or end look for lost calls. Any thread may call it. If the owner overwrites this, the next drain asks again.
     */
    void sweepNext() {
        switchings = -1;
    }

    /** Makes its thread look for lost probes, if some may be lost. Called by the collector's thread. */
    void lookForLost() {
        HandContext known = hand;
        if (known != null && known.mayHaveLost()) {
            sweepNext();
        }
    }

    /**
     * Whether one more probe may be begun by hand; counts it if not. Some of the open probes may be lost. SIM looks for them each time
     * that as many probes were refused as may be open.
     */
    private boolean hasRoomByHand() {
        if (byHand < FrameStack.DEEPEST_BY_HAND) {
            return true;
        }
        if (switchings != sites.switchings || notCounted[NotCounted.TOO_DEEP] % FrameStack.DEEPEST_BY_HAND == 0) {
            sweep();
            if (byHand < FrameStack.DEEPEST_BY_HAND) {
                return true;
            }
        }
        notCounted[NotCounted.TOO_DEEP]++;
        return false;
    }

    /** Takes note of switchings without a look at the frames: a stand-in's calls are looked at by {@link LightCalls}. */
    void obeySwitches() {
        switchings = sites.switchings;
    }

    /** Applies switchings to the frames, and gives up calls that nobody can end. */
    private void sweep() {
        int now = sites.switchings;
        healing.giveUpSwitched();
        if (parts != null) {
            parts.renew();
        }
        if (hand != null) {
            hand.collectLost();
        }
        shrink();
        if (settlings != sites.settlings) {
            standAgain();
        }
        // last: if the sweep fails it is done again
        switchings = now;
    }

    /** Looks up the places of calls in progress and forgets those of ended calls, after the call tree has changed where calls are known already. */
    private void standAgain() {
        int seen = sites.settlings;
        boolean folds = false;
        for (int at = 1; at < frames.length; at++) {
            if (at <= depth) {
                frames[at].standAgain(frames[at - 1]);
                folds |= frames[at].folds;
            } else {
                frames[at].callerNode = null;
            }
        }
        if (folds) {
            readyToFold();
        }
        settlings = seen;
    }

    /** Whether this thread runs an extension's code, or the application's code on behalf of SIM. Nothing is metered then. */
    private boolean isClosed() {
        if (gate == Gate.NEW) {
            prepare();
        }
        return gate == Gate.CLOSED || shown != null && shown.isBusy() || readings.isBusy();
    }

    private Frame beginGuarded(ProbeSite site, int epoch, HandProbe probe) {
        if (isClosed() || probe != null && !hasRoomByHand()) {
            return null;
        }
        if (probe != null && shown != null && byHand >= MANY_SHOWN && begins >= lookAtShown) {
            lookAtShown = begins + MANY_SHOWN;
            giveUpShown();
        }
        Frame frame = next(site, epoch, probe != null);
        if (frame == null) {
            return tooDeep > 0 ? frames[0] : null;
        }
        if (shown == null) {
            read(frame);
            return frame;
        }
        if (!shown.vote(frame, probe)) {
            passThrough(frame);
            return frame;
        }
        read(frame);
        tickByHand = probe == null ? tickByHand : frame.beginTick;
        try {
            shown.begun(frame, probe);
        } catch (Throwable failure) {
            depth--;
            if (probe != null) {
                probe.serial = 0; // the probe has no call
            }
            throw failure;
        }
        byHand += probe == null ? 0 : 1;
        return frame;
    }

    /**
     * Gives up probes that extensions were shown and that must be lost. Extensions hold such probes, so the garbage collector cannot
     * tell. If many are open while the stack is not deep, they are lost.
     */
    private void giveUpShown() {
        if (Thread.currentThread().getStackTrace().length < DEEP_STACK) {
            healing.giveUpByHand("is open beside more than " + MANY_SHOWN + " on thread " + threadName());
        }
    }

    /** Begins a firing that is not metered. A woven one needs a frame so that its end is found. */
    private void passThrough(Frame frame) {
        frame.shown = null;
        if (!frame.isByHand()) {
            Frame caller = innermost();
            frame.standAside(caller.node, caller);
            depth++;
        }
    }

    /** Begins a call by which the cost of metering is sampled: see {@link SampledCost}. */
    private Frame beginSampled(ProbeSite site, int epoch) {
        sampleAt = begins + (quickSamples.isKnown() ? quickSamples : samples).next();
        long first = source.tick();
        long slow = readings.slow();
        Frame frame = next(site, epoch, false);
        if (frame != null) {
            int deeper = depth + 1;
            readByLevel(frame);
            sampled = frame.serial;
            sampledBegin = Clock.between(first, frame.beginTick) - (readings.slow() - slow);
            if (sampledBegin < 0) {
                sampled = 0; // it began before, with the wait for its monitor
            }
            depth = deeper;
            return frame;
        }
        return tooDeep > 0 ? frames[0] : null;
    }

    /**
     * Takes what the sampled call's metering cost, once it has ended.
     *
     * @param slow what slow readings had taken before its end
     */
    private void tookSample(Frame frame, long tick, long slow) {
        long ended = source.tick();
        long read = Clock.between(ended, source.tick());
        long ending = Clock.between(tick, ended) - (readings.slow() - slow);
        boolean isQuick = !wallOnly && (frame.reads & CallReadings.CPU_GROUP) == 0;
        SampledCost into = isQuick ? quickSamples : samples;
        ProbeCost calibrated = isQuick ? threads.quickCost : threads.cost;
        long taken = into.add(sampledBegin, ending, read, calibrated);
        ProbeCost now = into.isKnown() ? into : calibrated;
        if (isQuick) {
            quickCost = now;
        } else {
            cost = now;
        }
        if (taken >= 0 && frame.tally != null) {
            frame.tally.tookBeside(taken, now.outside);
        }
    }

    /** Prepares the next frame. It is a call in progress only after {@link #read}. */
    private Frame next(ProbeSite site, int epoch, boolean hand) {
        if (switchings != sites.switchings) {
            sweep();
            if (site.card().epoch() != epoch) {
                // the name was switched since the caller looked: nobody would end such a frame
                return null;
            }
        }
        int at = depth;
        if (at + 1 >= frames.length && !hasRoom(hand)) {
            return null;
        }
        Frame caller = frames[at];
        Frame frame = frames[at + 1];
        Scope current = scope;
        frame.stand(site, caller.node);
        frame.run(current, Scope.isSame(caller.scope, current) ? null : current);
        frame.epoch = hand ? Frame.BY_HAND : epoch;
        frame.serial = ++begins;
        return frame;
    }

    /** Reads the meters that the name's level asks for. The call is in progress only afterwards, because no end would come if the begin failed. */
    private void read(Frame frame) {
        int deeper = depth + 1;
        readByLevel(frame);
        depth = deeper;
    }

    /** Reads all meters, whatever the name's level. */
    private void readAll(Frame frame) {
        int deeper = depth + 1;
        frame.isByChance = false;
        readMeters(frame, MeasureGroup.EVERY);
        depth = deeper;
    }

    private void readByLevel(Frame frame) {
        int reads = frame.site.card().reading() & obeys | always;
        if (reads <= MeasureGroup.EVERY) {
            frame.isByChance = false;
            readMeters(frame, reads);
            return;
        }
        boolean isRest = isRest(reads);
        frame.isByChance = isByChance(reads, mayBeLeftOut(frame));
        if (isRest) {
            readRest(frame, reads);
        } else {
            readMeters(frame, reads & MeasureGroup.EVERY);
        }
    }

    /**
     * Whether less is read of a call, or nothing, because of its name's level. Chance chooses, so that no loop of the program keeps step with it. What it chose for
     * a sampled caller holds for the calls inside, if their names are not read in each call either: so what is read of the caller has no time of theirs in its self value. For those of a
     * call that lasts long chance chooses anew, and for those of a call of which something is read in any case: a quick name that keeps all measures would else have each call inside it read.
     */
    private boolean isRest(int reads) {
        Frame caller = frames[depth];
        if (depth > 0 && caller.isByChance && caller.metered && caller.site.card().reading() > MeasureGroup.EVERY
                && begins - caller.serial < LONG) {
            return caller.reads != MeasureGroup.EVERY;
        }
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (random & reads >>> Scorecard.GROUPS & CHANCE) != 0;
    }

    /** Whether chance chooses what is read of a call, at least of one group of measures. */
    static boolean isByChance(int reads, boolean mayBeLeftOut) {
        int others = reads >>> Scorecard.OTHERS;
        return others == 0 ? mayBeLeftOut : others != MeasureGroup.EVERY;
    }

    /** Not an outermost call on the thread or in its context: it is always timed, because there is no caller to have its time. */
    private boolean mayBeLeftOut(Frame frame) {
        return depth > 0 && frame.outermostIn == null;
    }

    /** Reads what is read of each call. */
    private void readRest(Frame frame, int reads) {
        int groups = reads >>> Scorecard.OTHERS;
        if (groups == 0 && mayBeLeftOut(frame)) {
            leaveOut(frame);
        } else {
            readMeters(frame, groups == 0 ? reads & MeasureGroup.EVERY : groups);
        }
    }

    /** The call holds its place in the tree. It begins with its caller: nobody asks when. */
    private void leaveOut(Frame frame) {
        frame.reads = 0;
        frame.mixed = 0;
        frame.innerWall = 0;
        if (!wallOnly) {
            Arrays.fill(frame.inner, 0);
        }
        frame.beginTick = frames[depth].beginTick;
        frame.moves = source.moves();
    }

    private void readMeters(Frame frame, int reads) {
        frame.reads = reads;
        frame.mixed = 0;
        if (wallOnly) {
            frame.innerWall = cost.inside;
            frame.beginTick = source.tick();
        } else if ((reads & CallReadings.CPU_GROUP) == 0) {
            frame.innerWall = quickCost.inside;
            readings.prepare(frame, 0);
            frame.moves = source.moves();
            frame.beginTick = source.beginQuick(frame.begin);
        } else {
            frame.innerWall = cost.inside;
            readMore(frame, cost.inside);
        }
    }

    private void readMore(Frame frame, long inside) {
        readings.prepare(frame, inside);
        long before = source.moves();
        frame.beginTick = (frame.reads & CallReadings.CONTENTION_GROUP) != 0
                ? source.begin(frame.begin)
                : readings.beginUnasked(frame);
        frame.moves = source.moves();
        if (frame.moves != before && frame.site.name().isSynchronized()) {
            readings.beginBlocked(frame);
        }
        readings.chargeFor(frame, innermost());
    }

    /** Ends the call at a depth, and the calls still open above it. */
    void end(int at, long tick, Throwable error) {
        finish(at, tick, error);
        if (own == null && isIdle()) {
            threads.release(this);
        }
    }

    /** The same, and keeps the context whatever is left on it. */
    void finish(int at, long tick, Throwable error) {
        Frame frame = frames[at];
        readings.end(tick, at < depth ? MeasureGroup.EVERY : frame.reads);
        healing.end(at, error);
        readings.chargeFor(frame, innermost());
    }
}

package sim.metrics.probe;

import org.jinspired.probes.Probes;
import sim.metrics.context.Scope;
import sim.metrics.extension.Extensions;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Readings;
import sim.metrics.probe.Violations.Kind;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Node;

/**
 * SIM's record of one metered thread: its calls from begin to end, and its current flow context. {@link FrameStack} has the calls
 * in progress, {@link CallReadings} their readings, and {@link Counting} counts them; {@link Healing} handles ends in a wrong
 * order. Only that thread uses it. A virtual thread has one only while one of its probes or scopes is open, or once it has asked
 * for its Open API context.
 */
final class ThreadContext extends FrameStack {
    /** More open probes by hand than this exist only in a deep recursion, which has at least as many frames on the stack. */
    private static final int MANY_SHOWN = 1 << 12;
    private static final int DEEP_STACK = 1_000;

    final CallReadings readings;
    /** Theirs: each load on the way to the clock is one more that it waits for. */
    final Readings source;
    /** Where the numbers go as long as there is room; null for a virtual thread, which borrows some at each end. */
    final Books own;
    /** Theirs. */
    final Ledger ledger;
    final Mode mode;
    final Counting counting;

    /** Whom this serves now; compared by identity on every call. */
    Thread thread;
    /** Whether a begin or end is taken now. */
    Gate gate;
    Scope scope;
    /** The cost that self times leave out: the same for wall time and for CPU time, because a probe uses CPU while it runs. */
    ProbeCost cost;
    /** The next newcomer in the roster's chain, null once the collector has taken it. */
    ThreadContext cameBefore;
    /** The number of begins at which the next sample is due. */
    long sampleAt;

    private final Plan plan;
    private final Sites sites;
    private final Healing healing;
    /** Null where extensions are shown nothing. */
    private final ShownCalls shown;
    private final boolean wallOnly;
    /** The number of switchings this thread's frames are in line with. */
    private int switchings;
    /** Stays with its thread, idle or not: somebody holds its Open API context. */
    private boolean pinned;
    private HandContext hand;
    /** Null until a payload is recorded. */
    private PayloadStack payloads;
    private long tickByHand;
    /** The number of begins at which the thread checks again whether probes that extensions were shown are lost. */
    private long lookAtShown;

    /** Null for a virtual thread, which is gone before they say anything. */
    private final SampledCost samples;
    /** The sampled call's serial, and what its begin took. */
    private long sampled;
    private long sampledBegin;

    ThreadContext(Thread thread, boolean virtual, Threads threads) {
        this(thread, virtual, threads, threads.root);
    }

    /** @param root above its calls */
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
        this.readings = readings;
        this.cost = threads.cost;
        this.source = readings.source;
        this.wallOnly = readings.wallOnly;
        this.own = virtual ? null : threads.books.own(readings.present);
        this.ledger = own == null ? null : own.ledger;
        this.counting = new Counting(this, readings, own, threads);
        this.mode = Mode.of(plan, readings, counting.judged, own);
        this.gate = mode == Mode.EXTENDED ? Gate.NEW : Gate.OPEN;
        this.shown = plan.observed ? new ShownCalls(readings) : null;
        this.healing = new Healing(this, readings, counting, shown, threads);
        this.samples = virtual || !plan.compensated ? null : new SampledCost();
        this.sampleAt = samples == null ? Long.MAX_VALUE : 0;
    }

    /** Makes what extensions have for this thread. Called on it, once it can be found, and again where the stack was full. */
    void prepare() {
        if (gate != Gate.NEW) {
            return;
        }
        gate = Gate.CLOSED;
        if (Extensions.isLoading()) {
            return; // it lives for nothing else
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

    /** SIM is at work here, or asks the application: nothing is metered until the gate is what it was, which is returned. */
    Gate close() {
        Gate before = gate;
        gate = Gate.CLOSED;
        return before;
    }

    /** Whether nothing that is called now is the application's work. */
    boolean isShut() {
        return gate == Gate.CLOSED || gate == Gate.NEW;
    }

    /** Whether extensions are shown every firing. */
    boolean isShown() {
        return shown != null;
    }

    /** Whether wall time alone is read, and shown to nobody. */
    boolean readsTicksAlone() {
        return wallOnly && shown == null;
    }

    boolean isIdle() {
        return depth == 0 && tooDeep == 0 && scope == null && !pinned && !isShut()
                && (payloads == null || payloads.isEmpty());
    }

    /** The thread's payloads in progress. */
    PayloadStack payloads() {
        if (payloads == null) {
            payloads = new PayloadStack(this, threads.payloads);
        }
        return payloads;
    }

    /** Whether it has none. Any thread. */
    boolean hasNoPayload() {
        PayloadStack known = payloads;
        return known == null || known.isEmpty();
    }

    /** Those of them that are recorded. The collector's thread, once nothing records or the thread has ended. */
    int recordedPayloads() {
        PayloadStack known = payloads;
        return known == null ? 0 : known.recorded();
    }

    /** The Open API's face of this thread. */
    HandContext hand() {
        if (hand == null) {
            pinned = true;
            hand = new HandContext(this, threads);
        }
        return hand;
    }

    /** Whose calls these are, for people. */
    String threadName() {
        Thread known = thread;
        return known == null ? "" : known.getName();
    }

    /** A woven call begins. Returns its frame; the lowest, which is no call's, where it is too deep; null where nothing ends. */
    Frame begin(ProbeSite site, int epoch) {
        if (gate != Gate.OPEN) {
            return beginGuarded(site, epoch, null);
        }
        if (begins >= sampleAt) {
            return beginSampled(site, epoch);
        }
        Frame frame = next(site, epoch, false);
        if (frame != null) {
            read(frame);
            return frame;
        }
        return tooDeep > 0 ? frames[0] : null;
    }

    /**
     * A woven call ends.
     *
     * @param begun what its begin returned: an end never takes another call's frame, whatever ends were lost between
     */
    void end(ProbeSite site, int epoch, Frame begun, Throwable error) {
        if (gate != Gate.OPEN && isClosed()) {
            return;
        }
        long tick = source.tick();
        if (frames[depth] == begun && begun.site == site && begun.epoch == epoch && error == null
                && tooDeep == 0 && switchings == sites.switchings) {
            end(begun, tick);
        } else {
            endUnusually(site, epoch, begun, tick, error);
        }
    }

    /** The same for an end that does not know its begin: it is the innermost of the site. */
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
        // the ends of those too deep inside were lost
        tooDeep = 0;
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = healing.find(site, epoch, begun);
        if (at > 0) {
            end(at, tick, error);
        }
    }

    /** A probe of the Open API begins; returns its serial, 0 when it is not metered. */
    long beginByHand(ProbeSite site) {
        int epoch = site.epoch();
        if (!Scorecard.isOn(epoch) || gate != Gate.OPEN && isClosed() || !hasRoomByHand()) {
            return 0;
        }
        Frame frame = next(site, epoch, true);
        if (frame == null) {
            return 0;
        }
        read(frame);
        tickByHand = frame.beginTick;
        byHand++;
        return frame.serial;
    }

    /** The same where extensions are shown the probe, which is told if it is metered. */
    void beginShown(ProbeSite site, HandProbe probe) {
        int epoch = site.epoch();
        if (Scorecard.isOn(epoch)) {
            beginGuarded(site, epoch, probe);
        }
    }

    /** A probe of the Open API ends. Returns the tick, {@link HandProbe#UNREAD} when an outer end has closed it before. */
    long endByHand(long serial, Probes.Name name) {
        long tick = source.tick();
        Frame frame = innermost();
        readings.after[0] = tick;
        if (frame.serial == serial && switchings == sites.switchings) {
            end(frame, tick);
            return tick;
        }
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = find(serial);
        if (at == 0) {
            threads.mishaps.violations.add(Kind.CROSSED, name, null);
            return HandProbe.UNREAD;
        }
        end(at, tick, null);
        return tick;
    }

    boolean hasEnded(long serial) {
        return find(serial) == 0;
    }

    /** When the last probe of the Open API began. Kept here because it is five loads away in the frame, and the next clock read waits for them. */
    long tickByHand() {
        return tickByHand;
    }

    /** Nothing refers to a probe of the Open API any more. */
    void lose(long serial) {
        healing.lose(serial, threadName());
    }

    /** The thread is dead: the probes of the Open API that it did not end are counted. The collector's thread. */
    void countLost() {
        healing.countLost(threadName());
    }

    /**
     * The call tree splits at the innermost call: what is called from here on stands below {@code node}. Returns 0 where it cannot.
     * Whoever calls it sets the begin of the innermost frame.
     */
    long beginSplit(Node node) {
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
        frame.split = true;
        frame.shown = null;
        byHand++;
        depth = at + 1;
        return frame.serial;
    }

    /** Takes out a call without counting it: see {@link FrameStack#takeOut}. */
    void giveUp(int at, int as) {
        healing.giveUp(at, as);
    }

    /** It ends, and what is still open inside. */
    void endSplit(long serial, long tick, Throwable error) {
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = find(serial);
        if (at > 0) {
            end(at, tick, error);
        }
    }

    /** The next begin or end looks whether some were lost. By any thread: where both write, the next drain asks again. */
    void sweepNext() {
        switchings = -1;
    }

    /** Has its thread look whether probes were lost, if some may be. The collector's thread. */
    void lookForLost() {
        HandContext known = hand;
        if (known != null && known.mayHaveLost()) {
            sweepNext();
        }
    }

    /**
     * Whether one more probe may be begun by hand; counted where not. Those that are open may all be meant, or be lost: it is looked
     * for lost ones as often as they could all be new.
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

    /** Brings the frames in line with the switchings there were, and gives up what nobody can end. */
    private void sweep() {
        int now = sites.switchings;
        healing.giveUpSwitched();
        if (payloads != null) {
            payloads.renew();
        }
        if (hand != null) {
            hand.collectLost();
        }
        shrink();
        // last: where the sweep fails it is done again
        switchings = now;
    }

    /** Whether this thread is inside an extension's code, or in the application's for SIM's sake: nothing is metered then. */
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
                probe.serial = 0; // it has no call
            }
            throw failure;
        }
        byHand += probe == null ? 0 : 1;
        return frame;
    }

    /**
     * Extensions hold the probes they are shown, so that the garbage collector cannot tell which are lost. Many that are open on a
     * stack that is not deep are.
     */
    private void giveUpShown() {
        if (Thread.currentThread().getStackTrace().length < DEEP_STACK) {
            healing.giveUpByHand("is open beside more than " + MANY_SHOWN + " on thread " + threadName());
        }
    }

    /** A firing that is not to be metered. A woven one needs a frame to find its end. */
    private void passThrough(Frame frame) {
        frame.shown = null;
        if (!frame.isByHand()) {
            Frame caller = innermost();
            frame.standAside(caller.node, caller);
            depth++;
        }
    }

    /** One call in some tells what metering takes here: see {@link SampledCost}. */
    private Frame beginSampled(ProbeSite site, int epoch) {
        sampleAt = begins + samples.next();
        long first = source.tick();
        long spent = source.spent();
        Frame frame = next(site, epoch, false);
        if (frame != null) {
            int deeper = depth + 1;
            readMeters(frame);
            sampled = frame.serial;
            sampledBegin = Clock.between(first, frame.beginTick) - (source.spent() - spent);
            depth = deeper;
            return frame;
        }
        return tooDeep > 0 ? frames[0] : null;
    }

    private void endSampled(Frame frame, long tick) {
        long spent = source.spent();
        endUsually(frame, tick);
        long ended = source.tick();
        long read = Clock.between(ended, source.tick());
        long ending = Clock.between(tick, ended) - (source.spent() - spent);
        long taken = samples.add(sampledBegin, ending, read, threads.cost);
        cost = samples.isKnown() ? samples : threads.cost;
        if (taken >= 0 && frame.tally != null) {
            frame.tally.tookBeside(taken, cost.outside);
        }
    }

    /** Makes the next frame ready; it is a call in progress only once it is read. */
    private Frame next(ProbeSite site, int epoch, boolean hand) {
        if (switchings != sites.switchings) {
            sweep();
            if (site.card().epoch() != epoch) {
                // switched since the caller looked: nobody would end such a frame
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

    /** Reads the meters. Only then it is a call in progress: no end would come for one whose begin failed. */
    private void read(Frame frame) {
        int deeper = depth + 1;
        readMeters(frame);
        depth = deeper;
    }

    private void readMeters(Frame frame) {
        long inside = cost.inside;
        frame.innerWall = inside;
        if (wallOnly) {
            frame.beginTick = source.tick();
        } else {
            readMore(frame, inside);
        }
    }

    private void readMore(Frame frame, long inside) {
        readings.prepare(frame, inside);
        frame.beginTick = source.begin(frame.begin);
        frame.moves = source.moves();
        charge();
    }

    /** What dear readings took is in nobody's self time. */
    private void charge() {
        if (source.spent() != readings.charged) {
            readings.charge(innermost());
        }
    }

    private void end(Frame frame, long tick) {
        if (frame.serial == sampled) {
            endSampled(frame, tick);
        } else {
            endUsually(frame, tick);
        }
    }

    /** Ends the innermost call, normally: on nearly every path the short way. */
    private void endUsually(Frame frame, long tick) {
        long wall = Math.max(0, Clock.between(frame.beginTick, tick));
        if (mode == Mode.PLAIN) {
            counting.finishPlain(this, frame, wall);
        } else if (mode == Mode.QUICK) {
            endQuickly(frame, tick, wall);
        } else {
            end(depth, tick, null);
        }
    }

    private void endQuickly(Frame frame, long tick, long wall) {
        source.end(tick);
        if (source.moves() == frame.moves && frame.tally != null) {
            counting.finishQuick(this, frame, wall);
        } else {
            source.fill(readings.after);
            readings.after[0] = tick;
            counting.finish(frame, null);
        }
        charge();
    }

    /** Ends the call at a depth, and those still open above it. */
    private void end(int at, long tick, Throwable error) {
        readings.end(tick);
        healing.end(at, error);
        charge();
        if (own == null && isIdle()) {
            threads.release(this);
        }
    }
}

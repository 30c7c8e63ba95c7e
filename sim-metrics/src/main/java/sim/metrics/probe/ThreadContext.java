package sim.metrics.probe;

import java.util.Arrays;
import org.jinspired.probes.Probes;
import sim.metrics.context.Scope;
import sim.metrics.extension.ThreadExtensions;
import sim.metrics.extension.ThreadMeasures;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Readings;
import sim.metrics.probe.Violations.Kind;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.Node;

/**
 * What one thread is doing: its calls in progress, its current flow context, its meters. Touched by that thread alone.
 * A virtual thread has one only while a probe or a scope of it is open, or once it asked for its Open API context.
 */
final class ThreadContext extends CountingStack {
    /** So many probes by hand are open in a deep recursion alone: with so many frames of the stack at least. */
    private static final int MANY_SHOWN = 1 << 12;
    private static final int DEEP_STACK = 1_000;

    Scope scope;
    /** The next newcomer in the roster's chain, null once the collector has taken it. */
    ThreadContext cameBefore;
    /** Stays with its thread, idle or not: somebody holds its Open API context. */
    boolean pinned;
    /** Whether wall time alone is read, and shown to nobody. */
    final boolean ticksAlone;

    /** Where extensions take part nothing is metered until {@link #prepare} is through. */
    private boolean prepared;
    private ThreadExtensions extensions;
    private ThreadMeasures measures;
    private HandContext hand;
    /** Null until a payload is recorded. */
    private PayloadStack payloads;
    private long tickByHand;
    /** At so many begins it is looked again whether those that extensions were shown are lost. */
    private long lookAtShown;

    /** Null for a virtual thread, which is gone before they say anything. */
    private final SampledCost samples;
    /** At so many begins the next sample is due. */
    long sampleAt;
    /** The sampled call's serial, and what its begin took. */
    private long sampled;
    private long sampledBegin;

    ThreadContext(Thread thread, boolean virtual, Threads threads) {
        this(thread, virtual, threads, threads.root);
    }

    /** @param root above its calls */
    ThreadContext(Thread thread, boolean virtual, Threads threads, Node root) {
        this(thread, virtual, threads, root, threads.plan.readings.of(thread, virtual));
    }

    private ThreadContext(Thread thread, boolean virtual, Threads threads, Node root, Readings readings) {
        super(thread, virtual, threads, root, readings);
        this.ticksAlone = wallOnly && !observed;
        this.samples = virtual || !plan.compensated ? null : new SampledCost();
        this.sampleAt = samples == null ? Long.MAX_VALUE : 0;
    }

    /** Makes what extensions have for this thread. Called on it, once it can be found. */
    void prepare() {
        if (extended && !prepared) {
            extensions = observed ? plan.extensions.create(hand()) : null;
            measures = plan.width > Meter.COUNT ? plan.extensions.measures(hand()) : null;
            prepared = true;
        }
    }

    boolean isIdle() {
        return depth == 0 && tooDeep == 0 && scope == null && !pinned && !asking
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

    /** The call tree splits at the innermost call: what is called from here on stands below {@code node}. Returns 0 where it cannot. */
    long beginSplit(Node node) {
        if (extended && isClosed()) {
            return 0;
        }
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = depth;
        if (at + 1 >= frames.length && !hasRoom(true)) {
            return 0;
        }
        Frame caller = frames[at];
        Frame frame = frames[at + 1];
        frame.site = sites.splits;
        frame.callerNode = null;
        frame.node = node;
        frame.tally = null;
        frame.run(caller.scope, null);
        frame.innerWall = 0;
        Arrays.fill(frame.inner, 0);
        frame.epoch = 1;
        frame.serial = ++begins;
        frame.metered = false;
        frame.split = true;
        frame.shown = null;
        byHand++;
        depth = at + 1;
        return frame.serial;
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

    /** The Open API's face of this thread. */
    HandContext hand() {
        if (hand == null) {
            pinned = true;
            hand = new HandContext(this, threads);
        }
        return hand;
    }

    @Override
    Frame newFrame(int width) {
        return new Frame(this, width);
    }

    /** A woven call begins. Returns its frame; the lowest, which is no call's, where it is too deep; null where nothing ends. */
    Frame begin(ProbeSite site, int epoch) {
        if (extended) {
            return beginExtended(site, epoch, null);
        }
        if (begins >= sampleAt) {
            return beginSampled(site, epoch);
        }
        Frame frame = next(site, epoch);
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
        if (extended && isClosed()) {
            return;
        }
        long tick = readings.tick();
        if (frames[depth] == begun && begun.site == site && begun.epoch == epoch && error == null && tooDeep == 0
                && switchings == sites.switchings) {
            end(begun, tick);
        } else {
            endUnusually(site, epoch, begun, tick, error);
        }
    }

    /** The same for an end that does not know its begin: it is the innermost of the site. */
    void end(ProbeSite site, int epoch, Throwable error) {
        Frame innermost = frames[depth];
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
        int at = find(site, epoch, begun);
        if (at > 0) {
            end(at, tick, error);
        }
    }

    /** A probe of the Open API begins; returns its serial, 0 when it is not metered. */
    long beginByHand(ProbeSite site) {
        int epoch = site.card() == null ? 1 : site.card().epoch();
        if ((epoch & 1) != 0 || extended && isClosed() || !hasRoomByHand()) {
            return 0;
        }
        Frame frame = next(site, epoch | 1);
        if (frame == null) {
            return 0;
        }
        read(frame);
        tickByHand = frame.beginTick;
        byHand++;
        return frame.serial;
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

    @Override
    void collectLost() {
        if (payloads != null) {
            payloads.renew();
        }
        if (hand != null) {
            hand.collectLost();
        }
    }

    /** The same where extensions are shown the probe, which is told if it is metered. */
    void beginShown(ProbeSite site, HandProbe probe) {
        int epoch = site.card() == null ? 1 : site.card().epoch();
        if ((epoch & 1) == 0) {
            beginExtended(site, epoch, probe);
        }
    }

    /** A probe of the Open API ends. Returns the tick, {@link HandProbe#UNREAD} when an outer end has closed it before. */
    long endByHand(long serial, Probes.Name name) {
        long tick = readings.tick();
        Frame frame = frames[depth];
        after[0] = tick;
        if (frame.serial == serial && switchings == sites.switchings) {
            end(frame, tick);
            return tick;
        }
        if (switchings != sites.switchings) {
            sweep();
        }
        int at = find(serial);
        if (at == 0) {
            mishaps.violations.add(Kind.CROSSED, name, null);
            return HandProbe.UNREAD;
        }
        end(at, tick, null);
        return tick;
    }

    boolean hasEnded(long serial) {
        return find(serial) == 0;
    }

    /** When the last probe of the Open API began, at hand: it is five loads off in the frame, and the next clock waits. */
    long tickByHand() {
        return tickByHand;
    }

    /** What the innermost call read at its begin, but for the tick. */
    long[] readingsBefore() {
        return innermost().begin;
    }

    /** What was read at the last end, where that is more than the tick. */
    long[] readingsAfter() {
        if (!wallOnly) {
            readings.fill(after);
        }
        return after;
    }

    /** All meters now, wall time in ns. */
    long[] readNow() {
        long[] now = new long[plan.width];
        long tick = readings.tick();
        readings.expire();
        readings.end(tick);
        readings.fill(now);
        if (measures != null) {
            measures.read(now);
        }
        now[0] = Clock.nanos(tick);
        return now;
    }

    /** Whether this thread is inside an extension's code, or in the application's for SIM's sake: nothing is metered then. */
    private boolean isClosed() {
        return asking || !prepared || observed && extensions.isBusy() || measures != null && measures.isBusy();
    }

    private Frame beginExtended(ProbeSite site, int epoch, HandProbe probe) {
        if (isClosed() || probe != null && !hasRoomByHand()) {
            return null;
        }
        if (probe != null && byHand >= MANY_SHOWN && begins >= lookAtShown) {
            lookAtShown = begins + MANY_SHOWN;
            giveUpShown();
        }
        Frame frame = next(site, probe == null ? epoch : epoch | 1);
        if (frame == null) {
            return tooDeep > 0 ? frames[0] : null;
        }
        if (!observed) {
            read(frame);
            return frame;
        }
        if (probe == null) {
            frame.shown = frameProbe(frame);
            frame.own.show(site.name(), 0, null, null);
        } else {
            frame.shown = probe;
        }
        if (!extensions.vote(frame.shown)) {
            passThrough(frame);
            return frame;
        }
        read(frame);
        try {
            showBegin(frame, probe);
        } catch (Throwable failure) {
            depth--;
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
        if (!observed || Thread.currentThread().getStackTrace().length >= DEEP_STACK) {
            return;
        }
        readForExtensions();
        for (int at = depth; at > 0; at--) {
            if (frames[at].isByHand() && !frames[at].split) {
                mishaps.violations.addLost(frames[at].site.name(),
                        "is open beside more than " + MANY_SHOWN + " on thread "
                                + threadName());
                giveUp(at, NotCounted.ELSEWHERE);
            }
        }
    }

    private void showBegin(Frame frame, HandProbe probe) {
        frame.begin[0] = frame.beginTick;
        if (probe == null) {
            frame.own.show(frame.site.name(), 1, null, frame.begin);
        } else {
            tickByHand = frame.beginTick;
            probe.begun(frame.serial);
        }
        extensions.begun(frame.shown);
    }

    /** A firing that is not to be metered. A woven one needs a frame to find its end. */
    private void passThrough(Frame frame) {
        frame.shown = null;
        if (frame.isByHand()) {
            return;
        }
        Frame caller = innermost();
        frame.metered = false;
        frame.callerNode = null;
        frame.node = caller.node;
        frame.run(caller.scope, null);
        frame.innerWall = 0;
        Arrays.fill(frame.inner, 0);
        depth++;
    }

    /** One call in some tells what metering takes here: see {@link SampledCost}. */
    private Frame beginSampled(ProbeSite site, int epoch) {
        sampleAt = begins + samples.next();
        long first = readings.tick();
        long spent = readings.spent();
        Frame frame = next(site, epoch);
        if (frame != null) {
            int deeper = depth + 1;
            readMeters(frame);
            sampled = frame.serial;
            sampledBegin = Clock.nanos(frame.beginTick - first) - (readings.spent() - spent);
            depth = deeper;
            return frame;
        }
        return tooDeep > 0 ? frames[0] : null;
    }

    private void endSampled(Frame frame, long tick) {
        long spent = readings.spent();
        endUsually(frame, tick);
        long ended = readings.tick();
        long read = Clock.nanos(readings.tick() - ended);
        long ending = Clock.nanos(ended - tick) - (readings.spent() - spent);
        long taken = samples.add(sampledBegin, ending, read, threads.cost);
        cost = samples.isKnown() ? samples : threads.cost;
        if (taken >= 0 && frame.tally != null) {
            frame.tally.tookBeside(taken, cost.outside);
        }
    }

    /** Makes the next frame ready; it is a call in progress only once it is read. */
    private Frame next(ProbeSite site, int epoch) {
        if (switchings != sites.switchings) {
            sweep();
            if (site.card().epoch() != (epoch & ~1)) {
                // switched since the caller looked: nobody would end such a frame
                return null;
            }
        }
        int at = depth;
        if (at + 1 >= frames.length && !hasRoom((epoch & 1) != 0)) {
            return null;
        }
        Frame caller = frames[at];
        Frame frame = frames[at + 1];
        Scope current = scope;
        frame.stand(site, caller.node);
        frame.run(current, Scope.isSame(caller.scope, current) ? null : current);
        frame.epoch = epoch;
        frame.serial = ++begins;
        return frame;
    }

    /**
     * Reads the meters, the clock last and nearest to the work. Only then it is a call in progress: no end would come for one
     * whose begin failed.
     */
    private void read(Frame frame) {
        int deeper = depth + 1;
        readMeters(frame);
        depth = deeper;
    }

    private void readMeters(Frame frame) {
        frame.innerWall = cost.inside;
        if (wallOnly) {
            frame.beginTick = readings.tick();
        } else {
            readMore(frame);
        }
    }

    private void readMore(Frame frame) {
        Arrays.fill(frame.inner, 0);
        frame.useCpu(cost.inside);
        if (measures != null) {
            measures.read(frame.begin);
        }
        frame.beginTick = readings.begin(frame.begin);
        frame.moves = readings.moves();
        chargeReadings();
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
        long wall = Math.max(0, Clock.nanos(tick - frame.beginTick));
        if (plain) {
            finishPlain(frame, wall);
        } else if (quick) {
            endQuickly(frame, tick, wall);
        } else {
            end(depth, tick, null);
        }
    }

    private void endQuickly(Frame frame, long tick, long wall) {
        readings.end(tick);
        if (readings.moves() == frame.moves && frame.tally != null) {
            finishQuick(frame, wall);
        } else {
            readings.fill(after);
            after[0] = tick;
            finish(frame, null);
        }
        chargeReadings();
    }

    /** Ends the call at a depth, and those still open above it. */
    private void end(int at, long tick, Throwable error) {
        readAfter(tick);
        closeAbove(at);
        finish(frames[at], error);
        chargeReadings();
        if (own == null && isIdle()) {
            threads.release(this);
        }
    }

    @Override
    void readForExtensions() {
        if (observed) {
            readAfter(Clock.ticks());
        }
    }

    @Override
    void showGivenUp(Frame frame) {
        if (observed) {
            showEnd(frame, true);
        }
    }

    private void readAfter(long tick) {
        if (!wallOnly) {
            readings.end(tick);
            readings.fill(after);
            if (measures != null) {
                measures.read(after);
            }
        }
        after[0] = tick;
    }

    @Override
    void showEnd(Frame frame, boolean givenUp) {
        Probes.Probe shown = frame.shown;
        frame.shown = null;
        if (shown instanceof HandProbe probe) {
            probe.ended(after, givenUp);
        } else {
            frame.begin[0] = frame.beginTick;
            frame.own.show(frame.site.name(), 0, frame.begin, after);
            if (givenUp) {
                frame.own.giveUp();
            }
        }
        extensions.ended(shown);
    }

    private FrameProbe frameProbe(Frame frame) {
        if (frame.own == null) {
            frame.own = new FrameProbe(hand().readMeters());
        }
        return frame.own;
    }
}

package sim.metrics.probe;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jinspired.probes.Probes;
import sim.metrics.context.Scope;
import sim.metrics.context.Values;
import sim.metrics.event.InvocationRing;
import sim.metrics.extension.ThreadExtensions;
import sim.metrics.extension.ThreadMeasures;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Meter;
import sim.metrics.meter.Readings;
import sim.metrics.name.Name;
import sim.metrics.probe.Violations.Kind;
import sim.metrics.savepoint.Journal;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * What one thread is doing: its calls in progress, its current flow context, its meters. Touched by that thread alone.
 * A virtual thread has one only while a probe or a scope of it is open, or once it asked for its Open API context.
 */
final class ThreadContext extends FrameStack {
    /** Whom this serves now; compared by identity on every call. */
    Thread thread;
    Scope scope;
    /** Where the numbers go; null for a virtual thread, which borrows one at each end. */
    final Books own;
    /** Stays with its thread, idle or not: somebody holds its Open API context. */
    boolean pinned;
    /** Whether extensions are shown every firing. */
    final boolean observed;
    final boolean wallOnly;
    /** Whether wall time alone is read, and shown to nobody. */
    final boolean ticksAlone;

    private final Readings readings;
    private final int present;
    /** Of those, the built-in ones: what flow contexts sum. */
    private final int[] builtIn;
    private final int presentBuiltIn;
    /** Ordinals without those that seldom move. */
    private final int[] often;
    private final int judged;
    /** The ledger of a thread that has its own. */
    private final Ledger ledger;
    /** Whether a call is wall time alone, added to the ledger: the path that is short. */
    private final boolean plain;
    /** A call of so many ns and more is not only added up: it is kept, or somebody keeps a journal. */
    private long keptFrom;
    /** Whether extensions of any kind take part: then nothing is metered until {@link #prepare} is through. */
    private final boolean extended;
    private boolean prepared;
    private ThreadExtensions extensions;
    private ThreadMeasures measures;
    private HandContext hand;
    private long tickByHand;

    /** Readings at the end by meter; the tick at 0. */
    private final long[] after;
    private final long[] deltas;
    private boolean seldomMoved;
    /** What is left out of self times. */
    private ProbeCost cost;
    /** Null for a virtual thread, which is gone before they say anything. */
    private final SampledCost samples;
    /** At so many begins the next sample is due. */
    long sampleAt;
    /** The sampled call's serial, and what its begin took. */
    private long sampled;
    private long sampledBegin;
    private WeakReference<Journal> journal;
    private long journals;

    ThreadContext(Thread thread, boolean virtual, Threads threads) {
        this(thread, virtual, threads, threads.tree.root());
    }

    /** @param root above its calls */
    ThreadContext(Thread thread, boolean virtual, Threads threads, Node root) {
        this(thread, virtual, threads, root, threads.readings.of(thread, virtual));
    }

    private ThreadContext(Thread thread, boolean virtual, Threads threads, Node root, Readings readings) {
        super(threads, ordinals(present(readings, threads), threads.width), root);
        this.thread = thread;
        this.readings = readings;
        this.present = present(readings, threads);
        this.presentBuiltIn = readings.present();
        this.builtIn = ordinals(presentBuiltIn, Meter.COUNT);
        this.often = ordinals(present & ~Readings.SELDOM, threads.width);
        this.wallOnly = meters.length == 1;
        this.judged = (present & 1 << threads.hotspot.meter()) != 0 ? threads.hotspot.meter() : -1;
        this.observed = threads.extensions.interceptOrVote();
        this.ticksAlone = wallOnly && !observed;
        this.extended = observed || threads.width > Meter.COUNT;
        this.own = virtual ? null : new Books(threads.ringCapacity, threads.ringRoom, present, threads.width);
        this.ledger = virtual ? null : own.ledger;
        this.plain = wallOnly && !extended && !virtual;
        this.keptFrom = threads.events.slowNanos;
        this.cost = threads.cost;
        this.samples = virtual || !threads.compensated ? null : new SampledCost();
        this.sampleAt = samples == null ? Long.MAX_VALUE : 0;
        this.after = new long[threads.width];
        this.deltas = new long[threads.width];
    }

    private static int present(Readings readings, Threads threads) {
        int extra = threads.width - Meter.COUNT;
        return readings.present() | (1 << extra) - 1 << Meter.COUNT;
    }

    /** Makes what extensions have for this thread. Called on it, once it can be found. */
    void prepare() {
        if (extended && !prepared) {
            extensions = observed ? threads.extensions.create(hand()) : null;
            measures = threads.width > Meter.COUNT ? threads.extensions.measures(hand()) : null;
            prepared = true;
        }
    }

    boolean isIdle() {
        return depth == 0 && tooDeep == 0 && scope == null && !pinned;
    }

    /** The Open API's face of this thread. */
    HandContext hand() {
        if (hand == null) {
            pinned = true;
            hand = new HandContext(this, threads);
        }
        return hand;
    }

    /** A woven call begins. */
    void begin(ProbeSite site, int epoch) {
        if (extended) {
            beginExtended(site, epoch, null);
            return;
        }
        if (begins >= sampleAt) {
            beginSampled(site, epoch);
            return;
        }
        Frame frame = next(site, epoch);
        if (frame != null) {
            read(frame);
        }
    }

    /** A woven call ends. */
    void end(ProbeSite site, int epoch, Throwable error) {
        if (extended && isClosed()) {
            return;
        }
        long tick = readings.tick();
        Frame frame = frames[depth];
        if (frame.site == site && frame.epoch == epoch && error == null && tooDeep == 0
                && switchings == threads.switchings) {
            end(frame, tick);
        } else {
            endUnusually(site, epoch, tick, error);
        }
    }

    private void endUnusually(ProbeSite site, int epoch, long tick, Throwable error) {
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        if (switchings != threads.switchings) {
            sweep();
        }
        int at = find(site, epoch);
        if (at > 0) {
            end(at, tick, error);
        }
    }

    /** A probe of the Open API begins; returns its serial, 0 when it is not metered. */
    long beginByHand(ProbeSite site) {
        int epoch = site.card() == null ? 1 : site.card().epoch();
        if ((epoch & 1) != 0 || extended && isClosed()) {
            return 0;
        }
        giveUpLost(site.name());
        Frame frame = next(site, epoch | 1);
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
        int epoch = site.card() == null ? 1 : site.card().epoch();
        if ((epoch & 1) == 0) {
            beginExtended(site, epoch, probe);
        }
    }

    /** A probe of the Open API ends. Returns the tick, {@link HandProbe#UNREAD} when an outer end has closed it before. */
    long endByHand(long serial, Probes.Name name) {
        long tick = readings.tick();
        Frame frame = frames[depth];
        if (frame.serial == serial && switchings == threads.switchings) {
            end(frame, tick);
            return tick;
        }
        if (switchings != threads.switchings) {
            sweep();
        }
        int at = find(serial);
        if (at == 0) {
            threads.violations.add(Kind.CROSSED, name, null);
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
        return after;
    }

    /** All meters now, wall time in ns. */
    long[] readNow() {
        long[] now = new long[threads.width];
        long tick = readings.tick();
        readings.readAfter(now, tick);
        if (measures != null) {
            measures.read(now);
        }
        now[0] = Clock.nanos(tick);
        return now;
    }

    /** Begins to write another journal, which is kept as long as somebody holds it. */
    Journal newJournal() {
        Journal current = journal == null ? null : journal.get();
        Journal next = current == null ? new Journal() : current.successor();
        journal = new WeakReference<>(next);
        journals++;
        keptFrom = 0;
        return next;
    }

    /** How many journals were begun. */
    long journals() {
        return journals;
    }

    /** Whether this thread is inside an extension's code, or not ready for it: nothing is metered then. */
    private boolean isClosed() {
        return !prepared || observed && extensions.isBusy() || measures != null && measures.isBusy();
    }

    private void beginExtended(ProbeSite site, int epoch, HandProbe probe) {
        if (isClosed()) {
            return;
        }
        if (probe != null) {
            giveUpLost(site.name());
        }
        Frame frame = next(site, probe == null ? epoch : epoch | 1);
        if (frame == null) {
            return;
        }
        if (!observed) {
            read(frame);
            return;
        }
        if (probe == null) {
            frame.shown = frameProbe(frame);
            frame.own.show(site.name(), 0, null, null);
        } else {
            frame.shown = probe;
        }
        if (!extensions.vote(frame.shown)) {
            passThrough(frame);
            return;
        }
        read(frame);
        frame.begin[0] = frame.beginTick;
        if (probe == null) {
            frame.own.show(site.name(), 1, null, frame.begin);
        } else {
            byHand++;
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
    private void beginSampled(ProbeSite site, int epoch) {
        sampleAt = begins + samples.next();
        long before = readings.tick();
        Frame frame = next(site, epoch);
        if (frame != null) {
            read(frame);
            sampled = frame.serial;
            sampledBegin = frame.beginTick - before;
        }
    }

    private void endSampled(Frame frame, long tick) {
        endUsually(frame, tick);
        long ended = readings.tick();
        long read = readings.tick() - ended;
        samples.add(Clock.nanos(sampledBegin), Clock.nanos(ended - tick), Clock.nanos(read), threads.cost);
        cost = samples.isKnown() ? samples : threads.cost;
    }

    /** Makes the next frame ready; it is a call in progress only once it is read. */
    private Frame next(ProbeSite site, int epoch) {
        if (switchings != threads.switchings) {
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

    /** Reads the meters, the clock last and nearest to the work, and counts the call as in progress. */
    private void read(Frame frame) {
        frame.innerWall = cost.inside;
        depth++;
        if (wallOnly) {
            frame.beginTick = readings.tick();
        } else {
            readMore(frame);
        }
    }

    private void readMore(Frame frame) {
        System.arraycopy(threads.costInside, 0, frame.inner, 0, frame.inner.length);
        if (measures != null) {
            measures.read(frame.begin);
        }
        frame.beginTick = readings.readBefore(frame.begin);
        frame.moves = readings.moves();
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
        if (!plain) {
            end(depth, tick, null);
            return;
        }
        finishPlain(frame, wall);
        if (wall >= keptFrom) {
            deltas[0] = wall;
            frame.inner[0] = Math.min(frame.innerWall, wall);
            keepOrNote(frame, own.ring, null);
        }
    }

    /** Counts a call that is wall time alone. Some eighty instructions; the general way takes three times as many. */
    private void finishPlain(Frame frame, long wall) {
        if (frame.isByHand()) {
            byHand--;
        }
        long inner = Math.min(frame.innerWall, wall);
        int caller = depth - 1;
        depth = caller;
        frames[caller].innerWall += wall + cost.outside;
        Tally tally = frame.tally;
        if (tally == null) {
            tally = meet(frame);
        }
        ledger.addWall(tally, wall, inner);
        if (frame.scope != null) {
            deltas[0] = wall;
            frame.inner[0] = inner;
            addToScope(frame, false);
        }
        Scorecard card = frame.site.card();
        if (judged == 0 && card.isJudged()) {
            judge(card, tally, wall, wall - inner);
        }
    }

    /** Ends the call at a depth, and those still open above it. */
    private void end(int at, long tick, Throwable error) {
        readAfter(tick);
        closeAbove(at);
        finish(frames[at], error);
        if (own == null && isIdle()) {
            threads.release(this);
        }
    }

    @Override
    void close(Frame frame) {
        finish(frame, null);
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
            readings.readAfter(after, tick);
            if (measures != null) {
                measures.read(after);
            }
        }
        after[0] = tick;
    }

    /** The innermost call is over. */
    private void finish(Frame frame, Throwable error) {
        if (!frame.metered) {
            giveUp(depth);
            return;
        }
        if (frame.isByHand()) {
            byHand--;
        }
        depth--;
        Frame caller = frames[depth];
        long wall = Math.max(0, Clock.nanos(after[0] - frame.beginTick));
        int[] moving = wallOnly ? meters : moving(frame);
        deltas[0] = wall;
        frame.inner[0] = Math.min(frame.innerWall, wall);
        caller.innerWall += wall + cost.outside;
        for (int i = 1; i < moving.length; i++) {
            int meter = moving[i];
            long delta = after[meter] - frame.begin[meter];
            deltas[meter] = delta;
            frame.inner[meter] = Math.min(frame.inner[meter], delta);
            caller.inner[meter] += delta + threads.costOutside[meter];
        }
        record(frame, moving, error);
        if (observed) {
            showEnd(frame, false);
        }
    }

    private void showEnd(Frame frame, boolean givenUp) {
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

    /** The meters that may have moved since the call began; the deltas of the others are 0. */
    private int[] moving(Frame frame) {
        if (readings.moves() != frame.moves) {
            seldomMoved = true;
            return meters;
        }
        if (seldomMoved) {
            seldomMoved = false;
            Arrays.fill(deltas, 0);
        }
        return often;
    }

    private void record(Frame frame, int[] moving, Throwable error) {
        if (own != null) {
            Tally tally = frame.tally;
            boolean met = tally != null;
            record(frame, moving, own, met ? tally : meet(frame), !met, error);
            return;
        }
        Books books = threads.borrow();
        try {
            record(frame, moving, books, books.ledger.tally(frame.node), false, error);
        } finally {
            books.giveBack();
        }
    }

    /** The thread's own numbers of the frame's place, looked up once as long as the frame stands there. */
    private Tally meet(Frame frame) {
        Tally tally = ledger.tally(frame.node);
        frame.tally = tally;
        return tally;
    }

    /** @param allocated whether something was allocated for it already */
    private void record(Frame frame, int[] moving, Books books, Tally tally, boolean allocated, Throwable error) {
        boolean failed = error != null;
        boolean more = allocated | books.ledger.add(tally, moving, present, deltas, frame.inner, failed);
        if (frame.scope != null) {
            more |= addToScope(frame, failed);
        }
        Scorecard card = frame.site.card();
        if (judged >= 0 && card.isJudged()) {
            judge(card, tally, deltas[judged], deltas[judged] - frame.inner[judged]);
        }
        more |= keepOrNote(frame, books.ring, error);
        if (more && !wallOnly) {
            readings.disownSince(after);
        }
    }

    /** What is done with single calls, where it is done. */
    private boolean keepOrNote(Frame frame, InvocationRing ring, Throwable error) {
        boolean keeps = threads.events.keeps(deltas[0], error != null);
        if (keeps) {
            keep(ring, frame, error);
        }
        if (journal != null) {
            note(frame);
        }
        return keeps || journal != null;
    }

    private boolean addToScope(Frame frame, boolean failed) {
        if (frame.outermostIn != null) {
            frame.outermostIn.add(builtIn, presentBuiltIn, deltas, failed);
        }
        return frame.scope.addAt(frame.node.id, frame.beginTick, builtIn, presentBuiltIn, deltas, frame.inner, failed);
    }

    private void judge(Scorecard card, Tally tally, long inclusive, long inherent) {
        int pending = tally.pending + threads.hotspot.adjustment(inclusive, inherent);
        if (card.decides(pending)) {
            card.settle(pending, tally.takeCalls(), tally.takeSelf(judged), inclusive, inherent);
            pending = 0;
        }
        tally.pending = pending;
    }

    private void note(Frame frame) {
        Journal current = journal.get();
        if (current == null) {
            journal = null;
            keptFrom = threads.events.slowNanos;
        } else {
            current.add(frame.node, meters, deltas, frame.inner);
        }
    }

    private void keep(InvocationRing ring, Frame frame, Throwable error) {
        String text = error == null ? null : Values.text(error, threads.valueLength);
        long contextId = frame.scope == null ? 0 : frame.scope.contextId();
        if (ring.offer(frame.node.id, frame.beginTick, contextId, thread.getName(), present, deltas, error != null,
                text)) {
            threads.wakeCollector();
        }
    }

    private FrameProbe frameProbe(Frame frame) {
        if (frame.own == null) {
            frame.own = new FrameProbe(hand().readMeters());
        }
        return frame.own;
    }

    private static int[] ordinals(int present, int width) {
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

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
import sim.metrics.savepoint.ReadMeters;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * What one thread is doing: its calls in progress, its current flow context, its meters. Touched by that thread alone,
 * but for the counters the collector reads late. A virtual thread has one only while a probe or a scope of it is open, or
 * once it asked for its Open API context.
 */
final class ThreadContext {
    /** Calls deeper than this are not metered but counted; a default stack ends long before. */
    private static final int DEEPEST = 1 << 16;
    /** So many probes begun by hand are never nested: they were lost. */
    static final int DEEPEST_BY_HAND = 1 << 12;

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

    private final Threads threads;
    private final Readings readings;
    private final int present;
    /** Ordinals read, wall time included. */
    private final int[] meters;
    /** Of those, the built-in ones: what flow contexts sum. */
    private final int[] builtIn;
    private final int presentBuiltIn;
    private final Node root;
    /** What metering takes of a call, seen inside it and beside it, by meter; zero until it is known. */
    private final long[] costInside;
    private final long[] costOutside;
    private final int judged;
    /** Whether extensions of any kind take part: then nothing is metered until {@link #prepare} is through. */
    private final boolean extended;
    private boolean prepared;
    private ThreadExtensions extensions;
    private ThreadMeasures measures;
    private HandContext hand;

    private Frame[] frames = new Frame[16];
    private int depth;
    /** Calls in progress past {@link #DEEPEST}. */
    private int tooDeep;
    private int byHand;
    private long begins;
    /** The number of switchings this thread's frames are in line with. */
    private int switchings;
    /** Readings at the end by meter; the tick at 0. */
    private final long[] after;
    private final long[] deltas;
    private WeakReference<Journal> journal;
    private long journals;

    /** Ends without a begin, calls too deep, calls given up: read late by the collector. */
    long healed;
    long unmatched;
    long unmetered;
    long switched;

    ThreadContext(Thread thread, boolean virtual, Threads threads) {
        this(thread, virtual, threads, threads.tree.root());
    }

    /** @param root above its calls */
    ThreadContext(Thread thread, boolean virtual, Threads threads, Node root) {
        this.thread = thread;
        this.threads = threads;
        this.readings = threads.readings.of(thread, virtual);
        int extra = threads.width - Meter.COUNT;
        this.present = readings.present() | (1 << extra) - 1 << Meter.COUNT;
        this.meters = ordinals(present, threads.width);
        this.presentBuiltIn = readings.present();
        this.builtIn = ordinals(presentBuiltIn, Meter.COUNT);
        this.wallOnly = meters.length == 1;
        this.judged = (present & 1 << threads.hotspot.meter()) != 0 ? threads.hotspot.meter() : -1;
        this.observed = threads.extensions.interceptOrVote();
        this.extended = observed || extra > 0;
        this.root = root;
        this.costInside = threads.costInside;
        this.costOutside = threads.costOutside;
        this.own = virtual ? null : new Books(threads.ringCapacity, threads.width);
        this.after = new long[threads.width];
        this.deltas = new long[threads.width];
        this.switchings = threads.switchings;
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new Frame(threads.width);
        }
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

    /** What ended calls ran in is kept for the next ones only as long as it is current: off their path. */
    void forgetScopes() {
        for (int at = depth; at < frames.length && frames[at].site != null; at++) {
            frames[at].run(null, null);
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

    /** A woven call begins. */
    void begin(ProbeSite site, int epoch) {
        if (extended) {
            beginExtended(site, epoch, null);
            return;
        }
        Frame frame = next(site, epoch, false);
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
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        if (switchings != threads.switchings) {
            sweep();
        }
        int at = depth - 1;
        if (at < 0 || frames[at].site != site || frames[at].epoch != epoch || frames[at].byHand) {
            at = find(site, epoch);
            if (at < 0) {
                return;
            }
        }
        end(at, tick, error);
    }

    /** A probe of the Open API begins; returns its serial, 0 when it is not metered. */
    long beginByHand(ProbeSite site) {
        int epoch = site.card == null ? 1 : site.card.epoch();
        if ((epoch & 1) != 0 || extended && isClosed()) {
            return 0;
        }
        Frame frame = next(site, epoch, true);
        if (frame == null) {
            return 0;
        }
        read(frame);
        return frame.serial;
    }

    /** The same where extensions are shown the probe, which is told if it is metered. */
    void beginShown(ProbeSite site, HandProbe probe) {
        int epoch = site.card == null ? 1 : site.card.epoch();
        if ((epoch & 1) == 0) {
            beginExtended(site, epoch, probe);
        }
    }

    /** A probe of the Open API ends. Returns false when an outer end has closed it before. */
    boolean endByHand(long serial, Probes.Name name) {
        long tick = readings.tick();
        if (switchings != threads.switchings) {
            sweep();
        }
        int at = depth - 1;
        if (at < 0 || frames[at].serial != serial) {
            at = find(serial);
            if (at < 0) {
                threads.violations.add(Kind.CROSSED, name, null);
                return false;
            }
        }
        end(at, tick, null);
        return true;
    }

    private int find(long serial) {
        for (int at = depth - 1; at >= 0 && frames[at].serial >= serial; at--) {
            if (frames[at].serial == serial) {
                return at;
            }
        }
        return -1;
    }

    boolean hasEnded(long serial) {
        return find(serial) < 0;
    }

    /** What the innermost call read at its begin. */
    long[] readingsBefore() {
        return frames[depth - 1].begin;
    }

    /** What was read at the last end. */
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
        return next;
    }

    /** How many journals were begun. */
    long journals() {
        return journals;
    }

    /** The meters this thread reads, by the names of the Open API. */
    ReadMeters readMeters() {
        ReadMeters read = new ReadMeters();
        if (!threads.metered) {
            return read;
        }
        read.add(threads.parse("clock.time"), 0, 1_000);
        read.add(threads.parse("clock.tick"), 0, 1);
        for (int i = 1; i < meters.length; i++) {
            read.add(threads.meterName(meters[i]), meters[i], 1);
        }
        return read;
    }

    /** The count of begins as a counter, which nobody else can move. */
    Probes.Counter begins() {
        return new Probes.Counter() {
            @Override
            public Probes.Name getName() {
                return threads.probeCount;
            }

            @Override
            public long getValue() {
                return begins;
            }

            @Override
            public void inc() {
                inc(1);
            }

            @Override
            public void inc(long value) {
                throw new IllegalArgumentException(threads.probeCount + " counts by itself");
            }
        };
    }

    /** Whether this thread is inside an extension's code, or not ready for it: nothing is metered then. */
    private boolean isClosed() {
        return !prepared || observed && extensions.isBusy() || measures != null && measures.isBusy();
    }

    private void beginExtended(ProbeSite site, int epoch, HandProbe probe) {
        Frame frame = isClosed() ? null : next(site, epoch, probe != null);
        if (frame == null) {
            return;
        }
        if (!observed) {
            read(frame);
            return;
        }
        if (probe == null) {
            frame.shown = frameProbe(frame);
            frame.own.show(site.name, 0, null, null);
        } else {
            frame.shown = probe;
        }
        if (!extensions.vote(frame.shown)) {
            passThrough(frame, probe != null);
            return;
        }
        read(frame);
        if (probe == null) {
            frame.own.show(site.name, 1, null, frame.begin);
        } else {
            probe.begun(frame.serial, frame.begin, wallOnly);
        }
        extensions.begun(frame.shown);
    }

    /** A firing that is not to be metered. A woven one needs a frame to find its end. */
    private void passThrough(Frame frame, boolean hand) {
        if (hand) {
            frame.shown = null;
            return;
        }
        frame.metered = false;
        frame.node = depth == 0 ? root : frames[depth - 1].node;
        frame.scope = depth == 0 ? null : frames[depth - 1].scope;
        frame.outermostIn = null;
        Arrays.fill(frame.inner, 0);
        depth++;
    }

    /** Makes the next frame ready; it is a call in progress only once it is read. */
    private Frame next(ProbeSite site, int epoch, boolean hand) {
        if (switchings != threads.switchings) {
            sweep();
            if (site.card.epoch() != epoch) {
                // switched since the caller looked: nobody would end such a frame
                return null;
            }
        }
        if (hand && byHand >= DEEPEST_BY_HAND) {
            giveUpByHand(site.name);
        }
        int at = depth;
        if (at == frames.length && !grow()) {
            tooDeep += hand ? 0 : 1;
            unmetered++;
            return null;
        }
        Frame frame = frames[at];
        Scope current = scope;
        if (at == 0) {
            frame.stand(site, root);
            frame.run(current, current);
        } else {
            Frame caller = frames[at - 1];
            frame.stand(site, caller.node);
            frame.run(current, Scope.isSame(caller.scope, current) ? null : current);
        }
        frame.epoch = epoch;
        frame.byHand = hand;
        frame.metered = true;
        frame.serial = ++begins;
        return frame;
    }

    /** Reads the meters, the clock last and nearest to the work, and counts the call as in progress. */
    private void read(Frame frame) {
        if (wallOnly) {
            frame.inner[0] = costInside[0];
        } else {
            System.arraycopy(costInside, 0, frame.inner, 0, costInside.length);
            if (measures != null) {
                measures.read(frame.begin);
            }
            readings.readBefore(frame.begin);
        }
        if (frame.byHand) {
            byHand++;
        }
        frame.begin[0] = readings.tick();
        depth++;
    }

    /** Ends the call at a depth, and those still open above it. */
    private void end(int at, long tick, Throwable error) {
        readAfter(tick);
        if (depth > at + 1) {
            closeAbove(at);
        }
        finish(frames[at], error);
        if (own == null && isIdle()) {
            threads.release(this);
        }
    }

    private void closeAbove(int at) {
        while (depth > at + 1) {
            Frame open = frames[depth - 1];
            if (open.byHand) {
                threads.violations.add(Kind.CLOSED, open.site.name, frames[at].site.name);
                finish(open, null);
            } else {
                if (open.site.card.epoch() == open.epoch) {
                    healed++;
                } else {
                    switched++;
                }
                giveUp(depth - 1);
            }
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
        int at = depth - 1;
        if (!frame.metered) {
            giveUp(at);
            return;
        }
        long wall = Math.max(0, Clock.nanos(after[0] - frame.begin[0]));
        deltas[0] = wall;
        frame.inner[0] = Math.min(frame.inner[0], wall);
        depth = at;
        if (frame.byHand) {
            byHand--;
        }
        if (at > 0) {
            frames[at - 1].inner[0] += wall + costOutside[0];
        }
        if (!wallOnly) {
            subtract(frame, at);
        }
        if (frame.outermostIn != null) {
            frame.outermostIn.add(builtIn, presentBuiltIn, deltas, error != null);
        }
        record(frame, error);
        if (observed) {
            showEnd(frame, false);
        }
    }

    /** The same for the meters beside wall time. */
    private void subtract(Frame frame, int at) {
        for (int i = 1; i < meters.length; i++) {
            int meter = meters[i];
            deltas[meter] = after[meter] - frame.begin[meter];
            frame.inner[meter] = Math.min(frame.inner[meter], deltas[meter]);
        }
        if (at > 0) {
            long[] inner = frames[at - 1].inner;
            for (int i = 1; i < meters.length; i++) {
                inner[meters[i]] += deltas[meters[i]] + costOutside[meters[i]];
            }
        }
    }

    private void showEnd(Frame frame, boolean givenUp) {
        Probes.Probe shown = frame.shown;
        frame.shown = null;
        if (shown instanceof HandProbe probe) {
            probe.ended(after, wallOnly);
            if (givenUp) {
                probe.giveUp();
            }
        } else {
            frame.own.show(frame.site.name, 0, frame.begin, after);
            if (givenUp) {
                frame.own.giveUp();
            }
        }
        extensions.ended(shown);
    }

    private void record(Frame frame, Throwable error) {
        if (own != null) {
            Tally tally = frame.tally;
            boolean met = tally != null;
            if (!met) {
                tally = own.ledger.tally(frame.node);
                frame.tally = tally;
            }
            record(frame, own, tally, !met, error);
            return;
        }
        Books books = threads.borrow();
        try {
            record(frame, books, books.ledger.tally(frame.node), false, error);
        } finally {
            books.giveBack();
        }
    }

    /** @param allocated whether something was allocated for it already */
    private void record(Frame frame, Books books, Tally tally, boolean allocated, Throwable error) {
        boolean failed = error != null;
        boolean more = allocated | (wallOnly
                ? books.ledger.addWall(tally, deltas[0], frame.inner[0], failed)
                : books.ledger.add(tally, meters, present, deltas, frame.inner, failed));
        if (frame.scope != null) {
            more |= frame.scope.addAt(frame.node.id, frame.begin[0], builtIn, presentBuiltIn, deltas, frame.inner,
                    failed);
        }
        Scorecard card = frame.site.card;
        if (judged >= 0 && card.isJudged()) {
            judge(card, tally, deltas[judged], deltas[judged] - frame.inner[judged]);
        }
        if (threads.events.keeps(deltas[0], failed)) {
            keep(books.ring, frame, error);
            more = true;
        }
        if (journal != null) {
            note(frame);
            more = true;
        }
        if (more && !wallOnly) {
            readings.disownSince(after);
        }
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
        } else {
            current.add(frame.node, meters, deltas, frame.inner);
        }
    }

    private void keep(InvocationRing ring, Frame frame, Throwable error) {
        String text = error == null ? null : Values.text(error, threads.valueLength);
        long contextId = frame.scope == null ? 0 : frame.scope.contextId();
        if (ring.offer(frame.node.id, frame.begin[0], contextId, thread.getName(), present, deltas, error != null,
                text)) {
            threads.wakeCollector();
        }
    }

    /**
     * The frame an end belongs to, -1 when there is none: the call began while its name was switched off, or was given up
     * when it was.
     */
    private int find(ProbeSite site, int epoch) {
        for (int at = depth - 1; at >= 0; at--) {
            if (frames[at].site == site && frames[at].epoch == epoch && !frames[at].byHand) {
                return at;
            }
        }
        if (epoch == 0) {
            unmatched++;
        } else {
            switched++;
        }
        return -1;
    }

    /**
     * Gives up the calls whose names were switched since they began. Before and after advice share nothing but the stack,
     * so the end of such a call can not be told from the end of one that was never begun here; without it the numbers of
     * all others stay exact. A probe of the Open API knows its frame and is left.
     */
    private void sweep() {
        switchings = threads.switchings;
        readForExtensions();
        for (int at = depth - 1; at >= 0; at--) {
            Frame frame = frames[at];
            if (!frame.byHand && frame.site.card.epoch() != frame.epoch) {
                switched++;
                giveUp(at);
            }
        }
    }

    /** So many probes begun by hand were lost; without them the stack is right again. */
    private void giveUpByHand(Name by) {
        threads.violations.add(Kind.LOST, frames[depth - 1].site.name, by);
        readForExtensions();
        for (int at = depth - 1; at >= 0; at--) {
            if (frames[at].byHand) {
                giveUp(at);
            }
        }
    }

    /** Interceptors are told the end of what they were told the begin of, also where it is given up. */
    private void readForExtensions() {
        if (observed) {
            readAfter(Clock.ticks());
        }
    }

    /** Takes out a call without counting it: what was metered inside it was inside its caller. */
    private void giveUp(int at) {
        Frame frame = frames[at];
        if (at > 0) {
            long[] inner = frames[at - 1].inner;
            for (int meter : meters) {
                inner[meter] += frame.inner[meter];
            }
        }
        if (frame.byHand) {
            byHand--;
        }
        if (frame.outermostIn != null && at + 1 < depth && frames[at + 1].outermostIn == null) {
            frames[at + 1].outermostIn = frame.outermostIn;
        }
        System.arraycopy(frames, at + 1, frames, at, depth - at - 1);
        depth--;
        frames[depth] = frame;
        if (observed && frame.metered) {
            showEnd(frame, true);
        }
        frame.shown = null;
    }

    private FrameProbe frameProbe(Frame frame) {
        if (frame.own == null) {
            frame.own = new FrameProbe(hand().readMeters());
        }
        return frame.own;
    }

    private boolean grow() {
        if (depth >= DEEPEST) {
            return false;
        }
        Frame[] larger = Arrays.copyOf(frames, frames.length * 2);
        for (int i = frames.length; i < larger.length; i++) {
            larger[i] = new Frame(threads.width);
        }
        frames = larger;
        return true;
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

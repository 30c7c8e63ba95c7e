package sim.metrics.probe;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import sim.metrics.context.Scope;
import sim.metrics.context.Values;
import sim.metrics.event.InvocationRing;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Readings;
import sim.metrics.savepoint.Journal;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * What becomes of a thread's calls when they end: what they took is added to their place and their flow context, judged, and
 * kept or noted where somebody wants single calls. Touched by its thread alone.
 */
abstract class CountingStack extends FrameStack {
    static final int CPU = Meter.CPU.ordinal();
    static final int USER = Meter.CPU_USER.ordinal();
    static final int ALLOC = Meter.ALLOC.ordinal();

    /** Whom this serves now; compared by identity on every call. */
    Thread thread;
    /** Where the numbers go as long as there is room; null for a virtual thread, which borrows one at each end. */
    final Books own;
    /** Whether extensions are shown every firing. */
    final boolean observed;
    /** Whether a begin has to look twice: extensions of any kind take part, or SIM is {@link #asking}. */
    boolean extended;
    /** Whether SIM itself calls the application, for a text: nothing of that is the application's work, or metered. */
    boolean asking;
    final boolean wallOnly;
    /** Whether a call is wall time alone, added to the ledger: the path that is short. */
    final boolean plain;
    final Readings readings;
    /** Readings at the end by meter; the tick at 0. */
    final long[] after;
    /** What is left out of self times: of wall time, and of CPU time as much, for a probe runs while it takes it. */
    ProbeCost cost;

    /** Whether what moves at nearly every call is all that most calls have to be added for: the next shortest path. */
    final boolean quick;

    private final int present;
    /** Of those, the built-in ones: what flow contexts sum. */
    private final int[] builtIn;
    private final int presentBuiltIn;
    /** Ordinals without those that seldom move. */
    private final int[] often;
    private final int[] oftenBuiltIn;
    private final int judged;
    /** The ledger of a thread that has its own. */
    private final Ledger ledger;
    /** A call of so many ns and more is not only added up: it is kept, or somebody keeps a journal. */
    private long keptFrom;
    private final long[] deltas;
    private boolean seldomMoved;
    private WeakReference<Journal> journal;
    private long journals;
    /** What of the dear readings' time is left out of self times already. */
    private long charged;
    private long chargedCpu;

    CountingStack(Thread thread, boolean virtual, Threads threads, Node root, Readings readings) {
        super(threads, ordinals(threads.plan.present(readings.present()), threads.plan.width), root);
        this.thread = thread;
        this.readings = readings;
        this.present = plan.present(readings.present());
        this.presentBuiltIn = readings.present();
        this.builtIn = ordinals(presentBuiltIn, Meter.COUNT);
        this.often = ordinals(present & ~Meter.SELDOM, plan.width);
        this.oftenBuiltIn = ordinals(presentBuiltIn & ~Meter.SELDOM, Meter.COUNT);
        this.wallOnly = meters.length == 1;
        this.judged = (present & 1 << sites.hotspot.meter()) != 0 ? sites.hotspot.meter() : -1;
        this.observed = plan.observed;
        this.own = virtual ? null : threads.books.own(present);
        this.ledger = virtual ? null : own.ledger;
        this.extended = plan.isExtended();
        this.plain = wallOnly && !extended && !virtual;
        this.quick = !wallOnly && !extended && !virtual && judged <= 0 && ledger.sortsWallAlone();
        this.keptFrom = plan.events.slowNanos;
        this.cost = threads.cost;
        this.after = new long[plan.width];
        this.deltas = new long[plan.width];
    }

    @Override
    final String threadName() {
        Thread known = thread;
        return known == null ? "" : known.getName();
    }

    /** Shows extensions the end of a call they were shown, with what was read last. */
    abstract void showEnd(Frame frame, boolean givenUp);

    /** Begins to write another journal, which is kept as long as somebody holds it. */
    final Journal newJournal() {
        Journal current = journal == null ? null : journal.get();
        Journal next = current == null ? new Journal() : current.successor();
        journal = new WeakReference<>(next);
        journals++;
        keptFrom = 0;
        return next;
    }

    /** How many journals were begun. */
    final long journals() {
        return journals;
    }

    /** Counts a call that is wall time alone. Some eighty instructions; the general way takes three times as many. */
    final void finishPlain(Frame frame, long wall) {
        Tally tally = frame.tally;
        if (tally == null) {
            tally = meet(frame);
            if (tally == null) {
                deltas[0] = wall;
                frame.inner[0] = frame.innerWall;
                finishShared(frame, meters, false, null);
                return;
            }
        }
        long inner = frame.innerWall;
        int grew = ledger.addWall(tally, wall, inner);
        // counted: whatever fails from here on, the call is over
        int caller = depth - 1;
        depth = caller;
        frames[caller].innerWall += wall + tally.beside(cost.outside);
        if (frame.isByHand()) {
            byHand--;
        }
        if (grew > 0) {
            ledger.charge(tally, grew);
        }
        if (frame.scope != null) {
            deltas[0] = wall;
            frame.inner[0] = inner;
            addToScope(frame, builtIn, false);
        }
        Scorecard card = frame.site.card();
        if (judged == 0 && card.isJudged()) {
            judge(card, tally, wall, wall - inner);
        }
        if (wall >= keptFrom) {
            deltas[0] = wall;
            frame.inner[0] = inner;
            keepOrNote(frame, own.ring, false, null);
        }
    }

    /** What was taken since a reading is SIM's: it is left out of the innermost call's self times, and so of all others'. */
    final void disown(long tick, long[] before) {
        Frame frame = innermost();
        long now = readings.tick();
        frame.innerWall += Math.max(0, Clock.nanos(now - tick));
        if (!wallOnly) {
            long[] since = new long[plan.width];
            readings.end(now);
            readings.fill(since);
            for (int i = 1; i < builtIn.length; i++) {
                frame.inner[builtIn[i]] += since[builtIn[i]] - before[builtIn[i]];
            }
            chargeReadings();
        }
    }

    /**
     * Counts a call of a place that is known, in which nothing moved that seldom does. The general way, by loops over meters,
     * takes 40 ns more.
     */
    final void finishQuick(Frame frame, long wall) {
        Tally tally = frame.tally;
        long[] inner = frame.inner;
        long usedCpu = readings.cpu() - frame.begin[CPU];
        long allocated = readings.bytes() - frame.begin[ALLOC];
        int grew = ledger.addOften(tally, present, wall, frame.innerWall, usedCpu, inner[CPU], allocated,
                inner[ALLOC]);
        // counted: whatever fails from here on, the call is over
        int above = depth - 1;
        depth = above;
        Frame caller = frames[above];
        long beside = tally.beside(cost.outside);
        caller.innerWall += wall + beside;
        caller.useCpu(usedCpu + beside);
        caller.inner[ALLOC] += allocated;
        if (frame.isByHand()) {
            byHand--;
        }
        boolean more = grew > 0;
        if (more) {
            ledger.charge(tally, grew);
        }
        boolean keeps = wall >= keptFrom;
        if (keeps || frame.scope != null) {
            more |= tellMore(frame, wall, usedCpu, allocated, keeps);
        }
        Scorecard card = frame.site.card();
        if (judged == 0 && card.isJudged()) {
            judge(card, tally, wall, wall - frame.innerWall);
        }
        if (more) {
            readings.disownSince(readings.bytes());
        }
    }

    /** Tells of a call whose place has been told of it what else wants to know. Returns whether anything was allocated. */
    private boolean tellMore(Frame frame, long wall, long usedCpu, long allocated, boolean keeps) {
        clearSeldom();
        deltas[0] = wall;
        deltas[CPU] = usedCpu;
        deltas[USER] = usedCpu;
        deltas[ALLOC] = allocated;
        frame.inner[0] = frame.innerWall;
        boolean more = frame.scope != null && addToScope(frame, oftenBuiltIn, false);
        return more | (keeps && keepOrNote(frame, own.ring, false, null));
    }

    /** Leaves out of the innermost call's self times what dear readings took, as soon as any other cost of metering is. */
    final void chargeReadings() {
        if (readings.spent() != charged) {
            if (cost.inside > 0) {
                Frame innermost = frames[depth];
                innermost.innerWall += readings.spent() - charged;
                innermost.useCpu(readings.spentCpu() - chargedCpu);
            }
            charged = readings.spent();
            chargedCpu = readings.spentCpu();
        }
    }

    @Override
    final void close(Frame frame) {
        finish(frame, null);
    }

    /** The innermost call is over. */
    final void finish(Frame frame, Throwable error) {
        if (!frame.metered) {
            if (frame.split) {
                countSplit(frame);
            }
            giveUp(depth, NotCounted.ELSEWHERE);
            return;
        }
        int[] moving = wallOnly ? meters : moving(frame);
        deltas[0] = Math.max(0, Clock.nanos(after[0] - frame.beginTick));
        frame.inner[0] = frame.innerWall;
        for (int i = 1; i < moving.length; i++) {
            deltas[moving[i]] = after[moving[i]] - frame.begin[moving[i]];
        }
        boolean failed = error != null;
        String text = failed ? textOf(error) : null;
        Tally tally = frame.tally;
        boolean met = tally != null;
        if (!met && own != null) {
            tally = meet(frame);
        }
        if (tally == null) {
            finishShared(frame, moving, failed, text);
        } else {
            finish(frame, moving, own, tally, !met, failed, text);
        }
        if (observed) {
            showEnd(frame, false);
        }
    }

    /** Counts a split at its node: what it lasted is no method's own time, so there is none of its own. */
    private void countSplit(Frame frame) {
        long wall = Math.max(0, Clock.nanos(after[0] - frame.beginTick));
        Tally tally = own == null ? null : ledger.tally(frame.node);
        Books books = tally == null ? threads.books.borrow(frame.node) : own;
        try {
            tally = tally == null ? books.ledger.tally(frame.node) : tally;
            books.ledger.charge(tally, books.ledger.addWall(tally, wall, wall));
        } finally {
            if (books != own) {
                books.held = 0;
            }
        }
    }

    /**
     * What the exception says by which a call ended that is kept. The application's code says it, which may be woven, wait for
     * others or fail: so it is asked before books are borrowed that others wait for, and unmetered.
     */
    private String textOf(Throwable error) {
        if (!plan.events.keeps(deltas[0], true)) {
            return null;
        }
        boolean before = extended;
        asking = true;
        extended = true;
        try {
            return Values.text(error, plan.valueLength);
        } finally {
            extended = before;
            asking = false;
        }
    }

    /** The meters that may have moved since the call began; the deltas of the others are 0. */
    private int[] moving(Frame frame) {
        if (readings.moves() != frame.moves) {
            seldomMoved = true;
            return meters;
        }
        clearSeldom();
        return often;
    }

    /** The deltas of the meters that did not move are 0. */
    private void clearSeldom() {
        if (seldomMoved) {
            seldomMoved = false;
            Arrays.fill(deltas, 0);
        }
    }

    /** Where the thread has no books of its own, or no room for the place in them. */
    private void finishShared(Frame frame, int[] moving, boolean failed, String text) {
        Books books = threads.books.borrow(frame.node);
        try {
            books.forPlatform += own == null ? 0 : 1;
            finish(frame, moving, books, books.ledger.tally(frame.node), false, failed, text);
        } finally {
            books.held = 0;
        }
    }

    /** The thread's own numbers of the frame's place, looked up once as long as the frame stands there; null without room. */
    private Tally meet(Frame frame) {
        Tally tally = ledger.tally(frame.node);
        frame.tally = tally;
        return tally;
    }

    /** @param allocated whether something was allocated for it already */
    private void finish(Frame frame, int[] moving, Books books, Tally tally, boolean allocated, boolean failed,
            String text) {
        int grew = books.ledger.add(tally, moving, present, deltas, frame.inner, failed);
        // counted: whatever fails from here on, the call is over
        depth--;
        boolean more = allocated | grew > 0;
        if (grew > 0) {
            books.ledger.charge(tally, grew);
        }
        leave(frame, frames[depth], moving, tally);
        if (frame.scope != null) {
            more |= addToScope(frame, moving == often ? oftenBuiltIn : builtIn, failed);
        }
        Scorecard card = frame.site.card();
        if (judged >= 0 && card.isJudged()) {
            judge(card, tally, deltas[judged], deltas[judged] - frame.inner[judged]);
        }
        more |= keepOrNote(frame, books.ring, failed, text);
        if (more && !wallOnly) {
            readings.disownSince(after[ALLOC]);
        }
    }

    /** Tells its caller what was metered inside. */
    private void leave(Frame frame, Frame caller, int[] moving, Tally tally) {
        if (frame.isByHand()) {
            byHand--;
        }
        long beside = tally.beside(cost.outside);
        caller.innerWall += deltas[0] + beside;
        for (int i = 1; i < moving.length; i++) {
            int meter = moving[i];
            caller.inner[meter] += deltas[meter];
        }
        if (!wallOnly) {
            caller.useCpu(beside);
        }
    }

    /** What is done with single calls, where it is done. */
    private boolean keepOrNote(Frame frame, InvocationRing ring, boolean failed, String text) {
        boolean keeps = plan.events.keeps(deltas[0], failed);
        if (keeps) {
            keep(ring, frame, failed, text);
        }
        if (journal != null) {
            note(frame);
        }
        return keeps || journal != null;
    }

    private boolean addToScope(Frame frame, int[] moving, boolean failed) {
        boolean allocated = frame.outermostIn != null
                && frame.outermostIn.add(moving, presentBuiltIn, deltas, failed);
        return frame.scope.addAt(frame.node.id, frame.beginTick, moving, presentBuiltIn, deltas, frame.inner, failed)
                | allocated;
    }

    private void judge(Scorecard card, Tally tally, long inclusive, long inherent) {
        int pending = tally.pending + sites.hotspot.adjustment(inclusive, inherent);
        long most = sites.hotspot.mostOfAFiring();
        if (inherent > most) {
            tally.pendingOutliers++;
            tally.pendingExcess += inherent - most;
        }
        tally.pendingOwn += Math.min(inherent, most);
        if (card.decides(pending)) {
            if (tally.pendingOutliers != 0) {
                card.settleOutliers(tally.pendingOutliers, tally.pendingExcess);
                tally.pendingOutliers = 0;
                tally.pendingExcess = 0;
            }
            card.settle(pending, tally.takeCalls(), tally.pendingOwn, inclusive, inherent);
            tally.pendingOwn = 0;
            pending = 0;
        }
        tally.pending = pending;
    }

    private void note(Frame frame) {
        Journal current = journal.get();
        if (current == null) {
            journal = null;
            keptFrom = plan.events.slowNanos;
        } else {
            current.add(frame.node, meters, deltas, frame.inner);
        }
    }

    private void keep(InvocationRing ring, Frame frame, boolean failed, String text) {
        long contextId = frame.scope == null ? 0 : frame.scope.contextId();
        if (ring.offer(frame.node.id, frame.beginTick, contextId, thread.getName(), present, deltas, failed,
                text)) {
            threads.wakeCollector();
        }
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

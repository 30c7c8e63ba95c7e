package sim.metrics.probe;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import sim.base.event.InvocationRing;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.base.redact.Redaction;
import sim.context.ErrorText;
import sim.context.Scope;
import sim.metrics.failure.FailureBook;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.savepoint.Journal;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Node;
import sim.metrics.tree.OftenMeters;
import sim.metrics.tree.Tally;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/**
 * Counts a thread's calls as they end. It adds a call to its place and its flow context, lets its name be judged, and keeps the single
 * call if somebody wants it. Only that thread uses it.
 */
final class Counting {
    private static final int[] NONE = {};
    /** A call that took so long of its own may have waited, ns: the JVM tells waits in whole milliseconds. */
    private static final long LONG = 1_000_000;
    /** So many calls of a place have a mean: the first ones find cold code. */
    private static final int ENOUGH = 100;

    /** The ordinal of the meter by which names are judged; negative if the thread does not read it. */
    final int judged;
    final Mode mode;

    private final FrameStack stack;
    private final CallReadings readings;
    private final Readings source;
    /** The thread's own books, used while there is room; null for a virtual thread, which borrows books at each end. */
    private final Books own;
    /** The ledger of the own books. */
    private final Ledger ledger;
    private final Bookshelf shelf;
    private final Hotspot hotspot;
    private final EventPolicy events;
    private final int valueLength;
    private final Redaction redaction;
    private final boolean isCompensated;
    private final Threads threads;

    private final int present;
    private final int[] meters;
    private final boolean wallOnly;
    /** Whether calls end, usually, without a loop over meters. */
    private final boolean isShort;
    /** Null where the books are not the thread's own. */
    private final OftenMeters oftenMeters;
    /** The built-in ones of those meters, which flow contexts add up. */
    private final int[] builtIn;
    private final int presentBuiltIn;
    /** The ordinals without those of meters that seldom change. */
    private final int[] often;
    private final int[] oftenBuiltIn;
    /** A call of at least this many ns is also kept one by one, or written to a journal. */
    private long keptFrom;
    private final long[] deltas;
    private boolean seldomMoved;
    private WeakReference<Journal> journal;
    private long journals;

    Counting(FrameStack stack, CallReadings readings, Books own, Threads threads) {
        Plan plan = threads.plan;
        this.stack = stack;
        this.readings = readings;
        this.source = readings.source;
        this.own = own;
        this.ledger = own == null ? null : own.ledger;
        this.shelf = threads.books;
        this.hotspot = threads.sites.hotspot;
        this.events = plan.events;
        this.valueLength = plan.valueLength;
        this.redaction = plan.redaction;
        this.isCompensated = plan.compensated;
        this.threads = threads;
        this.present = readings.present;
        this.meters = readings.meters;
        this.wallOnly = readings.wallOnly;
        this.presentBuiltIn = source.present();
        this.builtIn = CallReadings.ordinals(presentBuiltIn, Meter.COUNT);
        this.often = CallReadings.ordinals(present & ~Meter.SELDOM, plan.width);
        this.oftenBuiltIn = CallReadings.ordinals(presentBuiltIn & ~Meter.SELDOM, Meter.COUNT);
        this.judged = (present & 1 << hotspot.meter()) != 0 ? hotspot.meter() : -1;
        this.mode = Mode.of(plan, present, judged, own);
        this.isShort = mode == Mode.PLAIN || mode == Mode.QUICK;
        this.oftenMeters = ledger == null ? null : new OftenMeters(plan.layout);
        this.keptFrom = events.slowNanos;
        this.deltas = new long[plan.width];
    }

    /** Starts another journal. It is written as long as somebody refers to it. */
    Journal newJournal() {
        Journal current = journal == null ? null : journal.get();
        Journal next = current == null ? new Journal() : current.successor();
        journal = new WeakReference<>(next);
        journals++;
        keptFrom = 0;
        context().obeyLevels();
        return next;
    }

    /** Whether calls are written to a journal. */
    boolean isJournaling() {
        return journal != null;
    }

    private ThreadContext context() {
        return stack.frames[0].owner;
    }

    /** How many journals were started. */
    long journals() {
        return journals;
    }

    /**
     * Ends the innermost call, which ended without an exception at the given tick. Nearly always only what changes at nearly every call has changed, and
     * the call is added in straight code: wall time alone takes about eighty instructions, three times as many with loops, and all meters take
     * 40 ns less. What can be is taken from the context's own fields, because the next clock read waits for each further load. What does not lie
     * on the way to the tally is in methods of its own: the JIT inlines this one only up to 325 byte codes.
     */
    void end(ThreadContext context, Frame frame, long tick) {
        if (!isShort || frame.folds) {
            context.end(context.depth, tick, null);
            return;
        }
        int reads = frame.reads;
        Tally tally = frame.tally;
        if (!wallOnly) {
            tick = readings.endBuiltIn(tick, reads);
        } else if (tally == null) {
            tally = meet(frame);
        }
        if (tally == null || !wallOnly && context.source.moves() != frame.moves) {
            endWithMore(context, frame, tick);
            return;
        }
        long wall = Math.max(0, Clock.between(frame.beginTick, tick));
        long usedCpu = 0;
        long allocated = 0;
        int grew;
        if (wallOnly) {
            grew = context.ledger.addWall(tally, wall, frame.innerWall, frame.mixed);
        } else {
            usedCpu = OftenMeters.cpu(context.source, (reads & CallReadings.CPU_GROUP) != 0, frame.begin, frame.inner);
            allocated = OftenMeters.bytes(context.source, frame.begin);
            grew = oftenMeters.add(context.ledger, tally, readings.read(reads), wall, frame.innerWall, usedCpu,
                    allocated, frame.inner, reads, frame.mixed);
        }
        // counted: whatever fails from here on, the call is over
        int above = context.depth - 1;
        context.depth = above;
        if (frame.scope != null && frame.scope.isSummed) {
            context.toTell++;
        }
        leaveShort(context, frame, context.frames[above], tally, wall, usedCpu, allocated);
        tellShort(context, frame, tally, wall, usedCpu, allocated, grew);
    }

    /** A meter has changed that seldom does, or the place is new to the thread: the loops find what is to be added. */
    private void endWithMore(ThreadContext context, Frame frame, long tick) {
        readings.fill(tick);
        finish(frame, null);
        readings.chargeFor(frame, context.innermost());
    }

    /** Adds the call to its caller as inner work. */
    private void leaveShort(ThreadContext context, Frame frame, Frame caller, Tally tally, long wall, long usedCpu,
            long allocated) {
        int reads = frame.reads;
        boolean isCpuRead = wallOnly || (reads & CallReadings.CPU_GROUP) != 0;
        ProbeCost cost = isCpuRead ? context.cost : context.quickCost;
        long beside = tally.beside(cost.outside);
        caller.innerWall += wall + beside;
        if (!wallOnly) {
            OftenMeters.use(caller.inner, usedCpu + beside + (isCpuRead ? 0 : cost.inside), allocated);
            caller.mixed |= MeasureGroup.EVERY ^ reads;
        }
        context.left(frame);
    }

    /** Tells of a call that is counted and off the stack: verdict, flow context, single call. */
    private void tellShort(ThreadContext context, Frame frame, Tally tally, long wall, long usedCpu, long allocated,
            int grew) {
        boolean more = grew > 0;
        if (more) {
            context.ledger.charge(grew);
        }
        judgeWall(frame, tally, wall, frame.innerWall); // before what may allocate: a verdict is a matter of each call
        if (wall - frame.innerWall >= LONG) {
            tookLong(frame);
        }
        boolean keeps = wall >= keptFrom;
        if (keeps || frame.scope != null) {
            more |= tellMore(frame, wall, usedCpu, allocated, keeps);
        }
        if (!wallOnly) {
            if (more) {
                context.source.disownSince(context.source.bytes());
            }
            readings.chargeFor(frame, context.innermost());
        }
    }

    /** A call took long. If nobody knows whether it waited, the name's next calls are to tell. */
    private static void tookLong(Frame frame) {
        if ((frame.reads & CallReadings.CONTENTION_GROUP) == 0) {
            frame.site.card().tookLong();
        }
    }

    /** Completes a call that was added to its place: flow context, single call. Returns whether anything was allocated. */
    private boolean tellMore(Frame frame, long wall, long usedCpu, long allocated, boolean keeps) {
        if (!wallOnly) {
            clearSeldom(); // all of them, wall time too
            OftenMeters.write(deltas, usedCpu, allocated);
        }
        deltas[0] = wall;
        frame.inner[0] = frame.innerWall;
        boolean more = frame.scope != null && addToScope(frame, oftenBuiltIn, false);
        return more | (keeps && keepOrNote(frame, own.ring, false, null));
    }

    /** Counts the innermost call, which has ended. Returns whether it was metered. */
    boolean finish(Frame frame, Throwable error) {
        if (!frame.metered) {
            if (error != null) {
                frame.passOn(FailureBook.mark(error), stack.frames[stack.depth - 1]);
            }
            if (frame.split != null) {
                countSplit(frame, error != null);
            }
            stack.takeOut(stack.depth, NotCounted.ELSEWHERE);
            return false;
        }
        if (error != null) {
            frame.site.card().failed();
        }
        boolean isLeftOut = frame.reads == 0;
        long[] after = readings.after;
        int[] moving = wallOnly ? meters : moving(frame);
        frame.inner[0] = frame.innerWall;
        deltas[0] = isLeftOut ? frame.innerWall : Math.max(0, Clock.between(frame.beginTick, after[0]));
        int read = readings.read(frame.reads);
        for (int i = 1; i < moving.length; i++) {
            int meter = moving[i];
            deltas[meter] = (read & 1 << meter) != 0 ? after[meter] - frame.begin[meter] : frame.inner[meter];
        }
        boolean failed = error != null;
        String text = failed ? textOf(frame, error) : null;
        if (failed && isLeftOut) {
            frame.beginTick = source.tick(); // a call that is kept: when it failed is all that is known of it
        }
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
        return true;
    }

    /** Counts the innermost call, which sampling left out, and which has ended. Without an error, a flow context and a reading that seldom changes it takes no loop over all meters. */
    void finishLeftOut(Frame frame, Throwable error) {
        boolean isBare = stack.begins == frame.serial && frame.innerWall == 0;
        boolean isPlain = error == null && own != null && frame.scope == null
                && (!frame.folds || isBare && !frame.displaced)
                && frame.innerWall < keptFrom && source.moves() == frame.moves;
        Tally tally = frame.tally;
        if (isPlain && tally == null) {
            tally = meet(frame);
        }
        if (!isPlain || tally == null) {
            finishUnusually(frame, error);
            return;
        }
        frame.inner[0] = frame.innerWall;
        ledger.addLeftOut(tally, isBare ? NONE : often, frame.inner, false);
        int above = stack.depth - 1;
        stack.depth = above;
        Frame caller = stack.frames[above];
        caller.mixed |= MeasureGroup.EVERY;
        stack.left(frame);
        leaveOutProbe(caller);
        if (frame.folds) {
            passFold(frame); // of a bare one there is nothing to leave out of totals
        }
        if (!isBare) {
            caller.innerWall += frame.innerWall;
            for (int i = 1; i < often.length; i++) {
                caller.inner[often[i]] += frame.inner[often[i]];
            }
        }
    }

    private void finishUnusually(Frame frame, Throwable error) {
        finish(frame, error);
        if (own == null) {
            threads.releaseIdle(frame.owner); // the call around it may have been given up: then nothing is open any more
        }
    }

    /** A recursive call ended: its place is told that recursion goes on there. */
    private static void passFold(Frame frame) {
        if (frame.folded && frame.callerNode != null) {
            frame.callerNode.folds();
        }
    }

    /** What the probe of a call took of which nothing is read is no work of its caller's. */
    private void leaveOutProbe(Frame caller) {
        long least = threads.leastLeftOut;
        caller.innerWall += least;
        if (!wallOnly) {
            caller.useCpu(least);
        }
    }

    /** Counts a split at its node, with self time 0: its duration is no method's self time. */
    private void countSplit(Frame frame, boolean failed) {
        long wall = Math.max(0, Clock.between(frame.beginTick, readings.after[0]));
        Tally tally = own == null ? null : ledger.own(frame.node);
        Books books = tally == null ? borrow(frame.node) : own;
        try {
            tally = tally == null ? books.ledger.tallyAnyhow(frame.node) : tally;
            books.ledger.charge(books.ledger.addSplit(tally, wall, failed));
        } finally {
            if (books != own) {
                books.held = 0;
            }
        }
    }

    /**
     * Tells of the exception with which a call ended, and returns its text if the call is kept. The application's code makes the text, and that code may be woven, wait for
     * other threads, or fail. So SIM asks for it unmetered, and before it borrows books that other threads wait for. The call has ended: what this takes is left out of the self time of its caller. The readings for
     * that are kept in the frame above, which no call uses now: a program that fails often allocates nothing for them. The stack of calls has such a frame but at its very end.
     */
    private String textOf(Frame frame, Throwable error) {
        int mark = FailureBook.mark(error);
        boolean hasPassed = frame.hasFailedInside(mark);
        Frame caller = stack.frames[stack.depth - 1];
        caller.failedInside(mark);
        ThreadContext context = frame.owner;
        boolean isPart = context.isOwnWork;
        Frame spare = stack.depth == 1 || isPart || !isCompensated ? null : stack.spare();
        long tick = spare == null ? 0 : readings.beginAsking(frame, spare.begin, caller);
        context.isOwnWork = true;
        Gate before = context.close();
        try {
            threads.failures.failed(error, frame.node.id, frame.scope == null ? 0 : frame.scope.contextId(),
                    hasPassed);
            return events.keeps(deltas[0], true) ? redaction.text(ErrorText.of(error, valueLength)) : null;
        } finally {
            context.gate = before;
            context.isOwnWork = isPart;
            if (spare != null) {
                readings.endAsking(tick, spare.begin, spare.inner, caller);
            }
        }
    }

    /** The meters that may have changed since the call began. The deltas of the others are 0. */
    private int[] moving(Frame frame) {
        if (source.moves() != frame.moves) {
            seldomMoved = true;
            return meters;
        }
        clearSeldom();
        return often;
    }

    /** Sets the deltas of the meters that seldom change to 0. */
    private void clearSeldom() {
        if (seldomMoved) {
            seldomMoved = false;
            Arrays.fill(deltas, 0);
        }
    }

    /** Counts a call in shared books: the thread has no books of its own, or no room for the place in them. */
    private void finishShared(Frame frame, int[] moving, boolean failed, String text) {
        Books books = borrow(frame.node);
        try {
            books.forPlatform += own == null ? 0 : 1;
            // there is one, unless the place is of a candidate that has gone since
            finish(frame, moving, books, books.ledger.tallyAnyhow(frame.node), false, failed, text);
        } finally {
            books.held = 0;
        }
    }

    private Books borrow(Node node) {
        node.share();
        return own == null ? shelf.borrow(node) : shelf.borrowOne(node);
    }

    /** The thread's tally of the frame's place, looked up once while the frame is at that place; null if there is no room. */
    private Tally meet(Frame frame) {
        Tally tally = ledger.own(frame.node);
        frame.tally = tally;
        return tally;
    }

    /**
     * @param allocated whether something was already allocated for this call
     */
    private void finish(Frame frame, int[] moving, Books books, Tally tally, boolean allocated, boolean failed,
            String text) {
        boolean folds = frame.folds;
        boolean made = folds && stack.recursion.prepare(frame, moving, deltas);
        boolean isLeftOut = frame.reads == 0;
        int grew = folds
                ? addFolded(books.ledger, tally, frame, moving, failed)
                : isLeftOut
                        ? books.ledger.addLeftOut(tally, moving, frame.inner, failed)
                        : books.ledger.add(tally, moving, readings.read(frame.reads), deltas, frame.inner, frame.reads,
                                frame.mixed, failed);
        // counted: whatever fails from here on, the call is over
        stack.depth--;
        if (frame.scope != null && frame.scope.isSummed) {
            stack.toTell++;
        }
        boolean more = allocated | made | grew > 0;
        if (folds) {
            stack.recursion.leave(stack.depth + 1, moving, deltas[0], deltas);
            passFold(frame);
        }
        if (grew > 0) {
            books.ledger.charge(grew);
        }
        leave(frame, stack.innermost(), moving, tally);
        if (frame.scope != null) {
            int[] moved = moving == often ? oftenBuiltIn : builtIn;
            more |= folds ? addFoldedToScope(frame, moved, failed) : addToScope(frame, moved, failed);
        }
        if (deltas[0] - frame.inner[0] >= LONG && !isLeftOut) {
            tookLong(frame);
        }
        Scorecard card = frame.site.card();
        if (judged >= 0 && !isLeftOut && card.isJudged()) {
            judge(frame, card, tally, deltas[judged], deltas[judged] - frame.inner[judged]);
        }
        more |= keepOrNote(frame, books.ring, failed, text);
        if (more && !wallOnly && !isLeftOut) {
            source.disownSince(source.bytes()); // of a call that was left out nothing was read at its end
        }
    }

    private int addFolded(Ledger into, Tally tally, Frame frame, int[] moving, boolean failed) {
        long[] out = stack.recursion.atPlace;
        return frame.reads == 0
                ? into.addLeftOutFolded(tally, moving, frame.inner, out, failed)
                : into.addFolded(tally, moving, readings.read(frame.reads), deltas, frame.inner, out, frame.reads,
                        frame.mixed, failed);
    }

    /** Adds the call to its caller as inner work. Of one that was left out, that is what was metered inside. */
    private void leave(Frame frame, Frame caller, int[] moving, Tally tally) {
        stack.left(frame);
        caller.mixed |= MeasureGroup.EVERY & ~frame.reads;
        caller.innerWall += deltas[0];
        for (int i = 1; i < moving.length; i++) {
            int meter = moving[i];
            caller.inner[meter] += deltas[meter];
        }
        if (frame.reads == 0) {
            leaveOutProbe(caller);
            return;
        }
        boolean isCpuRead = wallOnly || (frame.reads & CallReadings.CPU_GROUP) != 0;
        ProbeCost cost = isCpuRead ? frame.owner.cost : frame.owner.quickCost;
        long beside = tally.beside(cost.outside);
        caller.innerWall += beside;
        if (!wallOnly) {
            caller.useCpu(beside + (isCpuRead ? 0 : cost.inside));
        }
    }

    /** Keeps the single call, or writes it to journals, if somebody wants it. */
    private boolean keepOrNote(Frame frame, InvocationRing ring, boolean failed, String text) {
        boolean keeps = events.keeps(deltas[0], failed);
        if (keeps) {
            keep(ring, frame, failed, text);
        }
        if (journal != null && frame.reads != 0) {
            note(frame);
        }
        return keeps || journal != null;
    }

    private boolean addToScope(Frame frame, int[] moving, boolean failed) {
        Scope outermost = frame.outermostIn;
        Scope scope = frame.scope;
        int read = presentBuiltIn & readings.read(frame.reads);
        boolean allocated = outermost != null && outermost.add(moving, read, deltas, failed);
        allocated |= scope.addAt(frame.node.id, frame.beginTick, moving, read, deltas, frame.inner, failed);
        if (frame.scope.isSummed) {
            stack.toTell--; // here, and before any call that may fail: the stack may end in that of a method
        }
        handInLate(frame);
        return allocated;
    }

    /** The same where recursion is folded: the context's total of the place leaves out what its total in the tree does. */
    private boolean addFoldedToScope(Frame frame, int[] moving, boolean failed) {
        long[] out = stack.recursion.inContext;
        Scope outermost = frame.outermostIn;
        int read = presentBuiltIn & readings.read(frame.reads);
        boolean allocated = outermost != null && outermost.add(moving, read, deltas, failed);
        for (int meter : moving) {
            deltas[meter] -= out[meter];
            frame.inner[meter] -= out[meter];
        }
        allocated |= frame.scope.addAt(frame.node.id, frame.beginTick, moving, read, deltas, frame.inner, failed);
        for (int meter : moving) {
            deltas[meter] += out[meter];
            frame.inner[meter] += out[meter];
        }
        if (frame.scope.isSummed) {
            stack.toTell--; // here, and before any call that may fail: the stack may end in that of a method
        }
        handInLate(frame);
        return allocated;
    }

    private static void handInLate(Frame frame) {
        Scope outermost = frame.outermostIn;
        frame.scope.handInLate();
        if (outermost != null && outermost != frame.scope) {
            outermost.handInLate();
        }
    }

    /** Judges the name by wall time. */
    private void judgeWall(Frame frame, Tally tally, long wall, long inner) {
        Scorecard card = frame.site.card();
        if (judged == 0 && card.isJudged()) {
            judge(frame, card, tally, wall, wall - inner);
        }
    }

    private void judge(Frame frame, Scorecard card, Tally tally, long inclusive, long inherent) {
        int pending = tally.pending + hotspot.adjustment(inclusive, inherent);
        long most = hotspot.mostOfAFiring();
        if (inherent > most) {
            tally.pendingOutliers++;
            tally.pendingExcess += inherent - most;
        }
        tally.pendingOwn += Math.min(inherent, most);
        if (card.decides(pending)) {
            if ((stack.depth == 0 || frame.outermostIn != null) && tally.timed() >= ENOUGH) { // it is off the stack already
                card.enters(tally.mean());
            }
            card.settleTotal(tally.takeAllCalls(), tally.takeTotal(judged));
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
            keptFrom = events.slowNanos;
            context().obeyLevels();
        } else {
            current.add(frame.node, meters, deltas, frame.inner);
        }
    }

    private void keep(InvocationRing ring, Frame frame, boolean failed, String text) {
        long contextId = frame.scope == null ? 0 : frame.scope.contextId();
        if (ring.offer(frame.node.id, frame.beginTick, contextId, frame.owner.thread.getName(),
                readings.read(frame.reads), deltas, failed, text)) {
            threads.wakeCollector();
        }
    }
}

package sim.metrics.probe;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import sim.base.event.InvocationRing;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.base.redact.Redaction;
import sim.context.Scope;
import sim.context.Values;
import sim.metrics.failure.FailureBook;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.savepoint.Journal;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Tally;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/**
 * Counts a thread's calls as they end. It adds a call to its place and its flow context, lets its name be judged, and keeps the single
 * call if somebody wants it. Only that thread uses it.
 */
final class Counting {
    private static final int CPU = CallReadings.CPU;
    private static final int USER = CallReadings.USER;
    private static final int ALLOC = CallReadings.ALLOC;
    private static final int[] NONE = {};
    /** So many calls of a place have a mean: the first ones find cold code. */
    private static final int ENOUGH = 100;

    /** The ordinal of the meter by which names are judged; negative if the thread does not read it. */
    final int judged;

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
    private final Threads threads;

    private final int present;
    private final int[] meters;
    private final boolean wallOnly;
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
        this.threads = threads;
        this.present = readings.present;
        this.meters = readings.meters;
        this.wallOnly = readings.wallOnly;
        this.presentBuiltIn = source.present();
        this.builtIn = CallReadings.ordinals(presentBuiltIn, Meter.COUNT);
        this.often = CallReadings.ordinals(present & ~Meter.SELDOM, plan.width);
        this.oftenBuiltIn = CallReadings.ordinals(presentBuiltIn & ~Meter.SELDOM, Meter.COUNT);
        this.judged = (present & 1 << hotspot.meter()) != 0 ? hotspot.meter() : -1;
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
     * Counts a call of which only wall time is read. It takes about eighty instructions; the general way takes three times as many. It
     * takes what it needs from the context's own fields, because the next clock read waits for each further load.
     */
    void finishPlain(ThreadContext context, Frame frame, long wall) {
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
        int grew = context.ledger.addWall(tally, wall, inner, frame.mixed);
        // counted: whatever fails from here on, the call is over
        int caller = context.depth - 1;
        context.depth = caller;
        if (frame.scope != null && frame.scope.isSummed) {
            context.toTell++;
        }
        context.frames[caller].innerWall += wall + tally.beside(context.cost.outside);
        context.left(frame);
        if (grew > 0) {
            context.ledger.charge(grew);
        }
        if (frame.scope != null) {
            deltas[0] = wall;
            frame.inner[0] = inner;
            addToScope(frame, builtIn, false);
        }
        judgeWall(frame, tally, wall, inner);
        if (wall >= keptFrom) {
            deltas[0] = wall;
            frame.inner[0] = inner;
            keepOrNote(frame, own.ring, false, null);
        }
    }

    /**
     * Counts a call at a known place, if no meter changed that seldom does. The general way, with loops over meters, takes 40 ns more. A call of which CPU time was not
     * read has used, as far as anybody knows, what its inner calls used.
     */
    void finishQuick(ThreadContext context, Frame frame, long wall) {
        Tally tally = frame.tally;
        long[] inner = frame.inner;
        int reads = frame.reads;
        boolean isCpuRead = (reads & CallReadings.CPU_GROUP) != 0;
        long usedCpu = isCpuRead ? context.source.cpu() - frame.begin[CPU] : inner[CPU];
        long allocated = context.source.bytes() - frame.begin[ALLOC];
        int grew = context.ledger.addOften(tally, readings.read(reads), wall, frame.innerWall, usedCpu, inner[CPU],
                allocated, inner[ALLOC], reads, frame.mixed);
        // counted: whatever fails from here on, the call is over
        int above = context.depth - 1;
        context.depth = above;
        if (frame.scope != null && frame.scope.isSummed) {
            context.toTell++;
        }
        Frame caller = context.frames[above];
        ProbeCost cost = isCpuRead ? context.cost : context.quickCost;
        long beside = tally.beside(cost.outside);
        caller.innerWall += wall + beside;
        caller.useCpu(usedCpu + beside + (isCpuRead ? 0 : cost.inside));
        caller.inner[ALLOC] += allocated;
        caller.mixed |= MeasureGroup.EVERY ^ reads;
        context.left(frame);
        boolean more = grew > 0;
        if (more) {
            context.ledger.charge(grew);
        }
        boolean keeps = wall >= keptFrom;
        if (keeps || frame.scope != null) {
            more |= tellMore(frame, wall, usedCpu, allocated, keeps);
        }
        judgeWall(frame, tally, wall, frame.innerWall);
        if (more) {
            context.source.disownSince(context.source.bytes());
        }
    }

    /** Completes a call that was added to its place: flow context, verdict, single call. Returns whether anything was allocated. */
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

    /** Counts the innermost call, which has ended. Returns whether it was metered. */
    boolean finish(Frame frame, Throwable error) {
        if (!frame.metered) {
            if (error != null) {
                frame.passOn(FailureBook.mark(error), stack.frames[stack.depth - 1]);
            }
            if (frame.split) {
                countSplit(frame, error != null);
            }
            stack.takeOut(stack.depth, NotCounted.ELSEWHERE);
            return false;
        }
        if (error != null) {
            frame.site.card().failed();
        }
        if (frame.reads == 0) {
            countLeftOut(frame, error);
            return true;
        }
        long[] after = readings.after;
        int[] moving = wallOnly ? meters : moving(frame);
        deltas[0] = Math.max(0, Clock.between(frame.beginTick, after[0]));
        frame.inner[0] = frame.innerWall;
        int read = readings.read(frame.reads);
        for (int i = 1; i < moving.length; i++) {
            int meter = moving[i];
            deltas[meter] = (read & 1 << meter) != 0 ? after[meter] - frame.begin[meter] : frame.inner[meter];
        }
        if (frame.folds) {
            moving = meters;
            seldomMoved = true;
        }
        boolean failed = error != null;
        String text = failed ? textOf(frame, error) : null;
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
        boolean isPlain = error == null && own != null && frame.scope == null && !frame.folds
                && frame.innerWall < keptFrom && source.moves() == frame.moves;
        Tally tally = frame.tally;
        if (isPlain && tally == null) {
            tally = meet(frame);
        }
        if (!isPlain || tally == null) {
            if (error != null) {
                frame.site.card().failed();
            }
            countLeftOut(frame, error);
            return;
        }
        boolean isBare = stack.begins == frame.serial && frame.innerWall == 0;
        frame.inner[0] = frame.innerWall;
        ledger.addLeftOut(tally, isBare ? NONE : often, frame.inner, false);
        int above = stack.depth - 1;
        stack.depth = above;
        Frame caller = stack.frames[above];
        caller.mixed |= MeasureGroup.EVERY;
        stack.left(frame);
        if (!isBare) {
            caller.innerWall += frame.innerWall;
            for (int i = 1; i < often.length; i++) {
                caller.inner[often[i]] += frame.inner[often[i]];
            }
        }
    }

    /** Its total is what was metered inside, and all the rest is its caller's own. */
    private void countLeftOut(Frame frame, Throwable error) {
        boolean failed = error != null;
        seldomMoved = true;
        frame.inner[0] = frame.innerWall;
        for (int meter : meters) {
            deltas[meter] = frame.inner[meter];
        }
        String text = failed ? textOf(frame, error) : null;
        if (failed) {
            frame.beginTick = source.tick(); // a call that is kept: when it failed is all that is known of it
        }
        Tally tally = own == null ? null : frame.tally != null ? frame.tally : meet(frame);
        Books books = tally == null ? shelf.borrow(frame.node) : own;
        try {
            if (tally == null) {
                tally = books.ledger.tally(frame.node);
                books.forPlatform += own == null ? 0 : 1;
            }
            boolean folds = frame.folds;
            boolean more = folds && stack.recursion.prepare(frame, deltas);
            if (folds) {
                books.ledger.leaveOut(tally, meters, stack.recursion.atPlace);
            }
            books.ledger.addLeftOut(tally, meters, frame.inner, failed);
            // counted: whatever fails from here on, the call is over
            stack.depth--;
            if (frame.scope != null && frame.scope.isSummed) {
                stack.toTell++;
            }
            if (folds) {
                stack.recursion.leave(stack.depth + 1, deltas[0], deltas);
            }
            stack.left(frame);
            Frame caller = stack.innermost();
            caller.mixed |= MeasureGroup.EVERY;
            caller.innerWall += frame.innerWall;
            for (int i = 1; i < meters.length; i++) {
                caller.inner[meters[i]] += frame.inner[meters[i]];
            }
            if (frame.scope != null) {
                more |= folds ? addFoldedToScope(frame, failed) : addToScope(frame, builtIn, failed);
            }
            if (events.keeps(deltas[0], failed)) {
                keep(books.ring, frame, failed, text);
                more = true;
            }
            if (more && !wallOnly) {
                source.disownSince(source.bytes());
            }
        } finally {
            if (books != own) {
                books.held = 0;
            }
        }
    }

    /** Counts a split at its node, with self time 0: its duration is no method's self time. */
    private void countSplit(Frame frame, boolean failed) {
        long wall = Math.max(0, Clock.between(frame.beginTick, readings.after[0]));
        Tally tally = own == null ? null : ledger.tally(frame.node);
        Books books = tally == null ? shelf.borrow(frame.node) : own;
        try {
            tally = tally == null ? books.ledger.tally(frame.node) : tally;
            books.ledger.charge(books.ledger.addSplit(tally, wall, failed));
        } finally {
            if (books != own) {
                books.held = 0;
            }
        }
    }

    /**
     * Tells of the exception with which a call ended, and returns its text if the call is kept. The application's code makes the text, and that code may be woven, wait for
     * other threads, or fail. So SIM asks for it unmetered, and before it borrows books that other threads wait for.
     */
    private String textOf(Frame frame, Throwable error) {
        int mark = FailureBook.mark(error);
        boolean hasPassed = frame.failedBy == mark && frame.failedSerial == frame.serial;
        Frame caller = stack.frames[stack.depth - 1];
        caller.failedBy = mark;
        caller.failedSerial = caller.serial;
        ThreadContext context = frame.owner;
        Gate before = context.close();
        try {
            threads.failures.failed(error, frame.node.id, frame.scope == null ? 0 : frame.scope.contextId(),
                    hasPassed);
            return events.keeps(deltas[0], true) ? redaction.text(Values.text(error, valueLength)) : null;
        } finally {
            context.gate = before;
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
        Books books = shelf.borrow(frame.node);
        try {
            books.forPlatform += own == null ? 0 : 1;
            finish(frame, moving, books, books.ledger.tally(frame.node), false, failed, text);
        } finally {
            books.held = 0;
        }
    }

    /** The thread's tally of the frame's place, looked up once while the frame is at that place; null if there is no room. */
    private Tally meet(Frame frame) {
        Tally tally = ledger.tally(frame.node);
        frame.tally = tally;
        return tally;
    }

    /**
     * @param allocated whether something was already allocated for this call
     */
    private void finish(Frame frame, int[] moving, Books books, Tally tally, boolean allocated, boolean failed,
            String text) {
        boolean folds = frame.folds;
        boolean made = folds && stack.recursion.prepare(frame, deltas);
        if (folds) {
            books.ledger.leaveOut(tally, meters, stack.recursion.atPlace);
        }
        int grew = books.ledger.add(tally, moving, readings.read(frame.reads), deltas, frame.inner, frame.reads,
                frame.mixed, failed);
        // counted: whatever fails from here on, the call is over
        stack.depth--;
        if (frame.scope != null && frame.scope.isSummed) {
            stack.toTell++;
        }
        boolean more = allocated | made | grew > 0;
        if (folds) {
            stack.recursion.leave(stack.depth + 1, deltas[0], deltas);
        }
        if (grew > 0) {
            books.ledger.charge(grew);
        }
        leave(frame, stack.innermost(), moving, tally);
        if (frame.scope != null) {
            more |= folds
                    ? addFoldedToScope(frame, failed)
                    : addToScope(frame, moving == often ? oftenBuiltIn : builtIn, failed);
        }
        Scorecard card = frame.site.card();
        if (judged >= 0 && card.isJudged()) {
            judge(frame, card, tally, deltas[judged], deltas[judged] - frame.inner[judged]);
        }
        more |= keepOrNote(frame, books.ring, failed, text);
        if (more && !wallOnly) {
            source.disownSince(readings.after[ALLOC]);
        }
    }

    /** Adds the call to its caller as inner work. */
    private void leave(Frame frame, Frame caller, int[] moving, Tally tally) {
        stack.left(frame);
        boolean isCpuRead = wallOnly || (frame.reads & CallReadings.CPU_GROUP) != 0;
        ProbeCost cost = isCpuRead ? frame.owner.cost : frame.owner.quickCost;
        long beside = tally.beside(cost.outside);
        caller.mixed |= MeasureGroup.EVERY & ~frame.reads;
        caller.innerWall += deltas[0] + beside;
        for (int i = 1; i < moving.length; i++) {
            int meter = moving[i];
            caller.inner[meter] += deltas[meter];
        }
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
        if (journal != null) {
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
    private boolean addFoldedToScope(Frame frame, boolean failed) {
        long[] out = stack.recursion.inContext;
        Scope outermost = frame.outermostIn;
        int read = presentBuiltIn & readings.read(frame.reads);
        boolean allocated = outermost != null && outermost.add(builtIn, read, deltas, failed);
        for (int meter : builtIn) {
            deltas[meter] -= out[meter];
            frame.inner[meter] -= out[meter];
        }
        allocated |= frame.scope.addAt(frame.node.id, frame.beginTick, builtIn, read, deltas, frame.inner, failed);
        for (int meter : builtIn) {
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

package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.payload.Mishaps;
import sim.metrics.probe.Violations.Kind;
import sim.metrics.tree.Node;
import sim.metrics.tree.Room;

/**
 * A thread's calls in progress, kept right whatever ends come. A woven end knows its frame, by the plain weaver its site alone; a probe of the Open
 * API knows its frame's serial. What is left open by others is closed or given up and counted by kind. Touched by its
 * thread alone.
 */
abstract class FrameStack {
    /** Calls deeper than this are not metered but counted; a default stack ends long before. */
    private static final int DEEPEST = 1 << 16;
    /** So many of them may be begun by hand; a default stack ends before. Whatever of those is never ended, woven calls have the rest. */
    static final int DEEPEST_BY_HAND = DEEPEST / 2;

    private static final int FIRST = 16;
    /** Where memory is short. */
    private static final int FEW = 4;
    /** A stack with room for more calls than these gives back what it does not use, where memory is short. */
    private static final int MANY = 64;
    /** Memory of a frame beside its readings, and of what else a thread has. */
    private static final int FRAME = 128;
    private static final int THREAD = 1_000;

    final Threads threads;
    final Plan plan;
    final Sites sites;
    final Room room;
    final CallMishaps mishaps;
    /** Longs of each of a frame's two arrays. */
    private final int width;
    /** Ordinals read, wall time first. */
    final int[] meters;
    /** The first is no call: it is above all others, and belongs to no site. */
    Frame[] frames;
    /** Where the innermost call is; 0 for none. */
    int depth;
    /** Calls in progress past {@link #DEEPEST}, or past the memory for frames. */
    int tooDeep;
    /**
     * Calls that are at no place, by what became of them: {@link NotCounted}, until they are counted with those of others. The
     * owner's. Each goes up in the method that takes the call off the stack, or does not put it there, and beside that with no
     * call between: there is no method for it, for its own call could find the stack at its end, and the call be counted twice or
     * not at all.
     */
    final long[] notCounted = new long[NotCounted.KINDS + 1];
    int byHand;
    long begins;
    /** The number of switchings this thread's frames are in line with. */
    int switchings;
    /** Memory of a stack that was taken away, until it is given back to the room. */
    long owed;
    /** Memory that was taken for probes by hand (see {@link Tokens}) and payloads in progress. */
    long tokenBytes;

    FrameStack(Threads threads, int[] meters, Node root) {
        this.threads = threads;
        this.plan = threads.plan;
        this.sites = threads.sites;
        this.room = threads.books.room;
        this.mishaps = threads.mishaps;
        this.meters = meters;
        this.switchings = sites.switchings;
        this.width = meters.length == 1 ? 1 : plan.width;
        this.frames = new Frame[room.isShort() ? FEW : FIRST];
        fill(frames, 0);
        frames[0].node = root;
        room.chargeCalls(bytes());
    }

    /** A frame of this stack. Called while it is made, too. */
    abstract Frame newFrame(int readings);

    /** Counts a call that is closed by the end of an outer one, now. */
    abstract void close(Frame frame);

    /** Whose calls these are, for people. */
    abstract String threadName();

    /** Tells extensions that a call they were told of is given up. */
    abstract void showGivenUp(Frame frame);

    /** Interceptors are told the end of what they were told the begin of, with readings. */
    abstract void readForExtensions();

    /** Gives up the probes begun by hand that nobody can end any more. */
    abstract void collectLost();

    final Frame innermost() {
        return frames[depth];
    }

    /** Makes room for one call more; false where it would be too deep. */
    final boolean hasRoom(boolean hand) {
        if (depth + 1 < frames.length || grow() || threads.takeBackStacks() && grow()) {
            return true;
        }
        tooDeep += hand ? 0 : 1;
        notCounted[NotCounted.TOO_DEEP]++;
        return false;
    }

    /** Where the frame of a probe of the Open API is; 0 when it is over. */
    final int find(long serial) {
        for (int at = depth; at > 0 && frames[at].serial >= serial; at--) {
            if (frames[at].serial == serial) {
                return at;
            }
        }
        return 0;
    }

    /**
     * Where the frame of a woven end is; 0 when there is none: the call began while its name was switched off, or was given
     * up when it was.
     *
     * @param known the frame, or null where the end does not know it: then it is the innermost of the site
     */
    final int find(ProbeSite site, int epoch, Frame known) {
        for (int at = depth; at > 0; at--) {
            Frame frame = frames[at];
            if (frame.site == site && frame.epoch == epoch && (known == null || known == frame)) {
                return at;
            }
        }
        if (epoch == 0) {
            mishaps.add(CallMishaps.Kind.UNMATCHED);
        } else {
            mishaps.add(CallMishaps.Kind.SWITCHED);
        }
        return 0;
    }

    /** Closes or gives up what is still open inside the call at a depth, which is about to end. */
    final void closeAbove(int at) {
        while (depth > at) {
            Frame open = frames[depth];
            if (open.split) {
                threads.payloads.mishaps.add(Mishaps.Kind.SPLITS_LOST);
                close(open);
            } else if (open.isByHand()) {
                mishaps.violations.add(Kind.CLOSED, open.site.name(), frames[at].site.name());
                close(open);
            } else {
                giveUp(depth, open.site.card().epoch() == open.epoch ? NotCounted.HEALED : NotCounted.SWITCHED);
            }
        }
    }

    /**
     * Gives up the calls whose names were switched since they began. Before and after advice share nothing but the stack,
     * so the end of such a call can not be told from the end of one that was never begun here; without it the numbers of
     * all others stay exact. A probe of the Open API knows its frame and is left.
     */
    final void sweep() {
        int now = sites.switchings;
        readForExtensions();
        for (int at = depth; at > 0; at--) {
            Frame frame = frames[at];
            if (!frame.isByHand() && frame.site.card().epoch() != frame.epoch) {
                giveUp(at, NotCounted.SWITCHED);
            }
        }
        collectLost();
        if (isTooLarge()) {
            shrink();
        }
        // last: where the sweep fails it is done again
        switchings = now;
    }

    /** Whether it has room that others need: once it was deep. By any thread: its own looks again. */
    final boolean isTooLarge() {
        int size = frames.length;
        return size > MANY && size > 4 * depth && room.isShort();
    }

    private void shrink() {
        long before = bytes(frames.length);
        frames = Arrays.copyOf(frames, Math.max(FIRST, 2 * depth));
        room.giveCalls(before - bytes(frames.length));
    }

    /**
     * Takes the stack away from a thread that died, its open calls counted as lost, and {@link #owed} what it took; not where the
     * collector has probes by hand to look at first. By any thread, one at a time.
     */
    final void takeStack() {
        if (byHand != 0 || frames.length == 1) {
            return;
        }
        int open = leftOpen();
        long taken = bytes(frames.length) - bytes(1);
        Frame[] none = {frames[0]};
        // nothing is called from here on that could fail
        notCounted[NotCounted.LOST] += open;
        depth = 0;
        frames = none;
        owed += taken;
    }

    /**
     * Whether one more probe may be begun by hand; counted where not. Those that are open may all be meant, or be lost: it is looked
     * for lost ones as often as they could all be new.
     */
    final boolean hasRoomByHand() {
        if (byHand < DEEPEST_BY_HAND) {
            return true;
        }
        if (switchings != sites.switchings || notCounted[NotCounted.TOO_DEEP] % DEEPEST_BY_HAND == 0) {
            sweep();
            if (byHand < DEEPEST_BY_HAND) {
                return true;
            }
        }
        notCounted[NotCounted.TOO_DEEP]++;
        return false;
    }

    /** Gives up a probe begun by hand that nobody can end any more, unless an outer end has closed it. */
    final void lose(long serial) {
        int at = find(serial);
        if (at > 0) {
            mishaps.violations.addLost(frames[at].site.name(), "can no longer be ended on thread " + threadName()
                    + ", for nothing refers to it");
            giveUp(at, NotCounted.ELSEWHERE);
        }
    }

    /** Counts the probes begun by hand that were still firing when the thread ended, which is dead: called by another. */
    final void countLost() {
        for (int at = depth; at > 0 && byHand > 0; at--) {
            if (frames[at].split) {
                byHand--;
            } else if (frames[at].isByHand()) {
                byHand--;
                mishaps.violations.addLost(frames[at].site.name(), "was not ended when its thread " + threadName()
                        + " was");
            }
        }
    }

    /**
     * Takes out a call without counting it: what was metered inside it was inside its caller.
     *
     * @param as what it is counted as instead
     */
    final void giveUp(int at, int as) {
        Frame frame = frames[at];
        frame.handOn(frames[at - 1], meters);
        if (frame.isByHand()) {
            byHand--;
        }
        if (frame.outermostIn != null && at < depth) {
            frames[at + 1].inherit(frame.outermostIn);
        }
        System.arraycopy(frames, at + 1, frames, at, depth - at);
        frames[depth] = frame;
        depth--;
        notCounted[as]++;
        if (frame.metered) {
            showGivenUp(frame);
        }
        frame.metered = true;
        frame.split = false;
        frame.shown = null;
    }

    /** What ended calls ran in is kept for the next ones only as long as it is current: off their path. */
    final void forgetScopes() {
        for (int at = depth + 1; at < frames.length && frames[at].site != null; at++) {
            frames[at].run(null, null);
        }
    }

    private boolean grow() {
        int more = room.isShort() ? FEW : Math.max(FEW, frames.length / 8);
        if (depth >= DEEPEST || !room.hasForCalls(bytes(more))) {
            return false;
        }
        Frame[] larger = Arrays.copyOf(frames, frames.length + more);
        fill(larger, frames.length);
        // last, for giving it back could fail as well
        if (!room.takeForCalls(bytes(more))) {
            return false;
        }
        frames = larger;
        return true;
    }

    private void fill(Frame[] into, int from) {
        for (int i = from; i < into.length; i++) {
            into[i] = newFrame(width);
        }
    }

    /** Woven calls that are still open: once their thread has ended, their ends were lost. */
    final int leftOpen() {
        int open = 0;
        for (int at = depth; at > 0; at--) {
            Frame frame = frames[at];
            open += !frame.isByHand() && frame.metered && frame.site.card().epoch() == frame.epoch ? 1 : 0;
        }
        return open;
    }

    /** Whether there are any that were not counted, and are not told of yet. */
    final boolean hasNotCounted() {
        long any = 0;
        for (int i = 0; i < NotCounted.KINDS; i++) {
            any |= notCounted[i];
        }
        return any != 0;
    }

    /** The memory that was taken for it. Once its thread has ended, by any. */
    final long bytes() {
        return THREAD + bytes(frames.length) + tokenBytes + owed;
    }

    private long bytes(int many) {
        return (long) many * (FRAME + 2L * Long.BYTES * width);
    }
}

package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.tree.Node;
import sim.metrics.tree.NumbersMemory;

/**
 * A thread's calls in progress: frames, used again, in memory that all threads share. Only its thread uses it, unless a method
 * says otherwise. {@link Healing} keeps it right whichever ends come. A thread's context extends this class and has its other
 * parts as fields, because the clock waits for every load on the way to a frame: one more load cost 2 ns at each end of a call.
 */
class FrameStack {
    /** Calls deeper than this are only counted. A stack of the default size overflows long before. */
    private static final int DEEPEST = 1 << 16;
    /**
     * The most frames that may be begun by hand. A stack of the default size overflows before that. However many of them are never
     * ended, the other half is left for woven calls.
     */
    static final int DEEPEST_BY_HAND = DEEPEST / 2;

    private static final int FIRST = 16;
    /** Frames of a new stack while memory is short. */
    private static final int FEW = 4;
    /** While memory is short, a stack with room for more calls than this gives back what it does not use. */
    private static final int MANY = 64;
    /** Heap bytes of a frame without its readings. */
    private static final int FRAME = 128;
    /** Heap bytes of everything else that a thread has. */
    private static final int THREAD = 1_000;

    /** The frames. The first is above all calls and belongs to no site. */
    Frame[] frames;
    /** The position of the innermost call; 0 for none. */
    int depth;
    /** Calls in progress past {@link #DEEPEST}, or past the memory for frames. */
    int tooDeep;
    int byHand;
    /** Calls that have begun. */
    long begins;
    /**
     * Calls that are at no place, by the reasons of {@link NotCounted}, until {@link CallMishaps} takes them over. Only the owner writes
     * it. Code increases a number right where it takes the call off the stack, or does not put it there. There is no method for this,
     * because a method call could overflow the stack, and the metered call would be counted twice or not at all.
     */
    final long[] notCounted = new long[NotCounted.KINDS + 1];
    /**
     * Calls that are counted at their place and must still be added to their flow context. If some are left while no call is ending, the
     * stack overflowed before they were added: see {@link #settle}.
     */
    int toTell;
    /** Bytes of a stack that was taken away and not yet given back to the memory of all. */
    long owed;

    final Threads threads;
    private final NumbersMemory memory;
    /** Ordinals read, wall time first. */
    private final int[] meters;
    /** The length of each of a frame's arrays. */
    private final int width;
    private ThreadContext owner;
    final Recursion recursion;
    /** Whether each frame has room for what its total leaves out: since a call on the thread counted elsewhere than below its caller. */
    boolean isFolding;
    /** Bytes that were taken in addition to the frames: for probes by hand (see {@link Tokens}) and what features keep. */
    private long more;

    FrameStack(Threads threads, int[] meters) {
        this.threads = threads;
        this.memory = threads.books.memory;
        this.meters = meters;
        this.width = meters.length == 1 ? 1 : threads.plan.width;
        this.recursion = new Recursion(this, threads.plan.width);
    }

    /** Makes the first frames. Called once, before anything else. */
    final void open(ThreadContext context, Node root) {
        owner = context;
        frames = new Frame[memory.isShort() ? FEW : FIRST];
        fill(frames, 0);
        frames[0].node = root;
        memory.chargeCalls(bytes());
    }

    /**
     * Gives each frame room for what its total leaves out, all or none. Called at the begin of a call that counts elsewhere: at an end that fails, on a full stack, nothing can be made, and its time would stay in
     * two totals. Where the heap has no room it does stay there: no call is lost for that, and none makes another collection for a second.
     *
     * @return whether it allocated something
     */
    final boolean readyToFold() {
        if (isFolding || !threads.folding.isOver()) {
            return false;
        }
        try {
            for (Frame frame : frames) {
                frame.makeOut();
            }
        } catch (OutOfMemoryError full) { // those that have it keep it for the next attempt
            threads.folding.begin();
            return true;
        }
        memory.chargeCalls((long) frames.length * Long.BYTES * width);
        isFolding = true;
        return true;
    }

    final Frame innermost() {
        return frames[depth];
    }

    /** The frame above the innermost call's, which no call uses; null if there is none. */
    final Frame spare() {
        return depth + 1 < frames.length ? frames[depth + 1] : null;
    }

    /** Makes room for one more call; false if it would be too deep, or memory is short. */
    final boolean hasRoom(boolean hand) {
        if (depth + 1 < frames.length || grow() || threads.takeBackStacks() && grow()) {
            return true;
        }
        tooDeep += hand ? 0 : 1;
        notCounted[NotCounted.TOO_DEEP]++;
        return false;
    }

    /** Makes room for so many more calls, or for as many of them as memory allows. Returns for how many. */
    final int makeRoom(int calls) {
        while (frames.length <= depth + calls && (grow() || threads.takeBackStacks() && grow())) {
            // frames come a few at a time
        }
        return Math.min(calls, frames.length - 1 - depth);
    }

    /** The position of the frame of a probe of the Open API; 0 if it has ended. */
    final int find(long serial) {
        for (int at = depth; at > 0 && frames[at].serial >= serial; at--) {
            if (frames[at].serial == serial) {
                return at;
            }
        }
        return 0;
    }

    /**
     * The position of the frame of a woven end; 0 if there is none.
     *
     * @param known the frame; null if the end does not know it and means the innermost frame of the site
     */
    final int find(ProbeSite site, int epoch, Frame known) {
        for (int at = depth; at > 0; at--) {
            Frame frame = frames[at];
            if (frame.site == site && frame.epoch == epoch && (known == null || known == frame)) {
                return at;
            }
        }
        return 0;
    }

    /**
     * Takes a call out without counting it. What was metered inside it then was inside its caller.
     *
     * @param as the reason as which it is counted: see {@link NotCounted}
     * @return its frame, or null if it was not a metered call
     */
    final Frame takeOut(int at, int as) {
        Frame frame = frames[at];
        boolean byHandToo = frame.isByHand();
        boolean isElsewhere = frame.isElsewhere();
        if (frame.folds) {
            recursion.leave(at, meters, frame.innerWall, frame.inner);
        }
        frame.handOn(frames[at - 1], meters);
        frame.passOn(frames[at - 1]);
        if (frame.outermostIn != null && at < depth) {
            frames[at + 1].inherit(frame.outermostIn);
        }
        if (isElsewhere && at < depth) {
            frames[at + 1].displace();
        }
        System.arraycopy(frames, at + 1, frames, at, depth - at);
        // stores alone from here on: a full stack leaves all of it or none
        frames[depth] = frame;
        depth--;
        byHand -= byHandToo ? 1 : 0;
        notCounted[as]++;
        boolean metered = frame.metered;
        frame.metered = true;
        frame.split = null;
        return metered ? frame : null;
    }

    /** Notes that a call is no longer in progress. */
    final void left(Frame frame) {
        if (frame.isByHand()) {
            byHand--;
        }
    }

    /** Forgets the scopes of ended calls, once another scope is current. A frame keeps its last scope for its next call. */
    final void forgetScopes() {
        for (int at = depth + 1; at < frames.length && frames[at].site != null; at++) {
            frames[at].run(null, null);
        }
    }

    /** Whether it has room that others need, because it was deep once. Any thread may ask; the owner then looks again. */
    final boolean isTooLarge() {
        int size = frames.length;
        return size > MANY && size > 4 * depth && memory.isShort();
    }

    /** Gives back the memory that others need. */
    final void shrink() {
        if (isTooLarge()) {
            long before = bytes(frames.length);
            frames = Arrays.copyOf(frames, Math.max(FIRST, 2 * depth));
            memory.giveCalls(before - bytes(frames.length));
        }
    }

    /**
     * Takes the stack away from a thread that died. Its open calls are counted as lost, and {@link #owed} is what the stack took. Does
     * nothing while the collector still has probes by hand to look at. Any thread may call it, one at a time.
     */
    final void takeStack() {
        if (byHand != 0 || frames.length == 1) {
            return;
        }
        int open = leftOpen();
        long taken = bytes(frames.length) - bytes(1);
        Frame[] none = {frames[0]};
        // from here on nothing is called that could fail
        notCounted[NotCounted.LOST] += open;
        depth = 0;
        frames = none;
        owed += taken;
    }

    /** Takes memory for something in addition to the frames; false if there is none. */
    final boolean takeMore(long bytes) {
        if (!memory.takeForCalls(bytes)) {
            return false;
        }
        more += bytes;
        return true;
    }

    /** Gives back what {@link #takeMore} took. */
    final void giveMore(long bytes) {
        more -= bytes;
        memory.giveCalls(bytes);
    }

    /** Bytes that were taken in addition to the frames. */
    final long more() {
        return more;
    }

    /** All bytes that were taken. Called by the owner, or by any thread after the owner has ended. */
    final long bytes() {
        return THREAD + bytes(frames.length) + more + owed;
    }

    /**
     * Counts calls that could not be added to their flow context. Called while no call is ending: by the owner, or by any thread after
     * the owner has died.
     */
    final void settle() {
        notCounted[NotCounted.NOT_IN_CONTEXT] += toTell;
        toTell = 0;
    }

    /** Whether calls are still to be taken over by {@link CallMishaps}. */
    final boolean hasNotCounted() {
        long any = 0;
        for (int i = 0; i < NotCounted.KINDS; i++) {
            any |= notCounted[i];
        }
        return any != 0;
    }

    /** Woven calls that are still open. After their thread has ended, their ends are lost. */
    private int leftOpen() {
        int open = 0;
        for (int at = depth; at > 0; at--) {
            Frame frame = frames[at];
            open += !frame.isByHand() && frame.metered && frame.isCurrent() ? 1 : 0;
        }
        return open;
    }

    private boolean grow() {
        int added = memory.isShort() ? FEW : Math.max(FEW, frames.length / 8);
        if (depth >= DEEPEST || !memory.hasForCalls(bytes(added))) {
            return false;
        }
        Frame[] larger = Arrays.copyOf(frames, frames.length + added);
        fill(larger, frames.length);
        // last, because giving memory back could fail as well
        if (!memory.takeForCalls(bytes(added))) {
            return false;
        }
        frames = larger;
        return true;
    }

    private void fill(Frame[] into, int from) {
        for (int i = from; i < into.length; i++) {
            into[i] = new Frame(owner, width);
            if (isFolding) {
                into[i].makeOut();
            }
        }
    }

    private long bytes(int many) {
        return (long) many * (FRAME + (isFolding ? 3L : 2L) * Long.BYTES * width);
    }
}

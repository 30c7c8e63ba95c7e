package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.tree.Node;
import sim.metrics.tree.Room;

/**
 * A thread's calls in progress: frames, used again, in memory that all threads share. Only its thread uses it, unless a method
 * says otherwise. {@link Healing} keeps it right whichever ends come. A thread's context extends this class and has its other
 * parts as fields, because the clock waits for every load on the way to a frame: one more load cost 2 ns at each end of a call.
 */
class FrameStack {
    /** Calls deeper than this are not metered but counted; a default stack ends long before. */
    private static final int DEEPEST = 1 << 16;
    /**
     * How many frames may be begun by hand; a default stack is full before that. However many of these are never ended, woven
     * calls have the rest.
     */
    static final int DEEPEST_BY_HAND = DEEPEST / 2;

    private static final int FIRST = 16;
    /** Where memory is short. */
    private static final int FEW = 4;
    /** A stack with room for more calls than these gives back what it does not use, where memory is short. */
    private static final int MANY = 64;
    /** Memory of a frame beside its readings, and of what else a thread has. */
    private static final int FRAME = 128;
    private static final int THREAD = 1_000;

    /** The first is no call: it is above all others, and belongs to no site. */
    Frame[] frames;
    /** Where the innermost call is; 0 for none. */
    int depth;
    /** Calls in progress past {@link #DEEPEST}, or past the memory for frames. */
    int tooDeep;
    int byHand;
    /** Calls that have begun. */
    long begins;
    /**
     * Calls that are at no place, by what became of them: {@link NotCounted}, until they are counted with those of others. The
     * owner's. Each goes up in the method that takes the call off the stack, or does not put it there, and beside that with no
     * call between: there is no method for it, for its own call could find the stack at its end, and the call be counted twice or
     * not at all.
     */
    final long[] notCounted = new long[NotCounted.KINDS + 1];
    /**
     * Calls that are counted, and that their flow contexts are told of next. What is left of them when none is being told of was
     * not told, for want of stack: see {@link #settle}.
     */
    int toTell;
    /** Memory of a stack that was taken away, until it is given back to the room. */
    long owed;

    final Threads threads;
    private final Room room;
    /** Ordinals read, wall time first. */
    private final int[] meters;
    /** Longs of each of a frame's two arrays. */
    private final int width;
    private ThreadContext owner;
    /** Memory that was taken beside the frames: for probes by hand (see {@link Tokens}) and payloads in progress. */
    private long more;

    FrameStack(Threads threads, int[] meters) {
        this.threads = threads;
        this.room = threads.books.room;
        this.meters = meters;
        this.width = meters.length == 1 ? 1 : threads.plan.width;
    }

    /** Makes the first frames. Once, before anything else. */
    final void open(ThreadContext context, Node root) {
        owner = context;
        frames = new Frame[room.isShort() ? FEW : FIRST];
        fill(frames, 0);
        frames[0].node = root;
        room.chargeCalls(bytes());
    }

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
     * The position of the frame of a woven end; 0 if there is none.
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
        return 0;
    }

    /**
     * Takes out a call without counting it: what was metered inside it was inside its caller.
     *
     * @param as what it is counted as instead
     * @return its frame, or null if it was not a metered call
     */
    final Frame takeOut(int at, int as) {
        Frame frame = frames[at];
        boolean byHandToo = frame.isByHand();
        frame.handOn(frames[at - 1], meters);
        if (frame.outermostIn != null && at < depth) {
            frames[at + 1].inherit(frame.outermostIn);
        }
        System.arraycopy(frames, at + 1, frames, at, depth - at);
        // stores alone from here on: a full stack leaves all of it or none
        frames[depth] = frame;
        depth--;
        byHand -= byHandToo ? 1 : 0;
        notCounted[as]++;
        boolean metered = frame.metered;
        frame.metered = true;
        frame.split = false;
        return metered ? frame : null;
    }

    /** A call is in progress no more. */
    final void left(Frame frame) {
        if (frame.isByHand()) {
            byHand--;
        }
    }

    /** What ended calls ran in is kept for the next ones only as long as it is current: off their path. */
    final void forgetScopes() {
        for (int at = depth + 1; at < frames.length && frames[at].site != null; at++) {
            frames[at].run(null, null);
        }
    }

    /** Whether it has room that others need: once it was deep. By any thread: its own looks again. */
    final boolean isTooLarge() {
        int size = frames.length;
        return size > MANY && size > 4 * depth && room.isShort();
    }

    /** Gives back what others need. */
    final void shrink() {
        if (isTooLarge()) {
            long before = bytes(frames.length);
            frames = Arrays.copyOf(frames, Math.max(FIRST, 2 * depth));
            room.giveCalls(before - bytes(frames.length));
        }
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

    /** Takes memory for something in addition to the frames; false if there is none. */
    final boolean takeMore(long bytes) {
        if (!room.takeForCalls(bytes)) {
            return false;
        }
        more += bytes;
        return true;
    }

    /** Gives it back. */
    final void giveMore(long bytes) {
        more -= bytes;
        room.giveCalls(bytes);
    }

    /** The memory that was taken beside the frames. */
    final long more() {
        return more;
    }

    /** The memory that was taken for all of it. Once its thread has ended, by any. */
    final long bytes() {
        return THREAD + bytes(frames.length) + more + owed;
    }

    /** Counts what could not be told. Where no call is ending: by the owner, or by any thread once that is dead. */
    final void settle() {
        notCounted[NotCounted.NOT_IN_CONTEXT] += toTell;
        toTell = 0;
    }

    /** Whether there are any that were not counted, and are not told of yet. */
    final boolean hasNotCounted() {
        long any = 0;
        for (int i = 0; i < NotCounted.KINDS; i++) {
            any |= notCounted[i];
        }
        return any != 0;
    }

    /** Woven calls that are still open: once their thread has ended, their ends were lost. */
    private int leftOpen() {
        int open = 0;
        for (int at = depth; at > 0; at--) {
            Frame frame = frames[at];
            open += !frame.isByHand() && frame.metered && frame.isCurrent() ? 1 : 0;
        }
        return open;
    }

    private boolean grow() {
        int added = room.isShort() ? FEW : Math.max(FEW, frames.length / 8);
        if (depth >= DEEPEST || !room.hasForCalls(bytes(added))) {
            return false;
        }
        Frame[] larger = Arrays.copyOf(frames, frames.length + added);
        fill(larger, frames.length);
        // last, for giving it back could fail as well
        if (!room.takeForCalls(bytes(added))) {
            return false;
        }
        frames = larger;
        return true;
    }

    private void fill(Frame[] into, int from) {
        for (int i = from; i < into.length; i++) {
            into[i] = new Frame(owner, width);
        }
    }

    private long bytes(int many) {
        return (long) many * (FRAME + 2L * Long.BYTES * width);
    }
}

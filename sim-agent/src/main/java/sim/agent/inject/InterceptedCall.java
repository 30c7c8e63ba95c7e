package sim.agent.inject;

import java.util.Arrays;

/**
 * A call of an intercepted method in progress, for one interception. Used by its thread alone. The thread uses the object again for a later
 * call, so a call allocates nothing.
 */
final class InterceptedCall extends Begun {
    /** Up to this many values, including the object, are passed one by one; more are passed in an array. */
    static final int FEW = 6;
    /**
     * Once this many calls of the same probe have begun directly inside this one, and again at each doubling, SIM looks whether this one is
     * still in progress.
     */
    private static final int DOUBTED = 16;

    final LoadedProbe.State state;
    private final Object[] few = new Object[FEW];
    final Description own = new Description(null, null, null);
    Site site;
    Placed placed;
    /** The object (null in a static method) and the arguments as they were on entry. Null if no handler reads any. */
    Object[] values;
    /** The call of the same probe around this one. In the list of free objects, the next one. */
    InterceptedCall outer;
    /** The interception that began before this one at the same call. */
    InterceptedCall before;
    /** The interception that began after this one at the same call. */
    private InterceptedCall after;
    Object returned;
    Throwable error;
    /** Null if this call makes no payload. */
    Description payload;
    /** Whether the runtime measures the payload's time. */
    boolean entered;
    /** The outer call whose payload this one's is to replace. */
    InterceptedCall replaces;
    boolean split;
    /** The runtime's numbers of the payload and of the split; 0 for none, negative if the begin failed. */
    long payloadNumber;
    long splitNumber;
    /** How many calls of the same probe have begun directly inside this one. */
    private int inside;
    /**
     * True until the call has begun, and if its end failed in the runtime. A failed call stays on its thread until the next call gives it
     * up.
     */
    boolean failed;
    boolean over = true;

    InterceptedCall(LoadedProbe.State state) {
        this.state = state;
    }

    /** Begins another call with this object. */
    void begin(Site at, Placed by, InterceptedCall around, InterceptedCall earlier) {
        site = at;
        placed = by;
        outer = around;
        before = earlier;
        if (earlier != null) {
            earlier.after = this;
        }
        after = null;
        payloadNumber = 0;
        splitNumber = 0;
        inside = 0;
        failed = true;
        left = false;
        over = false;
    }

    void values(Object a, Object b, Object c, Object d, Object e, Object f) {
        few[0] = a;
        few[1] = b;
        few[2] = c;
        few[3] = d;
        few[4] = e;
        few[5] = f;
        values = few;
    }

    /** Drops all references to objects of the application. */
    void forget() {
        if (values == few) {
            Arrays.fill(few, null);
        }
        values = null;
        site = null;
        placed = null;
        outer = null;
        before = null;
        after = null;
        returned = null;
        error = null;
        payload = null;
        entered = false;
        replaces = null;
        split = false;
        own.set(null, null, null);
    }

    /**
     * Whether the method has ended although no end was reported. Only the last interception of a call is told so; this looks through them.
     */
    boolean isGone() {
        InterceptedCall at = this;
        while (at != null && !at.left && !at.over) {
            at = at.after;
        }
        return at != null || isLost();
    }

    /**
     * Called when another call begins inside this one. Returns whether this is a call of a JDK method that has ended. Only the stack can
     * show that.
     */
    private boolean isLost() {
        CallPlace place = site.place;
        if (place != null && ++inside >= DOUBTED && Integer.bitCount(inside) == 1 && !place.isOnStack()) {
            left = true; // the earlier interceptions of the call see it too
        }
        return left;
    }

    /** The innermost call around this one that makes a payload; null for none. */
    InterceptedCall outerPayload() {
        InterceptedCall at = outer;
        while (at != null && at.payload == null) {
            at = at.outer;
        }
        return at;
    }
}

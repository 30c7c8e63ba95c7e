package sim.agent.inject;

import java.util.Arrays;

/**
 * A call of an intercepted method in progress, for one interception. Touched by its thread alone, and used again for a later call: a
 * call allocates nothing.
 */
final class InterceptedCall extends Begun {
    /** Up to this many values, the object among them, are passed one by one; more are passed in an array. */
    static final int FEW = 6;
    /** So many calls of its probe begin inside one, or twice as many and so on, before it is looked whether it goes on. */
    private static final int DOUBTED = 16;

    final LoadedProbe.State state;
    private final Object[] few = new Object[FEW];
    final Description own = new Description(null, null, null);
    Site site;
    Placed placed;
    /** The object, null in a static method, and the arguments as they were on entry. Null where no handler asks for one. */
    Object[] values;
    /** The call of the same probe around it; among those that are free, the next. */
    InterceptedCall outer;
    /** What began before it at the same call. */
    InterceptedCall before;
    /** What began after it at the same call. */
    private InterceptedCall after;
    Object returned;
    Throwable error;
    /** Null where it makes none. */
    Description payload;
    /** Whether the payload is the runtime's to time. */
    boolean entered;
    /** Whose payload this one's is to replace. */
    InterceptedCall replaces;
    boolean split;
    /** Of its payload in the runtime, and of its split; 0 for none, negative where it failed. */
    long payloadNumber;
    long splitNumber;
    /** Calls of its probe that began directly inside it. */
    private int inside;
    /** Until it has begun, and where its end left something in the runtime: it then stays, for the next one to give it up. */
    boolean failed;
    boolean over = true;

    InterceptedCall(LoadedProbe.State state) {
        this.state = state;
    }

    /** Another call begins. */
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

    /** It holds nothing of the application's any more. */
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

    /** Whether the method goes on no more. The last one of a call is told so, and those before it are not. */
    boolean isGone() {
        InterceptedCall at = this;
        while (at != null && !at.left && !at.over) {
            at = at.after;
        }
        return at != null || isLost();
    }

    /** Another call begins inside it. Whether it is one of the JDK that goes on no more, which nothing could say. */
    private boolean isLost() {
        CallPlace place = site.place;
        if (place != null && ++inside >= DOUBTED && Integer.bitCount(inside) == 1 && !place.isOnStack()) {
            left = true; // those before it at the same call are gone as well
        }
        return left;
    }

    /** The innermost call around it that makes a payload; null for none. */
    InterceptedCall outerPayload() {
        InterceptedCall at = outer;
        while (at != null && at.payload == null) {
            at = at.outer;
        }
        return at;
    }
}

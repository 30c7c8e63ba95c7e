package sim.metrics.probe;

import sim.base.meter.Clock;
import sim.base.meter.MemoryRest;
import sim.context.Scope;
import sim.metrics.tree.Node;

/**
 * A call in progress on a virtual thread that has no context: what of a {@link Frame} outlives the moment. 72 bytes, and where the meters of
 * the process are read 48 more, twice that once a call inside has ended. A thread's innermost one stands for the thread in the table of {@link LightCalls}, also where it has a
 * scope and no call. Used again; only its thread uses it, except after the thread's end.
 */
final class LightCall {
    /** Whose it is; null while it is in no table. */
    Thread thread;
    /** The next one in the table, or in the list of free ones. */
    LightCall next;
    /** What is in progress around it; null for nothing. */
    LightCall caller;
    /** Null for no call: the thread only has a scope. */
    ProbeSite site;
    Node node;
    /** The scope in which the call began. */
    Scope scope;
    /** The thread's present scope, where this is its innermost call. */
    Scope current;
    /** The meters beside wall time at the begin, and what inner calls took of them; null for none. */
    long[] begin;
    long[] inner;
    int epoch;
    /** Whether it was counted or given up, and only could not be taken off because the stack was full. */
    boolean isOver;
    /** Whether it is being counted, where SIM may ask the application for a text, or SIM is at work inside it. Nothing is metered meanwhile. */
    boolean isEnding;
    /** Whether it is a frame of the thread's context by now, under the serial in {@link #innerWall}. */
    boolean isMoved;
    /** The groups of measures that are read of it, and above them those that inner calls did not read: see {@link Frame}. And a bit of {@link StandIn}. */
    byte groups;
    long beginTick;
    long innerWall;

    /** Whether it is a call that nobody has counted or given up. */
    boolean isOpen() {
        return site != null && !isOver;
    }

    /** Whether its name was not switched since it began. */
    boolean isCurrent() {
        return site.card().epoch() == epoch;
    }

    /**
     * Hands what was metered inside it on to its caller. Nothing of a call that was counted: its caller has it. Each number goes once, wherever this fails: the call may stay
     * listed, and is asked again.
     */
    void handOn(MemoryRest rest) {
        if (caller == null) {
            return;
        }
        caller.innerWall += innerWall;
        innerWall = 0;
        caller.groups |= groups & StandIn.MIXED;
        for (int i = 0; inner != null && i < inner.length; i++) {
            if (inner[i] != 0) {
                caller.take(i, inner[i], inner.length, rest);
                inner[i] = 0;
            }
        }
    }

    /** Leaves the time since a tick out of its self time: it was SIM's own. Returns how long that was, ns; 0 if it is no call in progress. */
    long disown(long tick) {
        if (!isOpen()) {
            return 0;
        }
        long took = Math.max(0, Clock.between(tick, Clock.ticks()));
        innerWall += took;
        return took;
    }

    /** Adds what inner calls took of a meter. Without room in the heap it stays in the self value, and this is said of it. */
    void take(int meter, long more, int width, MemoryRest rest) {
        if (inner == null && rest.isOver()) {
            try {
                inner = new long[width];
            } catch (OutOfMemoryError full) {
                rest.begin();
            }
        }
        if (inner == null) {
            groups |= StandIn.MIXED;
        } else {
            inner[meter] += more;
        }
    }

    /** Forgets whose call it was. */
    void clear() {
        thread = null;
        next = null;
        caller = null;
        site = null;
        node = null;
        scope = null;
        current = null;
        inner = null;
        isOver = false;
        isEnding = false;
        isMoved = false;
        innerWall = 0;
    }
}

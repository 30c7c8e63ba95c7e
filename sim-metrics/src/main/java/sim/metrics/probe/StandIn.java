package sim.metrics.probe;

import sim.base.lending.Lent;
import sim.context.Scope;
import sim.metrics.failure.FailureBook;
import sim.metrics.tree.Node;
import sim.model.snapshot.MeasureGroup;

/**
 * A context that stands in for a virtual thread that has none, for the length of one begin or end: it gets the call and the call around it,
 * and gives back what has changed. Whoever holds it uses it.
 */
final class StandIn extends Lent {
    /** Of {@link LightCall#groups}: the groups that inner calls did not read. */
    static final int MIXED = MeasureGroup.EVERY << StandIn.BITS;
    static final int NOTHING = 0;
    static final int BEGUN = 1;
    /** It is not begun as a light call. */
    static final int NOT_HERE = 2;
    private static final int BITS = 3;
    /** Also of the groups: what chance chose for the call holds for those inside no more. */
    private static final int IS_LONG = 1 << 2 * BITS;
    /** About {@link ThreadContext#LONG}. A prime: no loop of the program keeps step with it, and so it meets each call of the loop. */
    private static final int ONE_OF = 16_381;

    private final ThreadContext context;
    /** Calls that have begun inside others, up to {@link #ONE_OF}. */
    private int inner;

    StandIn(ThreadContext context) {
        this.context = context;
    }

    int[] meters() {
        return context.readings.meters;
    }

    /** Prepares it for a thread that has borrowed it. A holder before may have failed at any step. */
    void standInFor(Thread thread) {
        context.depth = 0;
        context.tooDeep = 0;
        context.thread = thread;
        if (context.toTell != 0 || context.hasNotCounted()) {
            settle();
        }
    }

    /** Takes over what could not be counted. */
    void settle() {
        context.settle();
        context.threads.mishaps.takeNotCounted(context.notCounted);
    }

    /**
     * Begins a call, whose thread, caller and scope are known.
     *
     * @return {@link #BEGUN}, {@link #NOTHING} to meter, or {@link #NOT_HERE}: it counts elsewhere than below its caller, so its thread needs a context
     */
    int begin(LightCall call, ProbeSite site, int epoch, int[] others) {
        LightCall caller = call.caller;
        context.obeySwitches();
        if (caller != null) {
            load(caller, context.frames[1], null, others);
            context.frames[1].serial = ++context.begins - (isLong(caller) ? ThreadContext.LONG : 0);
            context.depth = 1;
        }
        context.scope = call.current;
        context.source.expire();
        Frame frame = context.begin(site, epoch);
        if (frame == null) {
            return NOTHING;
        }
        if (frame.folded || frame.aside) {
            return NOT_HERE;
        }
        store(caller, others);
        call.node = frame.node;
        call.scope = frame.scope;
        call.epoch = frame.epoch;
        call.groups = groups(frame);
        call.beginTick = frame.beginTick;
        call.innerWall = frame.innerWall;
        for (int i = 0; i < others.length; i++) {
            call.begin[i] = frame.begin[others[i]];
        }
        call.site = frame.site; // last: a thread's scope may have been here already
        return BEGUN;
    }

    /**
     * Whether so many have begun inside a call that chance chooses anew: see {@link ThreadContext#LONG}. There is no room to count them in the call. One in so many of all inner calls settles it
     * for the call that it is in, so it is one inside which many begin.
     */
    private boolean isLong(LightCall caller) {
        if (++inner == ONE_OF) {
            inner = 0;
            caller.groups |= IS_LONG;
        }
        return (caller.groups & IS_LONG) != 0;
    }

    /** Ends a call. Whatever fails, the call is over once it was counted, and its caller has what it took. */
    void end(LightCall call, long tick, Throwable error, int[] others) {
        LightCall caller = call.caller;
        int at = 1;
        context.obeySwitches();
        if (caller != null) {
            load(caller, context.frames[1], null, others);
            at = 2;
        }
        load(call, context.frames[at], caller, others);
        context.depth = at;
        context.scope = call.current;
        context.source.expire();
        if (error != null) {
            passOn(error, call, context.frames[at]);
        }
        try {
            context.finish(at, tick, error);
        } finally {
            if (context.depth < at) { // stores alone, for the stack may be full
                call.isOver = true;
                call.innerWall = 0; // its caller has it: see LightCall.handOn
                call.inner = null;
                call.groups = 0;
            }
            store(caller, others); // right where nothing was counted too: the caller has what it had
        }
    }

    /** Takes over that a call inside has ended with an exception, and leaves that to the call around it. */
    private void passOn(Throwable error, LightCall call, Frame frame) {
        FailureBook failures = context.threads.failures;
        int mark = FailureBook.mark(error);
        frame.serial = ++context.begins; // of no call before: what failed inside others is not of this one
        if (failures.cameTo(mark, call)) {
            frame.failedInside(mark);
        }
        if (call.caller != null) {
            failures.goesOn(mark, call.caller);
        }
    }

    private static byte groups(Frame frame) {
        return (byte) (frame.reads | frame.mixed << BITS);
    }

    /** Fills a frame with a call. */
    static void load(LightCall call, Frame frame, LightCall caller, int[] others) {
        Node above = caller == null ? null : caller.node;
        Scope before = caller == null ? null : caller.scope;
        frame.site = call.site;
        frame.node = call.node;
        frame.callerNode = above;
        frame.tally = null;
        frame.epoch = call.epoch;
        frame.metered = true;
        frame.split = null;
        frame.shown = null;
        frame.reads = call.groups & MeasureGroup.EVERY;
        frame.isByChance = ThreadContext.isByChance(call.site.card().reading(),
                call.caller != null && Scope.isSame(call.caller.scope, call.scope));
        frame.mixed = call.groups >> BITS & MeasureGroup.EVERY;
        frame.folded = false;
        frame.aside = false;
        frame.clearOut();
        frame.beginTick = call.beginTick;
        frame.innerWall = call.innerWall;
        frame.moves = Long.MIN_VALUE; // of another source: each meter is looked at
        frame.run(call.scope, Scope.isSame(before, call.scope) ? null : call.scope);
        for (int i = 0; i < others.length; i++) {
            frame.begin[others[i]] = call.begin[i];
            frame.inner[others[i]] = call.inner == null ? 0 : call.inner[i];
        }
    }

    /** Gives the caller what the call and its probe took of it. */
    private void store(LightCall caller, int[] others) {
        if (caller == null) {
            return;
        }
        Frame frame = context.frames[1];
        caller.innerWall = frame.innerWall;
        caller.groups = (byte) (groups(frame) | caller.groups & IS_LONG);
        for (int i = 0; i < others.length; i++) {
            long more = frame.inner[others[i]] - (caller.inner == null ? 0 : caller.inner[i]);
            if (more != 0) {
                caller.take(i, more, others.length, context.threads.rest);
            }
        }
    }
}

package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.meter.Clock;
import sim.base.thread.ThreadId;
import sim.context.Scope;
import sim.metrics.tree.Node;
import sim.metrics.tree.NumbersMemory;

/**
 * The calls and scopes of virtual threads beyond the few that have a context. A context takes 2 to 4 KB, and a hundred thousand threads
 * may wait inside a call at a time; a {@link LightCall} takes 80 to 180 bytes of the memory of all. A context that stands in does the
 * work of each begin and end, so such a call is counted like any other, at 0.2 to 0.3 us more. A call for which there is no memory, by the
 * bound or in the heap, is counted at its place as it begins, without times ({@code calls.untimed}), and a scope is not opened. A full heap is asked
 * once in a {@link sim.base.meter.MemoryRest}. If a thread needs more than woven calls and scopes, its calls
 * move to a context of its own: {@link #moveTo}.
 */
final class LightCalls {
    /** The part of a thread's id that finds its stripe. */
    static final int BITS = 6;

    private final Threads threads;
    private final CallMishaps mishaps;
    private final LightStripe[] stripes = new LightStripe[1 << BITS];
    private final StandIns standIns;
    /** The ordinals of the meters that these threads read beside wall time. */
    private final int[] others;
    private final AtomicLong untimed = new AtomicLong();
    /** Those of them that are missing in the sums of their context. */
    private final AtomicLong untimedInContext = new AtomicLong();

    LightCalls(Threads threads, NumbersMemory memory) {
        this.threads = threads;
        this.mishaps = threads.mishaps;
        this.standIns = new StandIns(threads);
        int[] meters = standIns.meters();
        this.others = Arrays.copyOfRange(meters, 1, meters.length);
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new LightStripe(memory, threads.rest, others.length);
        }
    }

    /** Whether the calling thread has calls or a scope here. */
    boolean knows(Thread thread) {
        return innermost(stripeOf(thread), thread) != null;
    }

    /** Whether a call of the calling thread is being counted. */
    boolean isEnding(Thread thread) {
        LightCall innermost = innermost(thread);
        return innermost != null && innermost.isEnding;
    }

    /** How many calls of the calling thread are in progress. */
    int depth(Thread thread) {
        int depth = 0;
        for (LightCall call = innermost(thread); call != null; call = call.caller) {
            depth += call.isOpen() ? 1 : 0;
        }
        return depth;
    }

    /** The calling thread's innermost call; null for none. */
    LightCall innermost(Thread thread) {
        return innermost(stripeOf(thread), thread);
    }

    /** The calling thread's scope, or null. */
    Scope scope(Thread thread) {
        LightCall innermost = innermost(thread);
        return innermost == null ? null : innermost.current;
    }

    /**
     * Begins a call of the calling thread.
     *
     * @return what its end needs; null if there is nothing to end
     */
    Object begin(Thread thread, ProbeSite site, int epoch) {
        LightStripe stripe = stripeOf(thread);
        LightCall caller = innermost(stripe, thread);
        if (caller != null && caller.isEnding) {
            return null;
        }
        while (caller != null && caller.site != null && (caller.isOver || !caller.isCurrent())) {
            caller = giveUp(stripe, caller);
        }
        boolean isFirst = caller != null && caller.site == null; // what is there is there for the scope alone
        try {
            LightCall call = isAskedFor(site, caller) ? isFirst ? caller : take(stripe, false) : null;
            int begun = call == null
                    ? StandIn.NOT_HERE
                    : isFirst ? begun(call, thread, site, epoch) : begin(stripe, call, caller, thread, site, epoch);
            if (begun != StandIn.NOT_HERE) {
                return begun == StandIn.BEGUN ? call : null;
            }
            if (call != null && threads.rest.isOver() && !threads.isFull(thread)) {
                return threads.current().begin(site, epoch);
            }
        } catch (OutOfMemoryError full) { // what was begun of it is nowhere
            threads.rest.begin(full);
        }
        countUntimed(site, caller);
        return null;
    }

    /** Begins a call that is in no table yet, and puts it there. */
    private int begin(LightStripe stripe, LightCall call, LightCall caller, Thread thread, ProbeSite site, int epoch) {
        call.thread = thread;
        call.caller = caller;
        call.current = caller == null ? null : caller.current;
        int begun = begun(call, thread, site, epoch);
        stripe.borrowSoon();
        try {
            if (begun == StandIn.BEGUN) {
                stripe.put(call);
            } else {
                stripe.discard(call);
            }
        } finally {
            stripe.held = 0;
        }
        return begun;
    }

    /** Whether a call may be begun: during a rest only at a place that was met, because a new one takes memory. */
    private boolean isAskedFor(ProbeSite site, LightCall caller) {
        return threads.rest.isOver() || around(caller).find(site.name()) != null;
    }

    /** The place below which a call begins. */
    private Node around(LightCall caller) {
        return caller == null || caller.site == null ? threads.root : caller.node;
    }

    private int begun(LightCall call, Thread thread, ProbeSite site, int epoch) {
        StandIn standIn = standIns.borrow(thread);
        try {
            return standIn.begin(call, site, epoch, others);
        } finally {
            standIn.held = 0;
        }
    }

    /**
     * Ends a call of the calling thread, and gives up those that are still open inside it.
     *
     * @param begun what its begin returned; null for the innermost call of the site
     */
    void end(ProbeSite site, int epoch, LightCall begun, Throwable error) {
        long tick = Clock.ticks();
        Thread thread = Thread.currentThread();
        LightStripe stripe = stripeOf(thread);
        LightCall innermost = innermost(stripe, thread);
        LightCall call = innermost;
        while (call != null && (begun != null ? call != begun : call.site != site || call.epoch != epoch)) {
            call = call.caller;
        }
        if (call == null || !call.isOpen()) {
            mishaps.add(epoch == 0 ? CallMishaps.Kind.UNMATCHED : CallMishaps.Kind.SWITCHED);
            return;
        }
        if (innermost.isEnding) {
            return;
        }
        while (innermost != call) {
            innermost = giveUp(stripe, innermost);
        }
        if (!call.isCurrent()) {
            giveUp(stripe, call);
            return;
        }
        StandIn standIn = standIns.borrow(thread);
        call.isEnding = true;
        try {
            standIn.end(call, tick, error, others);
        } finally {
            call.isEnding = false;
            standIn.held = 0;
        }
        takeOff(stripe, call);
    }

    /** A call whose end failed is counted as lost, unless it was counted before. Its thread takes it off later. */
    void lost(LightCall call) {
        if (!call.isOver && call.thread == Thread.currentThread()) {
            call.isOver = true;
            synchronized (mishaps.notCounted) {
                mishaps.notCounted[NotCounted.LOST]++;
            }
        }
    }

    /** Replaces the calling thread's scope, if it has calls or a scope here. Returns whether it has. */
    boolean setScope(Thread thread, Scope scope) {
        LightStripe stripe = stripeOf(thread);
        LightCall innermost = innermost(stripe, thread);
        if (innermost == null) {
            return false;
        }
        innermost.current = scope;
        if (scope == null && innermost.site == null) {
            takeOff(stripe, innermost);
        }
        return true;
    }

    /** Gives the calling thread, which has nothing here, its first scope; false if there is no memory. */
    boolean open(Thread thread, Scope scope) {
        LightStripe stripe = stripeOf(thread);
        LightCall none = take(stripe, true);
        if (none == null) {
            return false;
        }
        none.thread = thread;
        none.current = scope;
        stripe.borrowSoon();
        try {
            stripe.put(none);
        } finally {
            stripe.held = 0;
        }
        return true;
    }

    /**
     * Copies what the calling thread has here to its new context, which nobody has found yet. If this fails, all is here as before. What was metered inside calls that are over,
     * and could not be taken off yet, is inside their callers from here on.
     *
     * @return the open calls, the outermost first, for {@link #moveTo}
     */
    LightCall[] copyTo(ThreadContext context, LightCall innermost) {
        int open = 0;
        for (LightCall call = innermost; call != null; call = call.caller) {
            if (call.isOpen()) {
                open++;
            } else if (!call.isMoved) {
                call.handOn(threads.rest);
            }
        }
        LightCall[] calls = new LightCall[open];
        for (LightCall call = innermost; call != null; call = call.caller) {
            if (call.isOpen()) {
                calls[--open] = call;
            }
        }
        int room = context.makeRoom(calls.length);
        for (int i = 0; i < room; i++) {
            StandIn.load(calls[i], context.frames[i + 1], calls[i].caller, others);
        }
        return calls;
    }

    /**
     * What was copied is the context's from here on. The ends of woven calls still come here, and {@link #endMoved} passes them on: they find
     * their frames by the serials. A call without room is counted as too deep.
     *
     * @param calls what {@link #copyTo} returned
     */
    void moveTo(ThreadContext context, LightCall innermost, LightCall[] calls) {
        // stores alone, for the stack may be full: nothing is counted here any more, even where a call stays listed
        context.scope = innermost.current;
        innermost.current = null;
        int room = Math.min(calls.length, context.frames.length - 1);
        for (int i = 0; i < calls.length; i++) {
            LightCall call = calls[i];
            call.isMoved = true;
            call.isOver = true;
            call.innerWall = 0;
            if (i < room) {
                context.frames[i + 1].serial = ++context.begins;
                call.innerWall = context.begins;
                context.depth++;
            } else {
                context.notCounted[NotCounted.TOO_DEEP]++;
            }
        }
        LightStripe stripe = stripeOf(context.thread);
        stripe.borrowSoon();
        try {
            stripe.drop(innermost);
        } finally {
            stripe.held = 0;
        }
    }

    /** Ends a call that has moved to its thread's context. */
    void endMoved(ProbeSite site, int epoch, LightCall begun, Throwable error) {
        ThreadContext context = threads.find();
        int at = context == null ? 0 : context.find(begun.innerWall);
        if (at > 0) {
            context.end(site, epoch, context.frames[at], error);
        } else {
            mishaps.add(epoch == 0 ? CallMishaps.Kind.UNMATCHED : CallMishaps.Kind.SWITCHED);
        }
    }

    /** Forgets dead threads, counts their calls as lost and closes their scopes. Called by the collector's thread. */
    void removeDead() {
        for (LightStripe stripe : stripes) {
            if (stripe.size != 0) {
                List<LightCall> dead = new ArrayList<>();
                stripe.borrowSoon();
                try {
                    stripe.removeDead(true, dead);
                } finally {
                    stripe.held = 0;
                    dead.forEach(this::abandon);
                }
            }
        }
    }

    private void abandon(LightCall dead) {
        countDead(dead);
        try {
            threads.starts.abandoned(dead.current);
        } catch (Throwable failure) {
            mishaps.failed(failure);
        }
    }

    /** Calls that were counted without times, because there was no memory for more. */
    long untimed() {
        return untimed.get();
    }

    /** Those of them that began in a context, whose sums do not have them. */
    long untimedInContext() {
        return untimedInContext.get();
    }

    /** Takes over what stand-ins could not count. */
    void settle() {
        standIns.settle();
    }

    private LightCall take(LightStripe stripe, boolean asksAlways) {
        List<LightCall> dead = null;
        stripe.borrowSoon();
        try {
            LightCall call = stripe.take(asksAlways);
            if (call == null && stripe.isWorthLooking()) {
                dead = new ArrayList<>();
                stripe.removeDead(false, dead);
                call = stripe.take(asksAlways);
            }
            return call;
        } finally {
            stripe.held = 0;
            if (dead != null) { // not before: others wait for the stripe, and to count takes a monitor
                dead.forEach(this::countDead);
            }
        }
    }

    /** At a place that was met this needs no memory. */
    private void countUntimed(ProbeSite site, LightCall caller) {
        Node around = around(caller);
        Node place = around.find(site.name());
        if (place == null) {
            threads.rest.check();
            place = site.below(around);
        }
        threads.books.countUntimed(place);
        untimed.incrementAndGet();
        if (caller != null && caller.current != null && caller.current.isSummed) {
            untimedInContext.incrementAndGet();
        }
    }

    private void countDead(LightCall innermost) {
        for (LightCall call = innermost; call != null; call = call.caller) {
            if (call.isOpen()) {
                call.isOver = true;
                count(call.isCurrent() ? NotCounted.LOST : NotCounted.SWITCHED);
            }
        }
    }

    /** Takes a thread's innermost call off. One that is still open is counted as given up. Returns the innermost one from now on. */
    private LightCall giveUp(LightStripe stripe, LightCall call) {
        Thread thread = call.thread;
        if (call.isOpen()) {
            call.isOver = true;
            count(call.isCurrent() ? NotCounted.HEALED : NotCounted.SWITCHED);
        }
        if (!call.isMoved) { // also of one whose end failed
            call.handOn(threads.rest);
        }
        takeOff(stripe, call);
        return innermost(stripe, thread);
    }

    /** Takes a thread's innermost call off. If there is no other and the thread has a scope, it stays for the scope. */
    private static void takeOff(LightStripe stripe, LightCall call) {
        if (call.caller == null && call.current != null) {
            call.site = null;
            call.node = null;
            call.scope = null;
            call.inner = null;
            call.isOver = false;
            call.isMoved = false;
            return;
        }
        stripe.borrowSoon();
        try {
            stripe.remove(call);
        } finally {
            stripe.held = 0;
        }
    }

    private void count(int kind) {
        synchronized (mishaps.notCounted) {
            mishaps.notCounted[kind]++;
        }
    }

    private LightStripe stripeOf(Thread thread) {
        return stripes[(int) ThreadId.of(thread) & stripes.length - 1];
    }

    /** An empty stripe holds nothing of the calling thread: only threads themselves enter theirs. */
    private static LightCall innermost(LightStripe stripe, Thread thread) {
        if (stripe.size == 0) {
            return null;
        }
        stripe.borrowSoon();
        try {
            return stripe.find(thread);
        } finally {
            stripe.held = 0;
        }
    }
}

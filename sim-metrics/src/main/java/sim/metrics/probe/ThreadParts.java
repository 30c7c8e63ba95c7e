package sim.metrics.probe;

import sim.base.meter.Readings;
import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.Place;
import sim.metrics.feature.ThreadPart;
import sim.metrics.tree.Node;

/**
 * A thread's context as features see it, and what they keep on the thread. A context has none until a feature asks for it, and then
 * keeps it. So a call on any other thread looks at one field.
 */
final class ThreadParts implements MeteredThread {
    final ThreadContext context;
    /** The part that was added last; the others follow by {@link ThreadPart#next}. */
    private ThreadPart last;

    ThreadParts(ThreadContext context) {
        this.context = context;
    }

    /** Whether no feature has anything in progress on the thread. Any thread may ask. */
    boolean areIdle() {
        for (ThreadPart each = last; each != null; each = each.next) {
            if (!each.isIdle()) {
                return false;
            }
        }
        return true;
    }

    void renew() {
        for (ThreadPart each = last; each != null; each = each.next) {
            each.renew();
        }
    }

    /** See {@link ThreadPart#abandon}. */
    void abandon() {
        for (ThreadPart each = last; each != null; each = each.next) {
            each.abandon();
        }
    }

    @Override
    public Thread thread() {
        return context.thread;
    }

    @Override
    public boolean isShut() {
        return context.isShut();
    }

    @Override
    public boolean isVirtual() {
        return context.own == null;
    }

    @Override
    public long tick() {
        return context.source.tick();
    }

    @Override
    public Readings clock() {
        return context.source;
    }

    @Override
    public int depth() {
        return context.depth;
    }

    @Override
    public long call() {
        return context.depth == 0 ? 0 : context.innermost().serial;
    }

    @Override
    public boolean isOpen(int depth, long call) {
        return depth <= context.depth && context.frames[depth].serial == call;
    }

    @Override
    public Place place() {
        return context.innermost().node;
    }

    @Override
    public long contextId() {
        return context.scope == null ? 0 : context.scope.contextId();
    }

    @Override
    public long contextMicros() {
        return context.scope == null ? 0 : context.scope.contextMicros();
    }

    @Override
    public ThreadPart parts() {
        return last;
    }

    @Override
    public void add(ThreadPart part) {
        last = part;
    }

    @Override
    public boolean take(long bytes) {
        return context.takeMore(bytes);
    }

    @Override
    public long beginSplit(ThreadPart by, Place place, long tick) {
        return context.beginSplit(by, (Node) place, tick);
    }

    @Override
    public void endSplit(long split, long tick, Throwable error) {
        context.endSplit(split, tick, error);
    }

    @Override
    public void giveUpSplit(long split) {
        int at = context.find(split);
        if (at > 0) {
            context.giveUp(at, NotCounted.ELSEWHERE);
        }
    }

    @Override
    public boolean hasEnded(long split) {
        return context.hasEnded(split);
    }

    @Override
    public void renewSoon() {
        context.sweepNext();
    }
}

package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The contexts of the platform threads that are metered. A thread enters its own by one compare-and-set, whatever the collector does
 * meanwhile: new contexts form a linked chain, and the collector's thread takes the whole chain. Only the collector's thread calls
 * methods other than {@link #enter} and {@link #newest}. No metered thread ever takes the lock.
 */
final class Roster {
    private final AtomicReference<ThreadContext> newcomers = new AtomicReference<>();
    private final List<ThreadContext> known = new ArrayList<>();
    /** The rest of the chain that was taken and not entered yet. If memory is short, they are entered the next time. */
    private ThreadContext arriving;

    /** Enters the calling thread's new context. */
    void enter(ThreadContext context) {
        ThreadContext before;
        do {
            before = newcomers.get();
            context.cameBefore = before;
        } while (!newcomers.compareAndSet(before, context));
    }

    /**
     * Visits all contexts.
     *
     * @param dead called after the visit for each context whose thread was dead before it; these are not visited again
     */
    synchronized void visit(Consumer<ThreadContext> each, Consumer<ThreadContext> dead) {
        takeNewcomers();
        for (Iterator<ThreadContext> all = known.iterator(); all.hasNext();) {
            ThreadContext context = all.next();
            boolean isDead = !context.thread.isAlive();
            each.accept(context);
            if (isDead) {
                dead.accept(context); // first: if this fails it is done again
                all.remove();
            }
        }
    }

    /** Visits all contexts and removes none. */
    synchronized void visit(Consumer<ThreadContext> each) {
        takeNewcomers();
        known.forEach(each);
    }

    /**
     * The newest context that the collector has not taken yet, or null. The others follow by {@link ThreadContext#cameBefore}, unless the
     * collector takes them meanwhile. Any thread.
     */
    ThreadContext newest() {
        return newcomers.get();
    }

    private void takeNewcomers() {
        do {
            while (arriving != null) {
                known.add(arriving);
                ThreadContext next = arriving.cameBefore;
                arriving.cameBefore = null;
                arriving = next;
            }
            arriving = newcomers.getAndSet(null);
        } while (arriving != null);
    }
}

package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The contexts of the platform threads that are metered. A thread enters its own by one compare-and-set, whatever the
 * collector does meanwhile: newcomers are linked through themselves, and the collector's thread takes the whole chain. All
 * but {@link #enter} and {@link #newest} is the collector's; its lock is one that no metered thread ever takes.
 */
final class Roster {
    private final AtomicReference<ThreadContext> newcomers = new AtomicReference<>();
    private final List<ThreadContext> known = new ArrayList<>();
    /** Of the chain that was taken those that are not known yet: where memory is short they are the next time. */
    private ThreadContext arriving;

    /** The calling thread's context, met for the first time. */
    void enter(ThreadContext context) {
        ThreadContext before;
        do {
            before = newcomers.get();
            context.cameBefore = before;
        } while (!newcomers.compareAndSet(before, context));
    }

    /**
     * Visits all.
     *
     * @param dead given those whose thread was dead before the visit, after it; they are not visited again
     */
    synchronized void visit(Consumer<ThreadContext> each, Consumer<ThreadContext> dead) {
        takeNewcomers();
        for (Iterator<ThreadContext> all = known.iterator(); all.hasNext();) {
            ThreadContext context = all.next();
            boolean isDead = !context.thread.isAlive();
            each.accept(context);
            if (isDead) {
                dead.accept(context); // first: where that fails it is done again
                all.remove();
            }
        }
    }

    /** Visits all, and forgets none. */
    synchronized void visit(Consumer<ThreadContext> each) {
        takeNewcomers();
        known.forEach(each);
    }

    /**
     * The newest of those the collector has not taken yet, or null; the others follow by {@link ThreadContext#cameBefore}, as far
     * as the collector does not take them meanwhile. Any thread.
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

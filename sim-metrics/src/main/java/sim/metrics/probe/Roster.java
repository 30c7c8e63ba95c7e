package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The records of the platform threads that are metered. A thread enters its own by one compare-and-set, whatever the collector does
 * meanwhile: new records form a linked chain, and the collector's thread takes the whole chain. Only the collector's thread calls
 * methods other than {@link #enter} and {@link #newest}. No metered thread ever takes the lock.
 */
final class Roster<T extends Roster.Member<T>> {
    /** A record that links itself to the next one, so that entering takes no memory. */
    interface Member<T> {
        /** The record that entered before this one; null once the collector has taken this one. */
        T cameBefore();

        /** Called before the record can be found, and by the collector's thread. */
        void cameBefore(T member);

        /** Whether its thread is dead. */
        boolean isDead();
    }

    private final AtomicReference<T> newcomers = new AtomicReference<>();
    private final List<T> known = new ArrayList<>();
    /** The rest of the chain that was taken and not entered yet. If memory is short, they are entered the next time. */
    private T arriving;

    /** Enters the calling thread's new record. */
    void enter(T member) {
        T before;
        do {
            before = newcomers.get();
            member.cameBefore(before);
        } while (!newcomers.compareAndSet(before, member));
    }

    /**
     * Visits all records.
     *
     * @param dead called after the visit for each record whose thread was dead before it; these are not visited again
     */
    synchronized void visit(Consumer<T> each, Consumer<T> dead) {
        takeNewcomers();
        for (Iterator<T> all = known.iterator(); all.hasNext();) {
            T member = all.next();
            boolean isDead = member.isDead();
            each.accept(member);
            if (isDead) {
                dead.accept(member); // first: if this fails it is done again
                all.remove();
            }
        }
    }

    /** Visits all records and removes none. */
    synchronized void visit(Consumer<T> each) {
        takeNewcomers();
        known.forEach(each);
    }

    /**
     * The newest record that the collector has not taken yet, or null. The others follow by {@link Member#cameBefore}, unless the
     * collector takes them meanwhile. Any thread.
     */
    T newest() {
        return newcomers.get();
    }

    private void takeNewcomers() {
        do {
            while (arriving != null) {
                known.add(arriving);
                T next = arriving.cameBefore();
                arriving.cameBefore(null);
                arriving = next;
            }
            arriving = newcomers.getAndSet(null);
        } while (arriving != null);
    }
}

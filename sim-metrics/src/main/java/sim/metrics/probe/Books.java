package sim.metrics.probe;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.event.InvocationRing;
import sim.metrics.snapshot.InvocationPacker;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Layout;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Room;

/**
 * Where an owner's numbers go: its ledger and the ring of single calls. A platform thread has its own; see
 * {@link SharedBooks} for the others.
 */
final class Books {
    private static final AtomicIntegerFieldUpdater<Books> HELD = AtomicIntegerFieldUpdater.newUpdater(Books.class,
            "held");

    final Ledger ledger;
    final InvocationRing ring;
    /** Calls counted here for platform threads that had no room for their place. The holder's. */
    long forPlatform;
    /**
     * 1 while somebody holds it. Given back by storing 0, in the holder's own method: a call could overflow its stack and
     * leave it held for ever.
     */
    volatile int held;

    /** @param meters the bit set of the meters its owner reads, of {@code width} */
    Books(Layout layout, Room room, int ringCapacity, AtomicLong ringRoom, int meters, int width) {
        this.ledger = new Ledger(layout, room);
        this.ring = new InvocationRing(ringCapacity, ringRoom, meters, width);
    }

    /** Takes it for the caller if nobody has it: one compare-and-set, 5 to 10 ns. */
    boolean borrow() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    /** Takes what was gained. The collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        ledger.drain(gathering);
        ring.drain(invocations);
    }

    /** Its owner has ended, and it was drained. The collector's thread only. */
    void retire() {
        ledger.retire();
        ring.retire();
    }
}

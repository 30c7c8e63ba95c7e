package sim.metrics.probe;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.event.InvocationRing;
import sim.base.lending.Lent;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Layout;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.NumbersMemory;
import sim.model.snapshot.InvocationPacker;

/**
 * Where an owner's numbers go: its ledger and the ring of single calls. A platform thread has its own; see
 * {@link SharedBooks} for the others.
 */
final class Books extends Lent {
    final Ledger ledger;
    final InvocationRing ring;
    /** Calls counted here for platform threads that had no room for their place. Only the holder writes it. */
    long forPlatform;

    /** @param meters the bit set of the meters its owner reads, of {@code width} */
    Books(Layout layout, NumbersMemory memory, int ringCapacity, AtomicLong ringRoom, int meters, int width) {
        this.ledger = new Ledger(layout, memory);
        this.ring = new InvocationRing(ringCapacity, ringRoom, meters, width);
    }

    /** Takes the gain out. Called by the collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        ledger.drain(gathering);
        ring.drain(invocations);
    }

    /** Gives the memory back, after the owner has ended and all was drained. Called by the collector's thread only. */
    void retire() {
        ledger.retire();
        ring.retire();
    }
}

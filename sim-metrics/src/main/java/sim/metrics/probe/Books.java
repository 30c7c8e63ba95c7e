package sim.metrics.probe;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.event.InvocationRing;
import sim.metrics.snapshot.InvocationPacker;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Ledger;

/**
 * Where an owner's numbers go: its ledger and the ring of single calls. A platform thread has its own; virtual threads
 * borrow one of a few, each for the length of one exit, so that a million of them need no million tables.
 */
final class Books {
    final Ledger ledger;
    final InvocationRing ring;
    private final AtomicBoolean borrowed = new AtomicBoolean();

    /** @param meters the bit set of the meters its owner reads, of {@code width} */
    Books(int ringCapacity, AtomicLong ringRoom, int meters, int width) {
        this.ledger = new Ledger(width);
        this.ring = new InvocationRing(ringCapacity, ringRoom, meters, width);
    }

    /** Takes it for the caller if nobody has it: one compare-and-set, 5 to 10 ns. */
    boolean borrow() {
        return borrowed.compareAndSet(false, true);
    }

    void giveBack() {
        borrowed.set(false);
    }

    /** Takes what was gained. The collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        ledger.drain(gathering);
        ring.drain(invocations);
    }
}

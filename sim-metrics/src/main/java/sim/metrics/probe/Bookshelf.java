package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.snapshot.InvocationPacker;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Node;
import sim.metrics.tree.Room;

/**
 * All books there are, and what they may take: platform threads get books of their own, and whoever has none, or no room for a
 * place in them, borrows shared ones. Any thread.
 */
final class Bookshelf {
    /** Memory for what all threads keep of their own. */
    final Room room;
    private final Plan plan;
    /** What rings may grow by, all together: however many threads keep calls, there is heap left. */
    private final AtomicLong ringRoom = new AtomicLong(Runtime.getRuntime().maxMemory() / 16);
    private final SharedBooks shared;
    /** Kept calls that threads had no room for, of those that died. Written by the collector's thread only. */
    private volatile long dropped;
    /** Values that found no room in the histograms of such. Likewise. */
    private volatile long folded;

    Bookshelf(Plan plan, Room room) {
        this.plan = plan;
        this.room = room;
        int all = (1 << plan.width) - 1;
        this.shared = new SharedBooks(Math.max(16, Math.min(64, 2 * Runtime.getRuntime().availableProcessors())),
                () -> own(all));
    }

    /**
     * A thread's own.
     *
     * @param present the bit set of the meters it reads
     */
    Books own(int present) {
        return new Books(plan.layout, room, plan.ringCapacity, ringRoom, present, plan.width);
    }

    /** Shared ones that have a tally of the node: see {@link SharedBooks#borrow}. */
    Books borrow(Node node) {
        return shared.borrow(node);
    }

    /** Takes what was gained in the shared ones. The collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        shared.drain(gathering, invocations);
    }

    /** Takes the kept calls alone. The collector's thread only. */
    void drain(InvocationPacker invocations) {
        shared.drain(invocations);
    }

    /** Their owner has died, and they were drained. The collector's thread only. */
    void retire(Books books) {
        dropped += books.ring.dropped();
        folded += books.ledger.folded();
        books.retire();
    }

    /**
     * @param droppedByLiving kept calls that living threads had no room for
     * @param foldedByLiving values that these had no room for in their histograms
     */
    void count(Map<String, Long> counters, long droppedByLiving, long foldedByLiving) {
        counters.put("calls.shared", shared.forPlatform());
        counters.put("histograms.folded", folded + foldedByLiving + shared.folded());
        counters.put("invocations.dropped", dropped + droppedByLiving + shared.dropped());
    }
}

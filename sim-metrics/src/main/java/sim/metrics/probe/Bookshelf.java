package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Node;
import sim.metrics.tree.NumbersMemory;
import sim.model.snapshot.InvocationPacker;

/**
 * All books, and the memory they may take. Each platform thread gets books of its own. A thread without books, or without room for a
 * place in its books, borrows shared ones. Any thread.
 */
final class Bookshelf {
    private static final int[] NONE = {};
    private static final long[] NO_AMOUNTS = {};

    /** The memory that all threads together may take for their numbers and frames. */
    final NumbersMemory memory;
    private final Plan plan;
    /** Bytes by which all rings together may still grow, so that heap is left however many threads keep calls. */
    private final AtomicLong ringRoom;
    private final SharedBooks shared;
    /** Kept calls that found no room, of threads that have died. Written by the collector's thread only. */
    private volatile long dropped;
    /** Values that found no room in a histogram, of threads that have died. Written by the collector's thread only. */
    private volatile long folded;

    Bookshelf(Plan plan, NumbersMemory memory) {
        this.plan = plan;
        this.memory = memory;
        this.ringRoom = new AtomicLong(plan.ringRoom);
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
        return new Books(plan.layout, memory, plan.ringCapacity, ringRoom, present, plan.width);
    }

    /** Borrows shared books that have a tally of the node: see {@link SharedBooks#borrow}. */
    Books borrow(Node node) {
        return shared.borrow(node);
    }

    /** Borrows shared books that have a tally of the node: see {@link SharedBooks#borrowOne}. */
    Books borrowOne(Node node) {
        return shared.borrowOne(node);
    }

    /** Counts a call at a place, and nothing else of it. */
    void countUntimed(Node node) {
        Books books = shared.borrow(node);
        try {
            books.ledger.addLeftOut(books.ledger.tallyAnyhow(node), NONE, NO_AMOUNTS, false);
        } finally {
            books.held = 0;
        }
    }

    /** Takes the gain out of the shared books. Called by the collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        shared.drain(gathering, invocations);
    }

    /** Takes only the kept calls out of the shared books. Called by the collector's thread only. */
    void drain(InvocationPacker invocations) {
        shared.drain(invocations);
    }

    /** Gives back the books of a thread that has died, after they were drained. Called by the collector's thread only. */
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

package sim.metrics.probe;

import java.util.function.Supplier;
import sim.base.lending.Lent;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Node;
import sim.model.snapshot.InvocationPacker;

/**
 * A few books that threads borrow, each for the end of one call. Virtual threads borrow them, so that a million threads need no million
 * ledgers. Platform threads borrow them at places for which their own books have no room, so that nothing is lost. A place has at least
 * one tally in all of them together and, while there is room, one in each.
 */
final class SharedBooks {
    private final Books[] all;

    SharedBooks(int many, Supplier<Books> maker) {
        this.all = new Books[many];
        for (int i = 0; i < many; i++) {
            all[i] = maker.get();
        }
    }

    /**
     * Lends books that have a tally of the node, for the end of one call. The holder never blocks, so some are soon free. The caller
     * gives them back by {@link Books#held}.
     */
    Books borrow(Node node) {
        Books books = Lent.anyOf(all);
        try {
            if (books.ledger.own(node) != null) {
                return books;
            }
        } catch (Throwable failure) {
            books.held = 0;
            throw failure;
        }
        books.held = 0;
        return borrowOne(node);
    }

    /** Lends the one tally of the node that all share where there is no room for another, or another would be a waste: see {@link Node#bookOf}. */
    Books borrowOne(Node node) {
        Books books = all[node.bookOf(all.length)];
        if (books.ledger.makesNone()) {
            Books known = borrowKnown(node);
            if (known != null) {
                return known;
            }
        }
        books.borrowSoon();
        try {
            books.ledger.tallyAnyhow(node);
            return books;
        } catch (Throwable failure) {
            books.held = 0;
            throw failure;
        }
    }

    /** Lends any books that have a tally of the node already; null if none have. */
    private Books borrowKnown(Node node) {
        for (Books books : all) {
            books.borrowSoon();
            boolean isKnown = false;
            try {
                isKnown = books.ledger.knows(node);
            } finally {
                if (!isKnown) {
                    books.held = 0;
                }
            }
            if (isKnown) {
                return books;
            }
        }
        return null;
    }

    /** Takes the gain out. Called by the collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        for (Books books : all) {
            books.drain(gathering, invocations);
        }
    }

    /** Takes only the kept calls out. Called by the collector's thread only. */
    void drain(InvocationPacker invocations) {
        for (Books books : all) {
            books.ring.drain(invocations);
        }
    }

    /** Kept calls that found no room. */
    long dropped() {
        long dropped = 0;
        for (Books books : all) {
            dropped += books.ring.dropped();
        }
        return dropped;
    }

    /** Values that found no room in their histograms. */
    long folded() {
        long folded = 0;
        for (Books books : all) {
            folded += books.ledger.folded();
        }
        return folded;
    }

    /** How many calls of platform threads were counted here. */
    long forPlatform() {
        long calls = 0;
        for (Books books : all) {
            calls += books.forPlatform;
        }
        return calls;
    }
}

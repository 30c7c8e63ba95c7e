package sim.metrics.savepoint;

import java.util.HashMap;
import java.util.Map;
import sim.metrics.tree.Node;

/**
 * What one thread's ended calls added, by place in the call tree, between a savepoint and the next. Journals are linked
 * forwards only: a savepoint holds its own and all later ones, so what nobody can compare with any more is garbage, and
 * without a savepoint none is written. Costs the calls in proportion to nothing but themselves, and a comparison in
 * proportion to what changed.
 */
public final class Journal {
    final Map<Node, Account> accounts = new HashMap<>();
    Journal next;

    /** Adds an ended call. The thread's own. */
    public void add(Node node, int[] meters, long[] deltas, long[] inner) {
        Account account = accounts.get(node);
        if (account == null) {
            account = new Account(deltas.length);
            accounts.put(node, account);
        }
        account.add(meters, deltas, inner);
    }

    /** The journal to write from now on. */
    public Journal successor() {
        next = new Journal();
        return next;
    }
}

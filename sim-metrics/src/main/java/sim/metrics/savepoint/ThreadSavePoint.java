package sim.metrics.savepoint;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.metrics.tree.Node;

/** A point on one thread's way: its readings there, and the journal written from there on. */
public final class ThreadSavePoint implements Probes.SavePoint {
    private final ReadMeters meters;
    private Journal journal;
    private long[] readings;
    private long taken;

    /** @param meters the thread's; tells the thread too */
    public ThreadSavePoint(ReadMeters meters) {
        this.meters = meters;
    }

    /** Makes this the present. */
    public void set(Journal from, long[] at, long serial) {
        journal = from;
        readings = at;
        taken = serial;
    }

    /** Whether it was made for the thread with these meters. */
    public boolean isOf(ReadMeters others) {
        return meters == others;
    }

    @Override
    public Probes.ChangeSet compare(Probes.SavePoint older) {
        Objects.requireNonNull(older, "savepoint");
        if (!(older instanceof ThreadSavePoint from) || from.meters != meters) {
            throw new IllegalArgumentException("a savepoint of another thread cannot be compared with this one");
        }
        if (from.taken > taken) {
            throw new IllegalArgumentException("the older savepoint must be the argument");
        }
        return from.until(journal, readings);
    }

    /** What was gained up to now: {@code end} is the journal that is not part of it, null for none. */
    public Probes.ChangeSet until(Journal end, long[] now) {
        Map<Node, Account> sums = new HashMap<>();
        for (Journal at = journal; at != null && at != end; at = at.next) {
            at.accounts.forEach(
                    (node, account) -> sums.computeIfAbsent(node, ignored -> new Account(account.total.length))
                            .add(account, true));
        }
        return new Changes(meters, sums, readings, now);
    }
}

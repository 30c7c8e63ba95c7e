package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJI_Result;
import sim.base.name.Names;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Layout;
import sim.metrics.tree.Node;
import sim.metrics.tree.NumbersMemory;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/**
 * {@link Books#borrow}: what virtual threads do at their exits. Fails on any hardware when two hold the books at a time;
 * given back by a plain store it could fail on weaker hardware alone.
 */
@JCStressTest
@Description("Exits of two virtual threads in the same books: the next sees all the former wrote, numbers are exact.")
@Outcome(id = "4, 40, 4", expect = ACCEPTABLE, desc = "Two calls each: counted, summed, kept.")
@Outcome(expect = FORBIDDEN, desc = "One wrote over the other.")
@State
public class BooksHaveOneHolder {
    private static final Names NAMES = new Names(10);
    private static final Node NODE = new CallTree(10, NAMES).root().child(NAMES.name("a"));

    private final Books books = new Books(new Layout(1, 0, Meter.COUNT), new NumbersMemory(1 << 20), 8,
            new AtomicLong(), 1, 1);

    @Actor
    public void oneThread() {
        exit();
        exit();
    }

    @Actor
    public void anotherThread() {
        exit();
        exit();
    }

    @Arbiter
    public void drain(JJI_Result result) {
        Gathering gathering = new Gathering(1);
        books.ledger.drain(gathering);
        for (TreeRow row : gathering.rows()) {
            result.r1 += row.count();
            result.r2 += row.total()[0];
        }
        InvocationPacker kept = new InvocationPacker();
        books.ring.drain(kept);
        result.r3 = kept.size();
    }

    private void exit() {
        while (!books.borrow()) {
            Thread.onSpinWait();
        }
        books.ledger.addWall(books.ledger.own(NODE), 10, 0, 0);
        books.ring.offer(NODE.id, 0, 0, "thread", 1, new long[]{10}, false, null);
        books.held = 0;
    }
}

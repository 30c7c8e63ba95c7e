package sim.metrics.tree;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import sim.model.snapshot.MeasureGroup;

/**
 * {@link Tally#count}: stored with release at the end of a call. A plain store in its place fails on x86 too: the hardware
 * keeps stores in order, but the compiler of JDK 25 moves it before the errors' where two calls are
 * inlined, which a run of some seconds shows.
 */
@JCStressTest
@Description("Who reads a count reads sums, errors and a histogram that have at least these calls.")
@Outcome(id = "0, [012], [012], [012]", expect = ACCEPTABLE, desc = "No call is counted yet; what is seen of them early is part of the next difference.")
@Outcome(id = "1, [12], [12], [12]", expect = ACCEPTABLE, desc = "The first call whole, and perhaps some of the second.")
@Outcome(id = "2, 2, 2, 2", expect = ACCEPTABLE, desc = "Both calls whole.")
@Outcome(expect = FORBIDDEN, desc = "A call is counted that is not in the sums.")
@State
public class CountCoversSums {
    private static final int[] WALL = {0};
    private static final long[] TOTAL = {10};
    private static final long[] INNER = {4};

    private final Ledger ledger = Nodes.ledger();
    private final Tally tally = ledger.own(Nodes.node(1));

    @Actor
    public void thread() {
        ledger.add(tally, WALL, 1, TOTAL, INNER, MeasureGroup.EVERY, 0, true);
        ledger.add(tally, WALL, 1, TOTAL, INNER, MeasureGroup.EVERY, 0, true);
    }

    /** The count, and how many calls there are by total and self, by the errors, and by the histogram. */
    @Actor
    public void collector(IIII_Result result) {
        result.r1 = (int) tally.count();
        result.r2 = (int) Math.min(tally.total(0) / 10, tally.self(0) / 6);
        result.r3 = (int) tally.errors;
        int[] histogram = tally.histogram();
        result.r4 = histogram == null ? 0 : histogram[Histogram.HEAD + 10];
    }
}

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import sim.base.meter.Clock;
import sim.metrics.feature.ThreadPart;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** What the end of a call leaves behind that failed, as it does where the stack is full. */
class LostEndsTest {
    private static final int WORK = Meter.COUNT;

    /** The lost call kept what a recursive one inside it had told it to leave out of its total. */
    @Test
    void theNextCallsTotalLeavesOutNothingOfALostCall() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=6");
        Probes.Counter work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        ProbeSite c = runs.site("c");
        nested(work, a, b, c); // half of the places: recursion folds from here on
        Object outer = a.begin();
        Object between = b.begin();
        nested(work, a);
        nested(work, a);
        b.lost(between, new StackOverflowError());
        a.end(outer, null);
        nested(work, a, b);
        runs.drain();
        assertThat(runs.counter("tree.recursions")).isEqualTo(1);
        assertThat(runs.counter("calls.lost")).isEqualTo(1);
        TreeRow around = runs.row("a/b");
        assertThat(around.count()).isEqualTo(2);
        assertThat(around.self()[WORK]).isEqualTo(2);
        assertThat(around.total()[WORK]).as("its own and c's").isEqualTo(2 + runs.row("a/b/c").total()[WORK]);
    }

    /** What was metered inside it was in its caller's self time a second time, and what was recursive in that one's total less than once. */
    @Test
    void whatWasInsideALostCallIsInsideItsCaller() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=6");
        Probes.Counter work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        ProbeSite c = runs.site("c");
        nested(work, a, b, c); // half of the places: recursion folds from here on
        Object outer = a.begin();
        Object between = b.begin();
        work.inc(1);
        nested(work, c);
        nested(work, a);
        b.lost(between, new StackOverflowError());
        a.end(outer, null);
        runs.drain();
        assertThat(runs.counter("calls.lost")).isEqualTo(1);
        assertThat(runs.row("a/b/c").total()[WORK]).isEqualTo(2);
        assertThat(runs.row("a/b").total()[WORK]).as("of before").isEqualTo(2);
        assertThat(runs.row("a").self()[WORK]).as("its own two and that of the lost one").isEqualTo(3);
        assertThat(runs.row("a").total()[WORK]).as("all").isEqualTo(6);
        assertThat(runs.row("a").self()[0]).isLessThanOrEqualTo(runs.row("a").total()[0]);
    }

    @Test
    void splitsInsideALostCallAreNoLostCalls() {
        Runs runs = new Runs("");
        ProbeSite site = runs.site("called");
        Frame begun = (Frame) site.begin();
        ThreadContext context = runs.metering.threads.current();
        ThreadPart feature = new ThreadPart(context.parts()) {
            @Override
            public boolean isIdle() {
                return true;
            }
        };
        assertThat(context.beginSplit(feature, begun.node, Clock.ticks())).isNotZero();
        site.lost(begun, new StackOverflowError());
        assertThat(context.depth).isZero();
        assertThat(runs.counter("calls.lost")).isEqualTo(1);
    }

    private static void nested(Probes.Counter work, ProbeSite... sites) {
        for (ProbeSite site : sites) {
            site.begin();
            work.inc(1);
        }
        for (int i = sites.length; i-- > 0;) {
            sites[i].end();
        }
    }
}

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

class MeteringTest {
    /** Rings have a sixteenth of a heap of 16 MB, however large the heap is: 40 bytes a call, and the next size is twice as large. */
    @Test
    void ringsOfKeptCallsAreBoundedByMemory() {
        Runs runs = new Runs("meters=wall,events=all,memory=4MB");
        ProbeSite site = runs.site("a");
        for (int i = 0; i < 40_000; i++) {
            site.begin();
            site.end();
        }
        assertThat(runs.drain().invocations()).hasSize(16_384);
        assertThat(runs.counter("invocations.dropped")).isEqualTo(40_000 - 16_384);
    }

    @Test
    void countsNestedCallsWhereTheyAreCalledFrom() {
        Runs runs = new Runs("meters=wall");
        ProbeSite outer = runs.site("outer");
        ProbeSite inner = runs.site("inner");
        for (int i = 0; i < 3; i++) {
            outer.begin();
            inner.begin();
            inner.end();
            inner.begin();
            inner.end();
            outer.end();
        }
        inner.begin();
        inner.end();
        runs.drain();
        assertThat(runs.row("outer").count()).isEqualTo(3);
        assertThat(runs.row("outer/inner").count()).isEqualTo(6);
        assertThat(runs.row("inner").count()).isEqualTo(1);
    }

    /** Its text is the application's code: unmetered, for SIM asked; and without books others wait for, which it may need itself. */
    @ParameterizedTest
    @ValueSource(strings = {"", "meters=wall", "numbers.memory=1", "numbers.memory=1,meters=wall"})
    void anExceptionIsAskedForItsTextOutsideOfMetering(String options) {
        Runs runs = new Runs(options);
        ProbeSite outer = runs.site("outer");
        ProbeSite text = runs.site("text");
        for (int i = 0; i < 3; i++) {
            outer.begin();
            burn(1_000);
            outer.end(new RuntimeException() {
                private static final long serialVersionUID = 1;

                @Override
                public String toString() {
                    text.begin();
                    burn(10_000);
                    text.end(new IllegalStateException("inside"));
                    return "said";
                }
            });
        }
        text.begin();
        text.end();
        Snapshot snapshot = runs.drain();
        assertThat(runs.rows()).hasSize(2);
        assertThat(runs.row("outer").count()).isEqualTo(3);
        assertThat(runs.row("text").count()).isEqualTo(1);
        List<Invocation> kept = new ArrayList<>();
        snapshot.invocations().forEach(kept::add);
        assertThat(kept).hasSize(3)
                .allMatch(call -> (MeteringTest.class.getName() + "$1: said").equals(call.exception()));
        assertThat(kept.stream().mapToLong(call -> call.readings()[0]).sum()).isEqualTo(runs.row("outer").total()[0]);
    }

    @Test
    void selfIsTotalLessMeteredInnerCalls() {
        Runs runs = new Runs("");
        ProbeSite outer = runs.site("outer");
        ProbeSite inner = runs.site("inner");
        for (int i = 0; i < 100; i++) {
            outer.begin();
            burn(20_000);
            inner.begin();
            burn(20_000);
            inner.end();
            outer.end();
        }
        runs.drain();
        TreeRow row = runs.row("outer");
        TreeRow child = runs.row("outer/inner");
        for (int meter = 0; meter < Meter.COUNT; meter++) {
            assertThat(row.self()[meter]).as(Meter.at(meter).label())
                    .isEqualTo(row.total()[meter] - child.total()[meter]);
            assertThat(child.self()[meter]).isEqualTo(child.total()[meter]);
            assertThat(row.max()[meter]).isLessThanOrEqualTo(row.total()[meter]);
        }
        assertThat(row.total()[0]).isGreaterThan(100 * 40_000L);
    }

    @Test
    void recursionIsAChainWithExactCounts() {
        Runs runs = new Runs("");
        ProbeSite site = runs.site("r");
        recurse(site, 40);
        runs.drain();
        assertThat(runs.rows()).hasSize(40);
        assertThat(runs.rows().values()).allMatch(row -> row.count() == 1);
    }

    @Test
    void errorsAreCountedAndTheirTextKept() {
        Runs runs = new Runs("events=errors");
        ProbeSite site = runs.site("failing");
        site.begin();
        site.end(new IllegalStateException("boom"));
        site.begin();
        site.end();
        Snapshot snapshot = runs.drain();
        assertThat(runs.row("failing").count()).isEqualTo(2);
        assertThat(runs.row("failing").errors()).isEqualTo(1);
        assertThat(snapshot.invocations()).singleElement()
                .matches(Invocation::error)
                .extracting(Invocation::exception).isEqualTo("java.lang.IllegalStateException: boom");
    }

    @Test
    void anExceptionWhoseTextThrowsDoesNotReachTheApplication() {
        Runs runs = new Runs("events=errors");
        ProbeSite site = runs.site("failing");
        site.begin();
        site.end(new RuntimeException() {
            @Override
            public String toString() {
                throw new IllegalStateException("not even this");
            }
        });
        assertThat(runs.drain().invocations()).singleElement().extracting(Invocation::exception).asString()
                .contains("its toString threw java.lang.IllegalStateException");
    }

    @Test
    void outerEndClosesWhatWasLeftOpenInside() {
        Runs runs = new Runs("");
        ProbeSite outer = runs.site("outer");
        ProbeSite lost = runs.site("lost");
        outer.begin();
        lost.begin();
        lost.begin();
        outer.end();
        outer.begin();
        outer.end();
        runs.drain();
        assertThat(runs.row("outer").count()).isEqualTo(2);
        assertThat(runs.rows()).doesNotContainKeys("outer/lost", "outer/lost/outer");
        assertThat(runs.counter("probes.healed")).isEqualTo(2);
    }

    @Test
    void anEndWithoutBeginIsCountedAndHarmless() {
        Runs runs = new Runs("");
        ProbeSite site = runs.site("site");
        site.end();
        site.begin();
        runs.site("other").end();
        site.end();
        runs.drain();
        assertThat(runs.row("site").count()).isEqualTo(1);
        assertThat(runs.counter("probes.unmatched")).isEqualTo(2);
    }

    @Test
    void countsOfManyThreadsAreExactWhileTheCollectorDrains() throws InterruptedException {
        Runs runs = new Runs("meters=wall");
        ProbeSite outer = runs.site("outer");
        ProbeSite inner = runs.site("inner");
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 50_000; i++) {
                    outer.begin();
                    inner.begin();
                    inner.end();
                    outer.end();
                }
            });
            threads.add(thread);
            thread.start();
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            runs.drain();
        }
        runs.drain();
        assertThat(runs.row("outer").count()).isEqualTo(400_000);
        assertThat(runs.row("outer/inner").count()).isEqualTo(400_000);
        assertThat(sumOfBuckets(runs.row("outer/inner"))).isEqualTo(400_000);
        assertThat(runs.row("outer").self()[0] + runs.row("outer/inner").total()[0])
                .isEqualTo(runs.row("outer").total()[0]);
    }

    @Test
    void aFullTreeFoldsNewPlacesButLosesNoCall() {
        Runs runs = new Runs("meters=wall,tree.nodes=3");
        ProbeSite[] sites = new ProbeSite[20];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = runs.site("m" + i);
        }
        for (int round = 0; round < 5; round++) {
            for (ProbeSite outer : sites) {
                outer.begin();
                sites[0].begin();
                sites[0].end();
                outer.end();
            }
        }
        runs.drain();
        long calls = runs.rows().values().stream().mapToLong(TreeRow::count).sum();
        assertThat(calls).isEqualTo(5 * 20 * 2);
        assertThat(runs.counter("tree.folded")).isPositive();
        assertThat(runs.row("[other]/m7").count()).isEqualTo(5);
    }

    @Test
    void tooManyNamesBecomeOneAndAreCounted() {
        Runs runs = new Runs("meters=wall,names.max=3");
        for (int i = 0; i < 10; i++) {
            ProbeSite site = runs.site("m" + i);
            site.begin();
            site.end();
        }
        runs.drain();
        assertThat(runs.row("[other]").count()).isEqualTo(8);
        assertThat(runs.counter("names.folded")).isEqualTo(8);
    }

    @Test
    void aFullRingDropsAndCountsButAggregatesStayExact() {
        Runs runs = new Runs("meters=wall,events=all,events.ring=8");
        ProbeSite site = runs.site("kept");
        for (int i = 0; i < 20; i++) {
            site.begin();
            site.end();
        }
        assertThat(runs.drain().invocations()).hasSize(8);
        assertThat(runs.counter("invocations.dropped")).isEqualTo(12);
        assertThat(runs.row("kept").count()).isEqualTo(20);
    }

    @Test
    void deepRecursionPastTheBoundKeepsTheStackRight() {
        Runs runs = new Runs("meters=wall,tree.nodes=100");
        ProbeSite site = runs.site("deep");
        ProbeSite after = runs.site("after");
        int depth = 70_000;
        for (int i = 0; i < depth; i++) {
            site.begin();
        }
        for (int i = 0; i < depth; i++) {
            site.end();
        }
        after.begin();
        after.end();
        runs.drain();
        long metered = runs.rows().entrySet().stream().filter(e -> e.getKey().endsWith("deep"))
                .mapToLong(e -> e.getValue().count()).sum();
        assertThat(metered + runs.counter("calls.too.deep")).isEqualTo(depth);
        assertThat(runs.row("after").count()).isEqualTo(1);
        assertThat(runs.counter("probes.unmatched")).isZero();
    }

    @Test
    void percentilesAreWithinFivePercent() {
        Runs runs = new Runs("meters=wall,events=all,events.ring=4096");
        ProbeSite site = runs.site("spread");
        for (int i = 0; i < 2_000; i++) {
            site.begin();
            burn(ThreadLocalRandom.current().nextInt(500, 50_000));
            site.end();
        }
        long[] exact = runs.drain().invocations().stream().mapToLong(call -> call.readings()[0]).sorted().toArray();
        for (double quantile : new double[]{0.5, 0.95, 0.99}) {
            long truth = exact[(int) Math.ceil(quantile * exact.length) - 1];
            assertThat((double) quantile(runs.row("spread"), quantile)).isBetween(truth * 0.95, truth * 1.05);
        }
    }

    @Test
    void theMeteringPathAllocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (String setting : List.of("meters=wall", "meters=all", "meters=all,events=all", "enabled=false",
                "meters=all,histograms=thread.cpu+alloc.bytes+waiting.time")) {
            Runs runs = new Runs(setting);
            ProbeSite outer = runs.site("outer");
            ProbeSite inner = runs.site("inner");
            for (int i = 0; i < 20_000; i++) {
                nested(outer, inner);
            }
            // a drain empties the ring; a new octave of the histogram may still be met, and the JVM asked about contention
            // after the thread was off its processor, hence the smallest of many short rounds
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 400; round++) {
                runs.drain();
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 50; i++) {
                    nested(outer, inner);
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).as(setting).isZero();
        }
    }

    @Test
    void switchedOffNothingIsMetered() {
        Runs runs = new Runs("enabled=false");
        ProbeSite site = runs.site("off");
        site.begin();
        site.end();
        assertThat(runs.drain().isEmpty()).isTrue();
    }

    private static void nested(ProbeSite outer, ProbeSite inner) {
        outer.begin();
        inner.begin();
        inner.end();
        outer.end();
    }

    private static void recurse(ProbeSite site, int depth) {
        site.begin();
        if (depth > 1) {
            recurse(site, depth - 1);
        }
        site.end();
    }

    private static long sumOfBuckets(TreeRow row) {
        long sum = 0;
        for (int i = 1; i < row.buckets().length; i += 2) {
            sum += row.buckets()[i];
        }
        return sum;
    }

    private static long quantile(TreeRow row, double quantile) {
        long rank = (long) Math.ceil(quantile * row.count());
        for (int i = 0; i < row.buckets().length; i += 2) {
            rank -= row.buckets()[i + 1];
            if (rank <= 0) {
                return sim.model.snapshot.Buckets.middle((int) row.buckets()[i]);
            }
        }
        throw new AssertionError("no calls");
    }

    private static void burn(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }
}

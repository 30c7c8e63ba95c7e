package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sim.base.meter.Clock;
import sim.context.Context;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Rest;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** A context for every request: what each keeps, what their kinds have, and what it costs. */
class ContextKindsTest {
    @Test
    void sumsByKindAreExactHoweverFewContextsAreKept() throws Exception {
        Runs runs = new Runs("meters=all,contexts.rate=20,contexts.every=1000000,context.places=4");
        List<ProbeSite> sites = sites(runs, 9);
        List<Snapshot> snapshots = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        Thread collector = new Thread(() -> {
            while (!over.get()) {
                snapshots.add(runs.metering.drain());
            }
        });
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 6; t++) {
            int kind = t % 3;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 3_000; i++) {
                    runs.metering.createContext("kind" + kind, "test");
                    for (ProbeSite site : sites) {
                        site.begin();
                        site.end(i % 100 == 0 ? new IllegalStateException() : null);
                    }
                    runs.metering.endContext(null);
                }
            }));
        }
        collector.start();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        over.set(true);
        collector.join();
        snapshots.add(runs.metering.drain());

        Map<String, long[]> sums = new TreeMap<>();
        Map<String, long[]> durations = new TreeMap<>();
        Map<Integer, long[]> places = new HashMap<>();
        Map<Integer, long[]> tree = new HashMap<>();
        Set<Long> ended = new HashSet<>();
        for (Snapshot snapshot : snapshots) {
            for (KindRecord kind : snapshot.kinds()) {
                add(sums.computeIfAbsent(kind.name(), any -> new long[5]), kind.contexts(), kind.calls(), kind.errors(),
                        kind.failed(), kind.kept());
                long counted = 0;
                for (int i = 0; i < kind.buckets().length; i += 2) {
                    counted += kind.buckets()[i + 1];
                    assertThat(Buckets.lowest((int) kind.buckets()[i])).isLessThanOrEqualTo(kind.longestNanos());
                }
                add(durations.computeIfAbsent(kind.name(), any -> new long[1]), counted);
                kind.rows().forEach(row -> add(places.computeIfAbsent(row.node(), any -> new long[3]), row.count(),
                        row.errors(), row.total()[0]));
            }
            snapshot.rows().forEach(row -> add(tree.computeIfAbsent(row.node(), any -> new long[3]), row.count(),
                    row.errors(), row.total()[0]));
            snapshot.contexts().stream().filter(record -> record.endMicros() != 0)
                    .forEach(record -> ended.add(record.id()));
        }
        assertThat(sums).hasSize(3);
        assertThat(sums.values()).allSatisfy(sum -> {
            assertThat(sum[0]).isEqualTo(6_000);
            assertThat(sum[1]).isEqualTo(54_000);
            assertThat(sum[2]).isEqualTo(540);
            assertThat(sum[3]).as("failed").isEqualTo(60);
        });
        assertThat(durations.values()).as("in the histograms").hasSize(3).allSatisfy(
                counted -> assertThat(counted[0]).isEqualTo(6_000));
        long kept = sums.values().stream().mapToLong(sum -> sum[4]).sum();
        assertThat(kept).isBetween(180L, 17_000L).isEqualTo(ended.size());
        assertThat(runs.counter("contexts.sampled")).isEqualTo(18_000 - kept);
        assertThat(runs.counter("contexts.dropped")).isZero();
        assertThat(places).as("by place, as in the call tree").hasSize(9).containsOnlyKeys(tree.keySet());
        places.forEach((node, sum) -> assertThat(sum).containsExactly(tree.get(node)));
    }

    @Test
    void aKindHasAHistogramOfHowLongAllItsContextsTookWhicheverAreKept() {
        Runs runs = new Runs("meters=wall,contexts.rate=1,contexts.every=1000000,events.slow=1h,contexts.slowest=0");
        Map<Long, Long> wanted = new TreeMap<>();
        long longest = 0;
        for (int i = 0; i < 500; i++) {
            Context context = runs.metering.createContext("order", "");
            while (i % 100 == 0 && Clock.epochMicros() - context.getStart() < 2_500) {
                Thread.onSpinWait();
            }
            runs.metering.endContext(null);
            long nanos = (context.getEnd() - context.getStart()) * 1_000;
            longest = Math.max(longest, nanos);
            wanted.merge((long) Buckets.indexOf(nanos), 1L, Long::sum);
        }
        Snapshot snapshot = runs.metering.drain();
        KindRecord kind = snapshot.kinds().get(0);
        Map<Long, Long> told = new TreeMap<>();
        for (int i = 0; i < kind.buckets().length; i += 2) {
            told.put(kind.buckets()[i], kind.buckets()[i + 1]);
        }
        assertThat(snapshot.contexts()).hasSizeLessThan(20);
        assertThat(told).isEqualTo(wanted);
        assertThat(kind.longestNanos()).isEqualTo(longest).isGreaterThanOrEqualTo(2_500_000);
        assertThat(runs.metering.drain().kinds()).as("begins anew").isEmpty();
    }

    @Test
    void pastTheRateTheSlowTheFailedAndASampleOfTracesAreKept() {
        Runs runs = new Runs("meters=wall,contexts.rate=1,contexts.every=10,events.slow=2ms,contexts.slowest=0");
        long slow = 0;
        for (int i = 0; i < 2_000; i++) {
            Context context = runs.metering.createContext(i % 50 == 0 ? "slow" : i % 50 == 1 ? "failed" : "usual", "");
            while (i % 50 == 0 && Clock.epochMicros() - context.getStart() < 2_500) {
                Thread.onSpinWait();
            }
            runs.metering.endContext(i % 50 == 1 ? new IllegalStateException("boom") : null);
            slow += context.getEnd() - context.getStart() >= 2_000 ? 1 : 0;
        }
        Snapshot snapshot = runs.metering.drain();
        Map<String, Long> records = new HashMap<>();
        snapshot.contexts().forEach(record -> records.merge(record.name(), 1L, Long::sum));
        Map<String, KindRecord> kinds = new HashMap<>();
        snapshot.kinds().forEach(kind -> kinds.put(kind.name(), kind));
        assertThat(slow).isGreaterThanOrEqualTo(40);
        assertThat(records).containsEntry("slow", 40L).containsEntry("failed", 40L);
        assertThat(kinds.get("failed").failed()).isEqualTo(40);
        assertThat(kinds.get("usual").contexts()).isEqualTo(1_920);
        assertThat(records.get("usual")).as("one trace in ten").isBetween(100L, 320L)
                .isEqualTo(kinds.get("usual").kept());
        assertThat(runs.counter("contexts.sampled")).isEqualTo(2_000 - snapshot.contexts().size());
    }

    /** Neither rate nor sample keeps any, none is slow by a fixed bound, and the kind has had its first hundred. */
    @Test
    void theSlowestOfEachKindAreKeptWithAllTheirPlacesHoweverManyAreFast() {
        Runs runs = new Runs("meters=wall,contexts.rate=1,contexts.every=1000000,context.places.few=2,events.slow=1h,"
                + "contexts.slowest=3");
        List<ProbeSite> sites = sites(runs, 9);
        for (int interval = 0; interval < 2; interval++) {
            Set<Long> slow = new HashSet<>();
            for (int i = 0; i < 10_000; i++) {
                boolean isRare = i == 5_000 || i == 9_998;
                boolean isSlow = isRare || i % 3_000 == 2_999;
                Context context = runs.metering.createContext(isRare ? "rare" : "usual", "");
                sites.forEach(ContextKindsTest::call);
                while (isSlow && Clock.epochMicros() - context.getStart() < 50_000) {
                    Thread.onSpinWait();
                }
                runs.metering.endContext(null);
                if (isSlow) {
                    slow.add(context.id());
                }
            }
            List<ContextRecord> records = runs.metering.drain().contexts();
            assertThat(records.stream().filter(record -> slow.contains(record.id()))).hasSize(5).allSatisfy(record -> {
                assertThat(record.rows()).hasSize(9);
                assertThat(record.rest()).isNull();
            });
            assertThat(records).as("those that were the slowest so far").hasSizeBetween(5, 120);
        }
    }

    /** The others are in the kind's sums. */
    @Test
    void pastTheRateFailedOnesAreKeptUpToABound() {
        Runs runs = new Runs("meters=wall,contexts.rate=1,contexts.every=1000000,events.slow=1h,contexts.slowest=0,"
                + "contexts.failed=7");
        for (int i = 0; i < 500; i++) {
            runs.metering.createContext(i % 2 == 0 ? "order" : "search", "");
            runs.metering.endContext(new IllegalStateException("boom"));
        }
        Snapshot snapshot = runs.metering.drain();
        assertThat(snapshot.contexts()).as("of each kind, and those in the rate of a second or two")
                .hasSizeBetween(14, 18);
        assertThat(snapshot.kinds()).allSatisfy(kind -> assertThat(kind.failed()).isEqualTo(250));
        assertThat(snapshot.kinds().stream().mapToLong(KindRecord::kept).sum()).isEqualTo(snapshot.contexts().size());
        assertThat(runs.counter("contexts.sampled")).isEqualTo(500 - snapshot.contexts().size());
    }

    @Test
    void contextsOfOneTraceAreKeptTogether() {
        Runs runs = new Runs("meters=wall,contexts.rate=1,contexts.every=10,contexts.slowest=0");
        for (int i = 0; i < 500; i++) {
            runs.metering.createContext("outer", "");
            runs.metering.createContext("inner", "");
            runs.metering.endContext(null);
            runs.metering.endContext(null);
        }
        Map<Long, Integer> byTrace = new HashMap<>();
        runs.metering.drain().contexts().forEach(record -> byTrace.merge(record.traceLow(), 1, Integer::sum));
        long halves = byTrace.values().stream().filter(count -> count == 1).count();
        assertThat(byTrace).hasSizeBetween(20, 100);
        assertThat(halves).as("those of the first in a second").isLessThanOrEqualTo(3);
    }

    @Test
    void mostContextsKeepTheFewPlacesThatMatterAndSayWhatIsMissing() {
        Runs runs = new Runs("meters=wall,contexts.every=1000000,context.places.few=3,contexts.slowest=0");
        List<ProbeSite> sites = sites(runs, 20);
        for (int i = 0; i < 150; i++) {
            runs.metering.createContext("request", "");
            for (int s = 0; s < sites.size(); s++) {
                sites.get(s).begin();
                long until = System.nanoTime() + (s == 7 ? 50_000 : 0);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                sites.get(s).end(i == 149 && s == 2 ? new IllegalStateException() : null);
            }
            runs.metering.endContext(null);
        }
        List<ContextRecord> records = runs.metering.drain().contexts();
        assertThat(records).hasSize(150);
        assertThat(records.subList(0, 100)).allSatisfy(record -> {
            assertThat(record.rows()).hasSize(20);
            assertThat(record.rest()).isNull();
        });
        int longest = records.get(0).rows().get(7).node();
        // where the machine took the processor away for long, another call is the one that matters
        List<ContextRecord> undisturbed = records.subList(100, 149).stream()
                .filter(record -> record.totals()[0] < 10 * 50_000).toList();
        assertThat(undisturbed).hasSizeGreaterThan(10).allSatisfy(record -> {
            assertThat(record.rows()).hasSizeBetween(1, 3).anyMatch(row -> row.node() == longest);
            Rest rest = record.rest();
            assertThat(rest.calls() + record.rows().stream().mapToLong(TreeRow::count).sum()).isEqualTo(20);
            assertThat(rest.selfNanos() + record.rows().stream().mapToLong(row -> row.self()[0]).sum())
                    .isEqualTo(record.totals()[0]);
        });
        assertThat(records.get(149).rows()).as("it failed").hasSize(20);
        assertThat(runs.counter("context.places.dropped")).as("nothing but a choice").isZero();
    }

    /** Without the outermost call a context's tree would begin with a place that nobody counted. */
    @Test
    void theFewPlacesHaveTheOutermostThoughItOnlyCallsOthers() {
        Runs runs = new Runs(
                "meters=wall,contexts.every=1000000,context.places.few=3,events.slow=1h,contexts.slowest=0");
        ProbeSite handler = runs.site("handler");
        List<ProbeSite> sites = sites(runs, 20);
        for (int i = 0; i < 150; i++) {
            runs.metering.createContext("request", "");
            handler.begin();
            for (ProbeSite site : sites) {
                site.begin();
                long until = System.nanoTime() + 10_000;
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                site.end();
            }
            handler.end();
            runs.metering.endContext(null);
        }
        List<ContextRecord> records = runs.metering.drain().contexts();
        int outermost = records.get(0).rows().stream().mapToInt(TreeRow::node).min().orElseThrow();
        assertThat(records.subList(100, 150)).allSatisfy(record -> {
            assertThat(record.rows()).hasSizeBetween(1, 3).anySatisfy(row -> {
                assertThat(row.node()).isEqualTo(outermost);
                assertThat(row.count()).isEqualTo(record.calls()).isEqualTo(1);
                assertThat(row.total()[0]).isEqualTo(record.totals()[0]);
            });
            assertThat(record.rest().calls()).isEqualTo(21 - record.rows().size());
        });
    }

    /** A hundred contexts of a thousand places are not a hundred times a thousand rows every five seconds. */
    @Test
    void ofContextsWithManyPlacesFewerHaveThemAll() {
        Runs runs = new Runs(
                "meters=wall,contexts.every=1000000,context.places.few=3,events.slow=1h,contexts.slowest=0");
        List<ProbeSite> sites = sites(runs, 320);
        for (int i = 0; i < 50; i++) {
            runs.metering.createContext("request", "");
            sites.forEach(ContextKindsTest::call);
            runs.metering.endContext(null);
        }
        assertThat(runs.metering.drain().contexts().stream().filter(record -> record.rest() == null)).hasSize(20);
    }

    @Test
    void placesOfFurtherStaysAreAddedToThoseThatArePacked() throws Exception {
        Runs runs = new Runs("meters=wall");
        List<ProbeSite> sites = sites(runs, 3);
        Context context = runs.metering.createContext("order", "");
        call(sites.get(0));
        for (int i = 0; i < 5; i++) {
            Thread thread = new Thread(() -> {
                runs.metering.setCurrentContext(context);
                call(sites.get(1));
                call(sites.get(2));
            });
            thread.start();
            thread.join();
        }
        runs.metering.drain();
        runs.metering.endContext(null);
        ContextRecord record = null;
        for (ContextRecord each : runs.metering.drain().contexts()) {
            record = each;
        }
        assertThat(record.rows().stream().map(TreeRow::count)).containsExactlyInAnyOrder(1L, 5L, 5L);
        assertThat(record.calls()).isEqualTo(11);
        assertThat(record.rest()).isNull();
    }

    @Test
    void kindsPastTheirBoundAreSummedUpAsOne() {
        Runs runs = new Runs("meters=wall,contexts.kinds=3");
        ProbeSite site = runs.site("work");
        for (int i = 0; i < 100; i++) {
            runs.metering.createContext("order " + i, "");
            call(site);
            runs.metering.endContext(null);
        }
        Snapshot snapshot = runs.metering.drain();
        assertThat(snapshot.contexts()).extracting(ContextRecord::name).contains("order 0", "order 99").hasSize(100);
        assertThat(snapshot.kinds()).hasSize(4);
        assertThat(snapshot.kinds().get(0).name()).isEqualTo("[other]");
        assertThat(snapshot.kinds().get(0).contexts()).isEqualTo(97);
        assertThat(snapshot.kinds().get(0).rows()).singleElement().extracting(TreeRow::count).isEqualTo(97L);
        assertThat(runs.counter("contexts.kinds.folded")).isEqualTo(97);
    }

    @Test
    void aContextCostsAtMostOneKilobyte() {
        for (String meters : new String[]{"wall", "all"}) {
            for (int places : new int[]{1, 8, 64}) {
                Runs runs = new Runs("meters=" + meters + ",contexts.memory=100MB");
                List<ProbeSite> sites = sites(runs, places);
                ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
                long least = Long.MAX_VALUE;
                for (int round = 0; round < 60 && (round < 6 || least > 1_024_000); round++) { // slow code has long times, and longer numbers
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < 1_000; i++) {
                        runs.metering.createContext("request", "test");
                        sites.forEach(ContextKindsTest::call);
                        runs.metering.endContext(null);
                    }
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                    runs.metering.drain();
                }
                // of a thousand the first hundred have all their places
                assertThat(least / 1_000).as(meters + ", " + places).isLessThanOrEqualTo(1_024);
                assertThat(runs.counter("contexts.dropped")).isZero();
            }
        }
    }

    private static List<ProbeSite> sites(Runs runs, int count) {
        List<ProbeSite> sites = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sites.add(runs.site("m" + i));
        }
        return sites;
    }

    private static void call(ProbeSite site) {
        site.begin();
        site.end();
    }

    private static void add(long[] into, long... more) {
        for (int i = 0; i < more.length; i++) {
            into[i] += more[i];
        }
    }
}

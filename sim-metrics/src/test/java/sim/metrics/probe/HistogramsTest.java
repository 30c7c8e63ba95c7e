package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.OptionException;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;

/** {@code sim.histograms}: how the values of any meter spread, where it is asked for. */
class HistogramsTest {
    private static final int ALLOC = Meter.ALLOC.ordinal();
    private static byte[] garbage;

    @ParameterizedTest
    @ValueSource(strings = {"meters=all", "meters=all,histograms=wall"})
    void thereAreNoneUnlessAsked(String options) {
        Runs runs = new Runs(options);
        call(runs.site("quiet"), 10);
        assertThat(runs.drain().histograms()).isEmpty();
    }

    @Test
    void percentilesOfAnyMeterAreWithinFivePercent() {
        Runs runs = new Runs("meters=thread.cpu+alloc.bytes,histograms=wall+thread.cpu+alloc.bytes,events=all,"
                + "events.ring=8192");
        ProbeSite site = runs.site("spread");
        for (int i = 0; i < 3_000; i++) {
            call(site, ThreadLocalRandom.current().nextInt(1_000, 200_000));
        }
        Snapshot snapshot = runs.drain();
        for (Meter meter : List.of(Meter.CPU, Meter.ALLOC)) {
            long[] exact = snapshot.invocations().stream().mapToLong(call -> call.readings()[meter.ordinal()]).sorted()
                    .toArray();
            assertThat(exact).hasSize(3_000);
            Map<Long, Long> histogram = of(snapshot, meter.ordinal());
            assertThat(sum(histogram)).isEqualTo(3_000);
            for (double quantile : new double[]{0.5, 0.95, 0.99}) {
                long truth = exact[(int) Math.ceil(quantile * exact.length) - 1];
                assertThat((double) quantile(histogram, quantile)).as(meter + " " + quantile).isBetween(truth * 0.95,
                        truth * 1.05);
            }
        }
        assertThat(of(snapshot, Meter.WALL.ordinal())).isEmpty();
    }

    @Test
    void allAreAllThatAreRead() {
        Runs runs = new Runs("meters=gc.count+alloc.bytes,probes.counters=rows,histograms=all");
        call(runs.site("all"), 10);
        assertThat(runs.drain().histograms()).extracting(HistogramRow::meter).containsExactly(
                Meter.GC_COUNT.ordinal(), ALLOC, Meter.COUNT);
    }

    @Test
    void aDrainTellsWhatIsNew() {
        Runs runs = new Runs("meters=alloc.bytes,histograms=alloc.bytes");
        ProbeSite site = runs.site("steps");
        call(site, 1_000);
        call(site, 100_000);
        assertThat(sum(of(runs.drain(), ALLOC))).isEqualTo(2);
        assertThat(runs.drain().histograms()).isEmpty();
        call(site, 1_000);
        Map<Long, Long> second = of(runs.drain(), ALLOC);
        assertThat(sum(second)).isEqualTo(1);
        assertThat(Buckets.middle(second.keySet().iterator().next().intValue())).isBetween(950L, 1_100L);
    }

    /** Those that seldom move are not looked at unless they did: a call that did not wait counts as 0 all the same. */
    @Test
    void aCallThatMovedNothingCountsAsNothing() throws InterruptedException {
        Runs runs = new Runs("meters=all,histograms=waiting.time+gc.count");
        ProbeSite site = runs.site("waits");
        for (int i = 0; i < 100; i++) {
            call(site, 10);
        }
        site.begin();
        Thread.sleep(30);
        site.end();
        Snapshot snapshot = runs.drain();
        Map<Long, Long> waited = of(snapshot, Meter.WAIT_TIME.ordinal());
        assertThat(sum(waited)).isEqualTo(101);
        assertThat(waited.get(0L)).isBetween(90L, 100L);
        assertThat(quantile(waited, 1)).isGreaterThan(20_000_000);
        assertThat(sum(of(snapshot, Meter.GC_COUNT.ordinal()))).isEqualTo(101);
    }

    @Test
    void aCounterOfTheApplicationMayHaveOne() {
        Runs runs = new Runs("meters=wall,probes.counters=items+rows,histograms=rows");
        Probes.Context context = runs.metering.context();
        Probes.Counter rows = context.counter(runs.name("rows"));
        for (int i = 0; i < 10; i++) {
            Probes.Probe probe = context.begin(runs.name("import"));
            for (int row = 0; row < i; row++) {
                rows.inc();
            }
            probe.end();
        }
        Snapshot snapshot = runs.drain();
        Map<Long, Long> spread = of(snapshot, Meter.COUNT + 1);
        assertThat(spread).hasSize(10);
        assertThat(spread.keySet()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(of(snapshot, Meter.COUNT)).isEmpty();
    }

    @Test
    void callsInSharedBooksAreSortedToo() {
        Runs runs = new Runs("meters=alloc.bytes,histograms=alloc.bytes,numbers.memory=1");
        ProbeSite site = runs.site("shared");
        for (int i = 0; i < 50; i++) {
            call(site, 1_000);
        }
        assertThat(sum(of(runs.drain(), ALLOC))).isEqualTo(50);
        assertThat(runs.counter("calls.shared")).isEqualTo(50);
    }

    /** As many octaves as there is memory for, and one for each place: past that values count in the nearest there is. */
    @Test
    void whereTheMemoryIsSpentHistogramsGrowNoMoreAndAllElseIsExact() {
        int places = 300;
        Runs runs = new Runs("meters=wall,probes.counters=rows,histograms=rows,numbers.memory=200000");
        Probes.Context context = runs.metering.context();
        Probes.Counter rows = context.counter(runs.name("rows"));
        for (int octave = 0; octave < 30; octave++) {
            for (int place = 0; place < places; place++) {
                Probes.Probe probe = context.begin(runs.name("place").name("p" + place));
                rows.inc(16L << octave);
                probe.end();
            }
        }
        Snapshot snapshot = runs.drain();
        int octaves = 0;
        for (HistogramRow row : snapshot.histograms()) {
            octaves += (int) octaves(row.buckets());
        }
        // a third of the memory is more than what tallies and histograms may take, 128 bytes an octave
        assertThat(octaves).isLessThan(places + 200_000 * 3 / 8 / 128);
        assertThat(sum(of(snapshot, Meter.COUNT))).isEqualTo(30L * places);
        assertThat(runs.rows()).hasSize(places).allSatisfy((path, row) -> {
            assertThat(row.count()).isEqualTo(30);
            assertThat(row.total()[Meter.COUNT]).isEqualTo((16L << 30) - 16);
            assertThat(row.max()[Meter.COUNT]).isEqualTo(16L << 29);
        });
        assertThat(runs.counter("histograms.folded")).isGreaterThanOrEqualTo(30L * places - octaves);
        assertThat(runs.metering.threads.books.memory.taken()).isLessThan(200_000);
    }

    @Test
    void withMemoryForThemNoneIsFolded() {
        Runs runs = new Runs("meters=alloc.bytes,histograms=alloc.bytes");
        ProbeSite site = runs.site("spread");
        for (int bytes = 1; bytes < 1 << 20; bytes *= 2) {
            call(site, bytes);
        }
        runs.drain();
        assertThat(runs.counter("histograms.folded")).isZero();
    }

    /** The JVM does not say what CPU time a virtual thread took: such a call is in no histogram of it, not even at 0. */
    @Test
    void aMeterThatWasNotReadHasNoValue() throws Exception {
        assumeTrue(VirtualThreads.AVAILABLE);
        Runs runs = new Runs("meters=thread.cpu+process.cpu,histograms=thread.cpu+process.cpu");
        ProbeSite site = runs.site("virtual");
        Thread virtual = VirtualThreads.unstarted(() -> call(site, 100));
        virtual.start();
        virtual.join();
        call(site, 100);
        Snapshot snapshot = runs.drain();
        assertThat(runs.row("virtual").count()).isEqualTo(2);
        assertThat(sum(of(snapshot, Meter.CPU.ordinal()))).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "histograms=alloc|histograms=alloc is not usable: there is no meter alloc. Name all, or of the meters that are read: wall, thread.cpu",
            "meters=wall,histograms=|histograms= is not usable: it names no meter. Name all, or of the meters that are read: wall",
            "meters=wall,histograms=+|histograms=+ is not usable: it names no meter. Name all, or of the meters that are read: wall",
            "meters=thread.cpu,histograms=wall+alloc.bytes|histograms=wall+alloc.bytes is not usable: meters does not read "
                    + "alloc.bytes. Name all, or of the meters that are read: wall, thread.cpu",
            "meters=wall,probes.counters=rows,histograms=items|there is no meter items. Name all, or of the meters that are read: wall, rows"})
    void whatIsNoMeterIsSaidInALine(String options, String said) {
        assertThatThrownBy(() -> new Runs(options)).isInstanceOf(OptionException.class).message().contains(said)
                .doesNotContain("\n");
    }

    private static void call(ProbeSite site, int bytes) {
        site.begin();
        garbage = new byte[bytes];
        Arrays.fill(garbage, (byte) 1);
        site.end();
    }

    /** Calls by bucket, at all places together. */
    private static Map<Long, Long> of(Snapshot snapshot, int meter) {
        Map<Long, Long> buckets = new TreeMap<>();
        for (HistogramRow row : snapshot.histograms()) {
            for (int i = 0; row.meter() == meter && i < row.buckets().length; i += 2) {
                buckets.merge(row.buckets()[i], row.buckets()[i + 1], Long::sum);
            }
        }
        return buckets;
    }

    private static long octaves(long[] pairs) {
        return IntStream.range(0, pairs.length / 2).mapToLong(i -> pairs[2 * i] / Buckets.PER_OCTAVE).distinct()
                .count();
    }

    private static long sum(Map<Long, Long> histogram) {
        return histogram.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long quantile(Map<Long, Long> histogram, double quantile) {
        long rank = (long) Math.ceil(quantile * sum(histogram));
        for (Map.Entry<Long, Long> bucket : histogram.entrySet()) {
            rank -= bucket.getValue();
            if (rank <= 0) {
                return Buckets.middle(bucket.getKey().intValue());
            }
        }
        throw new AssertionError("empty");
    }
}

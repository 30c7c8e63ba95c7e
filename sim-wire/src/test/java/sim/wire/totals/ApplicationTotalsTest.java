package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.PlatformSample;
import sim.wire.Sections;

/** What an application comes to is a sum that only grows, whatever its agent says, and has the figures of its agent where they are sane. */
class ApplicationTotalsTest {
    private static final long NOW = 1_000_000_000_000L;
    /** The end of the year 9999, us. */
    private static final long LAST_MICROS = 253_402_300_799_999_999L;

    private final SeriesBounds bounds = SeriesBounds.ofAll(10, 4, 20, 100_000);
    private final ApplicationTotals totals = new ApplicationTotals("shop", bounds, 100, NOW);
    private final InstanceTotals instance = new InstanceTotals("one", "shop");

    @Test
    void noSumGoesBackWhateverIsShipped() throws IOException {
        Contents largest = everything(Long.MAX_VALUE, LAST_MICROS);
        count(everything(5, 2_000_000));
        KeptSeries before = KeptSeries.of(totals);
        assertThat(before.sums.values()).allMatch(sum -> sum >= 0).anyMatch(sum -> sum > 0);
        for (Contents each : List.of(everything(-1, 0), largest, largest, everything(Long.MIN_VALUE, 0), largest)) {
            count(each);
            KeptSeries after = KeptSeries.of(totals);
            before.sums.forEach((series, sum) -> assertThat(after.sums.get(series)).as(series)
                    .isGreaterThanOrEqualTo(sum));
            before = after;
        }
        assertThat(KeptSeries.of(again(totals)).sums).as("after a restart").isEqualTo(before.sums);
        assertThat(totals.all().calls()).isEqualTo(Long.MAX_VALUE);
        long inBuckets = 0;
        for (int i = 0; i < Ladder.COUNT; i++) {
            inBuckets += totals.all().bucket(i);
        }
        assertThat(inBuckets).as("of all buckets together").isPositive();
        totals.relist(NOW + 60_000);
        assertThat(totals.claims()).as("the time of late").hasSize(1);
    }

    /** One of each sort. */
    private static Contents everything(long much, long endMicros) {
        long[] values = new long[Meter.COUNT];
        Arrays.fill(values, much);
        return Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "a.A", "a")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                .with(Sections.ROWS, List.of(row(much, values, Buckets.indexOf(900)),
                        row(much, values, Buckets.indexOf(5_000_000))))
                .with(Sections.KINDS,
                        List.of(new KindRecord("order", "shop", much, much, 1, much, 0, 0, 0, values, List.of())
                                .with(1, new long[]{3, much, 300, much})))
                .with(Sections.CONTEXTS, List.of(context(7, endMicros)))
                .with(Sections.PAYLOAD_PROBES, List.of(new PayloadProbeEntry(3, "shop.Sql", "SQL", "", true, false,
                        false, List.of(), List.of())))
                .with(Sections.PAYLOAD_ROWS, List.of(new PayloadRow(1, 3, 1, "SELECT 1",
                        new PayloadSum(much, much, much, much), new long[0])))
                .with(Sections.COUNTERS, List.of(new Counter("invocations.dropped", much),
                        new Counter("weaving.woven", much)));
    }

    private static TreeRow row(long much, long[] values, int bucket) {
        return new TreeRow(1, much, much, (1 << Meter.COUNT) - 1, values, values, values, new long[]{bucket, much});
    }

    private static ContextRecord context(long id, long endMicros) {
        return new ContextRecord(id, 0, "order", "shop", "main", 0, endMicros, null, Map.of(), 0, 0, 0, new long[0], 5,
                6, List.of(), List.of());
    }

    /** A forged program has as many kinds of counters as it likes. What it makes the server keep does not grow with that. */
    @Test
    void kindsOfCountersPastTheBoundAreOneInTheInstanceToo() throws IOException {
        long few = 0;
        for (int kinds : new int[]{300, 3_000}) {
            count(Contents.NONE.with(Sections.COUNTERS, kinds(kinds, 10)));
            few = few == 0 ? weighed() : few;
            assertThat(weighed()).as("with %d kinds", kinds).isEqualTo(few);
        }
        count(Contents.NONE.with(Sections.COUNTERS, kinds(3_000, 15)));
        assertThat(totals.counters()).hasSizeLessThan(300);
        assertThat(totals.counters().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(3_000 * 15);
        assertThat(totals.folded(SeriesBounds.Sort.COUNTERS)).isEqualTo(totals.counters().get("other"));
        ApplicationTotals again = again(totals);
        again.count(againInstance(), Contents.NONE.with(Sections.COUNTERS, kinds(3_000, 16)), NOW);
        assertThat(again.counters().values().stream().mapToLong(Long::longValue).sum()).as("after a restart")
                .isEqualTo(3_000 * 16);
    }

    /** A kind that counted with the others stays there when there is room again: else what it came to would count twice. */
    @Test
    void whatIsOneOfTheOthersStaysOneOfThem() {
        ApplicationTotals large = new ApplicationTotals("large", bounds, 100, NOW);
        large.count(new InstanceTotals("two", "large"), Contents.NONE.with(Sections.COUNTERS, kinds(200, 1)), NOW);
        for (int i = 0; i < 10; i++) {
            new ApplicationTotals("more" + i, bounds, 100, NOW).count(new InstanceTotals("i" + i, "more" + i),
                    Contents.NONE.with(Sections.COUNTERS, kinds(200, 1)), NOW);
        }
        count(Contents.NONE.with(Sections.COUNTERS, kinds(200, 7)));
        large.release();
        count(Contents.NONE.with(Sections.COUNTERS, kinds(200, 9)));
        assertThat(totals.counters().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(200 * 9);
        assertThat(totals.counters()).containsEntry("other", 160 * 9L);
    }

    @Test
    void probesAndMeasuresOfThePlatformHaveABoundAnInstance() {
        Map<String, Double> values = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            values.put("a telemetry " + i, 1.0);
        }
        values.put("heap.used (B)", 5.0);
        count(Contents.NONE.with(Sections.PLATFORM, List.of(new PlatformSample(NOW * 1_000, values)))
                .with(Sections.PAYLOAD_PROBES, IntStream.range(0, 10_000).mapToObj(id -> new PayloadProbeEntry(id,
                        "shop.Sql", "SQL " + id, "", true, false, false, List.of(), List.of())).toList()));
        assertThat(instance.platform(NOW).values()).hasSizeLessThanOrEqualTo(PlatformSeries.MOST_TELEMETRIES)
                .containsEntry("a telemetry 0", 1.0);
        assertThat(instance.probe(0)).isEqualTo("SQL 0");
        assertThat(instance.probe(9_999)).isEqualTo(ApplicationTotals.OTHER);
        assertThat(weighed()).isPositive().isLessThan(4_000_000);
    }

    /** Names of methods are in memory whether they have a series or not: an application has some for itself, and more of what all share. */
    @Test
    void namesHaveABoundOfAllApplicationsTogether() {
        SeriesBounds narrow = SeriesBounds.ofAll(10, 4, 20, 500);
        ApplicationTotals one = new ApplicationTotals("one", narrow, 10_000, NOW);
        ApplicationTotals two = new ApplicationTotals("two", narrow, 10_000, NOW);
        assertThat(known(one)).isEqualTo(1_500);
        assertThat(known(two)).isEqualTo(1_000);
        one.release();
        assertThat(known(new ApplicationTotals("three", narrow, 10_000, NOW))).isEqualTo(1_500);
    }

    private static long known(ApplicationTotals of) {
        return IntStream.range(0, 3_000).mapToObj(i -> of.method("a.A", "m" + i, NOW)).filter(Objects::nonNull).count();
    }

    private static List<Counter> kinds(int kinds, long count) {
        return IntStream.range(0, kinds).mapToObj(i -> new Counter("weaving.kind" + i, count)).toList();
    }

    /** What the instance has now, bytes. */
    private long weighed() {
        instance.grown();
        return instance.weighed();
    }

    private InstanceTotals againInstance() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        instance.write(new DataOutputStream(bytes));
        return InstanceTotals.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
                InstanceTotals.LAYOUT, new HashMap<>());
    }

    /** Of a hundred contexts two are kept: the slowest. Told by those, all of them would be slow. */
    @Test
    void theDurationsAreOfAllContextsAndTheExamplesOfThoseThatAreKept() throws IOException {
        Contents ended = Contents.NONE.with(Sections.KINDS,
                List.of(new KindRecord("order", "shop", 100, 0, 2, 4_098_000_000L, 0, 0, 0, new long[0], List.of())
                        .with(2_000_000_000L, new long[]{Buckets.indexOf(1_000_000), 98,
                                Buckets.indexOf(2_000_000_000), 2})))
                .with(Sections.CONTEXTS, List.of(context(7, 2_000_000), context(8, 2_000_000)));
        count(ended);
        count(Contents.NONE.with(Sections.CONTEXTS, List.of(context(7, 2_000_000)))); // it goes on elsewhere
        KeptSeries series = KeptSeries.of(totals);
        assertThat(series.sums).containsEntry(duration("_count"), 100.0).containsEntry(duration("_sum"), 4.098)
                .containsEntry(bucket(1_048_575), 98.0).containsEntry(bucket(2_147_483_647), 2.0);
        assertThat(series.sums).containsEntry("sim_contexts[application, shop, name, order, tag, shop]", 100.0);
        assertThat(series.exemplars).containsOnlyKeys(bucket(2_147_483_647));
        assertThat(series.exemplars.get(bucket(2_147_483_647)).nanos()).isEqualTo(2_000_000_000);
        assertThat(KeptSeries.of(again(totals)).sums).isEqualTo(series.sums);
    }

    private static String duration(String part) {
        return "sim_context_duration_seconds" + part + "[application, shop, name, order, tag, shop]";
    }

    private static String bucket(long most) {
        return "sim_context_duration_seconds[application, shop, le, " + most + ", name, order, tag, shop]";
    }

    /** An agent without durations is in the sums, and not in a histogram of some. */
    @Test
    void contextsWithoutDurationsAreInNoHistogram() {
        count(Contents.NONE.with(Sections.KINDS,
                List.of(new KindRecord("order", "shop", 7, 1, 2, 9_000_000_000L, 0, 0, 0, new long[0], List.of()))));
        assertThat(KeptSeries.of(totals).sums).containsEntry(duration("_count"), 0.0)
                .containsEntry(duration("_sum"), 0.0)
                .containsEntry("sim_contexts_seconds[application, shop, name, order, tag, shop]", 9.0);
    }

    @Test
    void whatIsNoMishapIsCountedApart() throws IOException {
        count(Contents.NONE.with(Sections.COUNTERS, List.of(new Counter("invocations.dropped", 2),
                new Counter("weaving.woven", 300), new Counter("collector.ended", 1), new Counter("weaving.failed", 1),
                new Counter("weaving.failed.verify", 1), new Counter("spool.kinds.dropped", 4))));
        assertThat(totals.mishaps()).isEqualTo(Map.of("invocations.dropped", 2L, "weaving.failed", 1L,
                "spool.kinds.dropped", 4L));
        assertThat(totals.counters()).isEqualTo(Map.of("weaving.woven", 300L, "collector.ended", 1L,
                "weaving.failed.verify", 1L));
        assertThat(KeptSeries.of(totals).sums)
                .containsEntry("sim_mishaps[application, shop, kind, invocations.dropped]", 2.0)
                .containsEntry("sim_agent_work[application, shop, kind, weaving.woven]", 300.0);
        assertThat(again(totals).mishaps()).isEqualTo(totals.mishaps());
        assertThat(again(totals).counters()).isEqualTo(totals.counters());
    }

    /** Whoever ships chooses the names of measures at each hello, and each method would have each of them for good. */
    @Test
    void measuresPastTheBoundAreAddedUp() throws IOException {
        int most = bounds.most(SeriesBounds.Sort.MEASURES);
        long all = 0;
        for (int i = 1; i <= 3 * most; i++) {
            instance.extraMeters(List.of("measure " + i));
            count(Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "a.A", "a")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.ROWS, List.of(extra(1, 5), extra(9, 7))));
            all += 12;
        }
        assertThat(totals.all().extras()).hasSize(most + 1).containsEntry("measure 1", 12L)
                .containsEntry(ApplicationTotals.OTHER, 12L * 2 * most);
        long read = totals.methods().stream().flatMap(each -> each.figures().extras().values().stream())
                .mapToLong(Long::longValue).sum()
                + totals.rest().extras().values().stream().mapToLong(Long::longValue).sum();
        assertThat(read).as("of methods and the rest").isEqualTo(all);
        assertThat(totals.folded(SeriesBounds.Sort.MEASURES)).isEqualTo(12L * 2 * most);
        ApplicationTotals again = again(totals);
        assertThat(KeptSeries.of(again).sums).isEqualTo(KeptSeries.of(totals).sums);
        again.count(instance, Contents.NONE.with(Sections.ROWS, List.of(extra(1, 1))), NOW);
        assertThat(again.all().extras()).as("the bound counts what was there").hasSize(most + 1);
    }

    /** Of place 1 or of one that nobody introduced. */
    private static TreeRow extra(int node, long self) {
        long[] values = new long[Meter.COUNT + 1];
        values[Meter.COUNT] = self;
        return new TreeRow(node, 1, 0, 1 << Meter.COUNT, values, values, values, new long[0]);
    }

    /** One that was given up and is here again counts on: what it counted before is in the sums. */
    @Test
    void theCountersOfOneThatIsBackCountFromWhatItSaysFirst() {
        InstanceTotals back = new InstanceTotals("one", "shop");
        back.back(7);
        totals.count(back, Contents.NONE, NOW);
        for (List<Counter> each : List.of(List.of(new Counter("invocations.dropped", 90)),
                List.of(new Counter("invocations.dropped", 95)),
                List.of(new Counter("invocations.dropped", 99), new Counter("calls.lost", 3)))) {
            totals.count(back, Contents.NONE.with(Sections.COUNTERS, each), NOW);
        }
        assertThat(back.lastSequence()).isEqualTo(7);
        assertThat(totals.mishaps()).isEqualTo(Map.of("invocations.dropped", 9L, "calls.lost", 3L));
    }

    private void count(Contents contents) {
        if (!instance.isPlaced()) {
            instance.placed();
        }
        totals.count(instance, contents, NOW);
    }

    /** As a server has it that starts again. */
    private ApplicationTotals again(ApplicationTotals of) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        of.write(new DataOutputStream(out));
        return ApplicationTotals.read(new DataInputStream(new ByteArrayInputStream(out.toByteArray())),
                InstanceTotals.LAYOUT, SeriesBounds.ofAll(10, 4, 20, 100_000), 100);
    }
}

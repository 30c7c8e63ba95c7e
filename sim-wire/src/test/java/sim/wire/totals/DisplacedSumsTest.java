package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Contents;
import sim.wire.Sections;

/** Whoever adds up all series of methods gets what was counted, at each scrape, whichever methods had a series when; and a series goes for a reason. */
class DisplacedSumsTest {
    private static final int METHODS = 60;
    private static final int MOST = 16;
    private static final long MINUTE = 60_000;
    private static final int SECOND = 1_000_000_000;
    /** Seconds are added up as others do it, one after the other. */
    private static final double ROUNDED = 1e-6;

    private final Random random = new Random(7);
    private final InstanceTotals instance = new InstanceTotals("one", "shop");
    private ApplicationTotals totals = new ApplicationTotals("shop", SeriesBounds.ofOne(MOST), 1_000, 0);
    private long now;

    @Test
    void allSeriesTogetherAreWhatWasCounted() throws IOException {
        instance.placed();
        instance.extraMeters(List.of("coins"));
        count(names());
        Map<String, Double> before = Map.of();
        for (int minute = 0; minute < 300; minute++) {
            int hot = minute / 3 * 7;
            for (int i = 0; i < 3; i++) {
                count(calls(hot));
                before = grown(before);
            }
            now += MINUTE;
            totals.relist(now);
            before = grown(before);
            if (minute % 40 == 39) {
                again();
                before = grown(before);
            }
        }
        assertThat(totals.displaced()).as("it was tried").isGreaterThan(100);
        assertThat(totals.rest().has(Meter.WALL)).isTrue();
        assertThat(totals.folded(SeriesBounds.Sort.METHODS)).isEqualTo(totals.rest().calls());
    }

    /** All series of methods by metric; the calls, errors, meters and own measures are also those of the application. */
    private Map<String, Double> grown(Map<String, Double> before) {
        Map<String, Double> sums = new TreeMap<>();
        KeptSeries.of(totals).sums.forEach((series, sum) -> {
            if (series.contains(" class, ")) {
                sums.merge(series.replaceAll("class, [^,]*, |method, [^],]*", ""), sum, Double::sum);
            }
        });
        before.forEach((metric, sum) -> assertThat(sums.getOrDefault(metric, 0.0)).as(metric)
                .isGreaterThanOrEqualTo(sum - ROUNDED));
        assertThat(sums.get("sim_calls[application, shop, ]")).isEqualTo(totals.all().calls());
        assertThat(sums.get("sim_errors[application, shop, ]")).isEqualTo(totals.all().errors());
        assertThat(sums.get("sim_alloc_bytes[application, shop, ]"))
                .isEqualTo(totals.all().self(Meter.ALLOC));
        assertThat(sums.get("sim_call_duration_seconds_count[application, shop, ]")).isEqualTo(totals.all().calls());
        long coins = totals.all().extras().get("coins");
        long read = totals.rest().extras().getOrDefault("coins", 0L) + totals.methods().stream()
                .mapToLong(each -> each.figures().extras().getOrDefault("coins", 0L)).sum();
        assertThat(read).isEqualTo(coins);
        return sums;
    }

    /** Time of late is halved each minute; after half an hour that left some nanoseconds here, none there, and hundreds of series went. */
    @Test
    void noSeriesGoesWhereNothingIsCalled() {
        instance.placed();
        count(names());
        for (int minute = 0; minute < 5; minute++) {
            count(calls(random.nextInt(METHODS)));
            now += MINUTE;
            totals.relist(now);
        }
        count(calls(random.nextInt(METHODS)));
        now += MINUTE;
        totals.relist(now); // what was called just now
        long displaced = totals.displaced();
        List<String> shown = shown();
        for (int minute = 0; minute < 60; minute++) {
            now += MINUTE;
            totals.relist(now);
        }
        assertThat(totals.displaced()).isEqualTo(displaced);
        assertThat(shown()).isEqualTo(shown);
    }

    /** Some microseconds are more than twice of none, and no reason. */
    @Test
    void whatTakesNextToNothingTakesNoSeries() {
        instance.placed();
        count(names());
        count(calls(0));
        now += MINUTE;
        totals.relist(now);
        for (int minute = 0; minute < 40; minute++) {
            now += MINUTE;
            totals.relist(now);
        }
        long displaced = totals.displaced();
        for (int minute = 0; minute < 10; minute++) {
            count(Contents.NONE.with(Sections.ROWS, IntStream.rangeClosed(1, METHODS)
                    .mapToObj(id -> row(id, 1, id % 2 == 0 ? 400_000 : 0)).toList()));
            now += MINUTE;
            totals.relist(now);
        }
        assertThat(totals.displaced()).isEqualTo(displaced);
        List<String> shown = shown();
        int other = IntStream.rangeClosed(1, METHODS).filter(id -> !shown.contains("m" + id)).findFirst().getAsInt();
        count(Contents.NONE.with(Sections.ROWS, List.of(row(other, 1, SECOND))));
        now += MINUTE;
        totals.relist(now);
        assertThat(totals.displaced()).as("a reason").isEqualTo(displaced + 1);
    }

    private List<String> shown() {
        return totals.methods().stream().map(MethodTotals::member).sorted().toList();
    }

    private static Contents names() {
        return Contents.NONE
                .with(Sections.NAMES,
                        IntStream.rangeClosed(1, METHODS).mapToObj(id -> new NameEntry(id, "a.A", "m" + id))
                                .toList())
                .with(Sections.NODES,
                        IntStream.rangeClosed(1, METHODS).mapToObj(id -> new NodeEntry(id, 0, id)).toList());
    }

    /** Of many methods, of which a few explain most. */
    private Contents calls(int hot) {
        List<TreeRow> rows = new ArrayList<>();
        for (int id = 1; id <= METHODS; id++) {
            boolean isHot = (id + hot) % METHODS < MOST / 2;
            rows.add(row(id, 1 + random.nextInt(50), isHot ? SECOND + random.nextInt(SECOND) : random.nextInt(1_000)));
        }
        return Contents.NONE.with(Sections.ROWS, rows);
    }

    private static TreeRow row(int node, long calls, long nanos) {
        long[] values = new long[Meter.COUNT + 1];
        Arrays.fill(values, calls);
        values[Meter.WALL.ordinal()] = nanos;
        return new TreeRow(node, calls, calls / 2, (1 << Meter.COUNT + 1) - 1, values, values, values,
                new long[]{Buckets.indexOf(nanos), calls});
    }

    private void count(Contents contents) {
        totals.count(instance, contents, now);
    }

    /** As a server has it that starts again; the instance tells its names anew. */
    private void again() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        totals.write(new DataOutputStream(out));
        totals = ApplicationTotals.read(new DataInputStream(new ByteArrayInputStream(out.toByteArray())),
                InstanceTotals.LAYOUT, SeriesBounds.ofOne(MOST), 1_000);
        instance.forget();
        instance.placed();
        count(names());
    }
}

package sim.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;

/** Frames with something in every field. */
final class Samples {
    /** The meters that there were when the frames of {@link Corpus} were written: these are in a row that has all. */
    private static final int ALL = (1 << Corpus.FIRST_METERS) - 1;

    private Samples() {}

    static Batch batch() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("text", "grün");
        values.put("number", Long.MIN_VALUE);
        values.put("ratio", 0.5);
        values.put("flag", true);
        return new Batch(7, 1_000_000, 6_000_000,
                List.of(new NameEntry(1, "", "[other]"), new NameEntry(2, "shop.Order", "<init>")),
                List.of(new NodeEntry(1, 0, 2), new NodeEntry(2, 1, 2)),
                List.of(row(1, 1), extra(), new TreeRow(2, 5, 2, 0b11, meters(100, 50), meters(60, 40), meters(30, 20),
                        new long[]{0, 1, 7, 3, 500, 1})),
                List.of(new Invocation(1, -5, "main", 1_500_000, 0b101, meters(12, 0, 9), true, "boom"),
                        new Invocation(2, 0, "main", 900_000, 1, meters(3), false, null)),
                List.of(new ContextRecord(-1, 0, "order 4711", "shop", "main", 5, 0, null, values, 3, 1, 1, meters(7)),
                        new ContextRecord(Long.MAX_VALUE, -1, "n", "", "t", 5, 9, "failed", Map.of(), 0, 0, 0,
                                meters(), Long.MIN_VALUE, 17,
                                List.of(new Stay("t", 5, 9, 1), new Stay("pool-1", 7, 0, 300)),
                                List.of(row(1, 3), new TreeRow(2, 5, 2, 0b11, meters(100, 50), meters(60, 40),
                                        meters(30, 20), new long[0])))),
                List.of(new EventRecord("sold", 77, 0, "main", values)),
                List.of(new Score(2, Standing.DISABLED, -3, 4)),
                List.of(new Verdict(2, 9, 2_000_000, Standing.HOTSPOT, Standing.MANAGED, 0, "why")),
                List.of(new PlatformSample(99, Map.of("heap.used", 1e9))), Map.of("invocations.dropped", 12L));
    }

    /** A leaf's row with all meters read and most of them zero, as they are. */
    static TreeRow row(int node, long count) {
        long[] total = meters(12_345_678, 11_000_000, 11_000_000, 0, 10_000_000, 0, 0, 0, 0, 0, 0, 0, 4_096);
        return new TreeRow(node, count, 0, ALL, total, total, total, new long[]{333, count});
    }

    /** A place that computes some microseconds a call, in four buckets; if it calls others, half of it is its own. */
    static TreeRow place(int node, boolean calls, SplittableRandom random) {
        long count = 1 + random.nextInt(5_000);
        long wall = count * (2_000 + random.nextInt(6_000));
        long alloc = count * 8 * random.nextInt(60);
        long[] total = meters(wall, wall - count * 40, wall - count * 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, alloc);
        long[] self = !calls
                ? total
                : meters(wall / 2, wall / 2 - count * 20, wall / 2 - count * 20, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                        alloc / 2);
        long longest = wall / count * 3;
        long[] max = meters(longest, longest - 40, longest - 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, alloc / count * 3);
        return new TreeRow(node, count, 0, ALL, total, self, max,
                new long[]{250, count / 2, 251, count / 4, 252, count / 8, 260,
                        count - count / 2 - count / 4 - count / 8});
    }

    /** Rows of a real program, as the store had them: see the resource. */
    static List<TreeRow> recorded() throws IOException {
        List<TreeRow> rows = new ArrayList<>();
        try (InputStream in = Samples.class.getResourceAsStream("etl-rows.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                String[] parts = line.split("\\|");
                long[] head = longs(parts[0]);
                rows.add(new TreeRow((int) head[0], head[1], head[2], ALL, meters(longs(parts[1])),
                        meters(longs(parts[2])), meters(longs(parts[3])), longs(parts[4])));
            }
        }
        return rows;
    }

    static TreeRow withoutHistogram(TreeRow row) {
        return new TreeRow(row.node(), row.count(), row.errors(), row.present(), row.total(), row.self(), row.max(),
                new long[0]);
    }

    private static long[] longs(String numbers) {
        return Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    /** A row with two meters of extensions. */
    private static TreeRow extra() {
        long[] total = Arrays.copyOf(meters(5), Meter.COUNT + 2);
        total[Meter.COUNT + 1] = 77;
        return new TreeRow(1, 1, 0, 1 | 3 << Meter.COUNT, total, total, total, new long[]{5, 1});
    }

    static long[] meters(long... values) {
        return Arrays.copyOf(values, Meter.COUNT);
    }
}

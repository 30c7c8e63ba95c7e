package sim.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Refusal;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireFrame;

/** Frames made by hand: for peers by hand, and the corpus that mutants are made of. */
public final class Samples {
    private static final int MEGABYTE_CALLS = 2_048;

    private Samples() {}

    static Hello hello(String application, String instance, long startMicros) {
        return new Hello(Wire.VERSION, application, instance, "host", 42, "by hand", startMicros, false, List.of());
    }

    public static Hello hello(String application) {
        return hello(application, UUID.randomUUID().toString(), System.currentTimeMillis() * 1000);
    }

    /** So many calls of by.Hand.called, in the five seconds before a time; the names go with the first. */
    public static Batch calls(long sequence, long calls, long toMicros) {
        return batch(sequence, toMicros, sequence == 1 ? names() : List.of(), sequence == 1 ? nodes() : List.of(),
                List.of(row(1, calls)));
    }

    /** One call, and as many single calls as take a megabyte that does not compress. Their thread is called as the batch is numbered. */
    static Batch megabyte(Random random, long sequence, long toMicros) {
        List<Invocation> kept = new ArrayList<>();
        for (int i = 0; i < MEGABYTE_CALLS; i++) {
            byte[] text = new byte[384];
            random.nextBytes(text);
            kept.add(new Invocation(1, 0, String.valueOf(sequence), toMicros - i, 1, meters(60), true,
                    Base64.getEncoder().encodeToString(text)));
        }
        return calls(sequence, 1, toMicros).with(Sections.INVOCATIONS, kept);
    }

    static Batch batch(long sequence, long toMicros, List<NameEntry> names, List<NodeEntry> nodes, List<TreeRow> rows) {
        return new Batch(sequence, toMicros - 5_000_000, toMicros, names, nodes, rows, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), Map.of());
    }

    static List<NameEntry> names() {
        return List.of(new NameEntry(1, "by.Hand", "called"));
    }

    static List<NodeEntry> nodes() {
        return List.of(new NodeEntry(1, 0, 1));
    }

    static TreeRow row(int node, long calls) {
        return new TreeRow(node, calls, 0, 1, meters(calls * 100), meters(calls * 100), meters(100),
                new long[]{47, calls});
    }

    static long[] meters(long wall) {
        return Arrays.copyOf(new long[]{wall}, Meter.COUNT);
    }

    /** One frame of every type, and batches with everything that a batch can say. */
    public static List<WireFrame> corpus() {
        long now = 1_700_000_000_000_000L;
        List<WireFrame> all = new ArrayList<>(List.of(hello("corpus", "c0ffee00-0000-4000-8000-000000000000", now),
                new Welcome(Wire.VERSION, 7, 3, 3), new Refusal("no"), new Ack(7), calls(1, 5, now)));
        for (int seed = 0; seed < 6; seed++) {
            all.add(everything(new Random(seed), seed + 1L, now));
        }
        return all;
    }

    /** A batch of which every part holds something. */
    static Batch everything(Random random, long sequence, long now) {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        int size = 1 + random.nextInt(12);
        for (int i = 1; i <= size; i++) {
            names.add(new NameEntry(i, "p" + i + ".Type", "m\u00e4thod" + i));
            nodes.add(new NodeEntry(i, random.nextInt(i), 1 + random.nextInt(i)));
            rows.add(row(i, 1 + random.nextInt(1000)));
        }
        Map<String, Object> values = new HashMap<>(
                Map.of("text", "\uD83D\uDE00", "n", random.nextLong(), "ratio", 0.5, "flag", true));
        List<Invocation> kept = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            kept.add(new Invocation(1 + random.nextInt(size), i % 3, "main", now - i, 1, meters(60L + i), i % 5 == 0,
                    i % 5 == 0 ? "boom " + i : null));
        }
        return new Batch(sequence, now - 10_000_000, now, names, nodes, rows, kept,
                List.of(new ContextRecord(77, 0, "order", "shop", "main", now - 9, now, null, values, 2, 0, 1,
                        meters(60))),
                List.of(new EventRecord("sold", now, 77, "main", values)),
                List.of(new Score(1, Standing.values()[0], 900, 1)),
                List.of(new Verdict(1, 1, now, Standing.values()[0], Standing.values()[2], 0, "short")),
                List.of(new PlatformSample(now, Map.of("heap.used", 5e6))),
                Map.of("invocations.dropped", 3L));
    }
}

package sim.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Wire;

/** Batches made by hand: an application that calls a.A.outer, which calls itself once and then b.B.inner. */
public final class Batches {
    private static volatile long now = System.currentTimeMillis() * 1000;

    /** Calls kept in a {@link #megabyte}. */
    public static final int MEGABYTE_CALLS = 2_048;

    private Batches() {}

    /** The time that a class of tests goes by, in microseconds: when it began. It stays the same until the next class begins. */
    public static long now() {
        return now;
    }

    /** A class of tests begins. Answers are of the last minutes, so its batches must not be as old as its JVM. */
    static void begin() {
        now = System.currentTimeMillis() * 1000;
    }

    public static Hello hello(String application, String instance) {
        return new Hello(Wire.VERSION, application, instance, "host", 42, "JVM", now() - 60_000_000, false, List.of());
    }

    /** outer (100 ns, self 10) calls outer (90, self 30), which calls inner (60). */
    public static Batch recursion(long sequence) {
        return new Batch(sequence, now() - 10_000_000, now() - 5_000_000,
                List.of(new NameEntry(1, "a.A", "outer"), new NameEntry(2, "b.B", "inner")),
                List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 1), new NodeEntry(3, 2, 2)),
                List.of(row(1, 1, 100, 10), row(2, 1, 90, 30), row(3, 2, 60, 60)),
                List.of(new Invocation(3, 77, "main", now() - 6_000_000, 1, meters(60), true, "boom")),
                List.of(context(77, 0, 0, Map.of("n", 1L, "text", "x", "flag", true, "ratio", 0.5))),
                List.of(new EventRecord("sold", now() - 6_000_000, 77, "main", Map.of("price", 3L))), List.of(),
                List.of(),
                List.of(new PlatformSample(now() - 5_000_000, Map.of("heap.used", 5e6))),
                Map.of("invocations.dropped", sequence));
    }

    /** A batch that says nothing but what is given. */
    public static Batch of(long sequence, List<TreeRow> rows, List<ContextRecord> contexts) {
        return new Batch(sequence, now() - 5_000_000, now() - 1_000_000, List.of(), List.of(), rows, List.of(),
                contexts,
                List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** The last batch of a program that ends. */
    public static Batch last(long sequence) {
        return new Batch(sequence, now() - 1_000_000, now(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), Map.of("invocations.dropped", 0L, Wire.ENDED, 1L));
    }

    /** A batch of kept calls and the places they are of. */
    public static Batch keeping(long sequence, List<Invocation> calls) {
        int places = calls.stream().mapToInt(Invocation::node).max().orElse(0);
        return new Batch(sequence, now() - 10_000_000, now() - 5_000_000, places(places > 0), nodes(places), List.of(),
                calls,
                List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    private static List<NameEntry> places(boolean any) {
        return any ? List.of(new NameEntry(1, "a.A", "outer")) : List.of();
    }

    /** So many places at the top, all of a.A.outer. */
    public static List<NodeEntry> nodes(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(id -> new NodeEntry(id, 0, 1)).toList();
    }

    /** A batch of a megabyte that does not compress, of a time of its own. */
    public static Batch megabyte(long sequence, long toMicros) {
        Random random = new Random(sequence);
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < MEGABYTE_CALLS; i++) {
            byte[] text = new byte[384];
            random.nextBytes(text);
            calls.add(new Invocation(1, 0, "main", toMicros - i, 1, meters(60), true,
                    Base64.getEncoder().encodeToString(text)));
        }
        return new Batch(sequence, toMicros - 5_000_000, toMicros, places(true), nodes(1),
                List.of(row(1, 1, 100, 10)), calls, List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    public static ContextRecord context(long id, long parent, long end, Map<String, Object> values) {
        return new ContextRecord(id, parent, "order", "shop", "main", now() - 8_000_000, end, null, values, 2, 0, 1,
                meters(60));
    }

    public static TreeRow row(int node, long count, long total, long self) {
        return new TreeRow(node, count, 0, 1, meters(total), meters(self), meters(total / count),
                new long[]{total / count, count});
    }

    /** Of 160 calls of a getter, and of 16 of another method, one in 16 was read; the time of the others is in the 500 ns of their caller's own. */
    public static Batch sampled(long sequence) {
        return new Batch(sequence, now() - 10_000_000, now() - 5_000_000,
                List.of(new NameEntry(1, "a.A", "caller"), new NameEntry(2, "a.A", "getter"),
                        new NameEntry(3, "a.A", "sampled"), new NameEntry(4, "a.A", "other")),
                List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 1, 3), new NodeEntry(4, 0, 4)),
                List.of(sampled(1, 1, 1, 560, 500), sampled(2, 160, 10, 40, 40), sampled(3, 16, 1, 20, 20),
                        sampled(4, 1, 1, 250, 250)),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    private static TreeRow sampled(int node, long count, long read, long total, long self) {
        long not = count - read;
        return new TreeRow(node, count, 0, 1, meters(total), meters(self), meters(total / read), new long[]{1, read},
                new Unread(not, not, not, 0));
    }

    public static long[] meters(long... values) {
        return Arrays.copyOf(values, Meter.COUNT);
    }
}

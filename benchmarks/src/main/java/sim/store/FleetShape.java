package sim.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Wire;

/**
 * What a fleet of JVMs ships: calls by Zipf's law over the places, latencies log-normal, all measures in every second row. The
 * same for each seed. One thread.
 */
public final class FleetShape {
    static final String APPLICATION = "fleet";
    private static final int ALL = (1 << Meter.COUNT) - 1;
    private static final int SERIES = 10;
    /** Calls of the busiest place in 5 s. */
    private static final int BUSIEST = 20_000;
    /** At most so many calls of a row are drawn one by one; a histogram of more has the shape of these. */
    private static final int DRAWN = 60;

    private final int places;
    private final Random random = new Random(34);

    public FleetShape(int places) {
        this.places = places;
    }

    static String instance(int jvm) {
        return String.format("jvm-%04d", jvm);
    }

    public Hello hello(int jvm) {
        return new Hello(Wire.VERSION, APPLICATION, instance(jvm), "host" + jvm, 1 + jvm, "none", 0, false, List.of());
    }

    /** An interval of one JVM, as bytes of the collector's encoder. */
    public byte[] frame(long sequence, long toMicros) throws java.io.IOException {
        return FrameCodec.encode(batch(sequence, toMicros));
    }

    Batch batch(long sequence, long toMicros) {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int place = 1; place <= places; place++) {
            if (sequence == 1) {
                names.add(new NameEntry(place, "fleet.generated.Service" + place % 40, "method" + place));
                nodes.add(new NodeEntry(place, place / 3, place));
            }
            rows.add(row(place));
        }
        return new Batch(sequence, toMicros - 5_000_000, toMicros, names, nodes, rows, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(platform(toMicros)), Map.of()).sentAt(toMicros);
    }

    private TreeRow row(int place) {
        long count = Math.max(1, (long) (BUSIEST / Math.pow(place, 1.1) * Math.exp(0.3 * random.nextGaussian())));
        int drawn = (int) Math.min(count, DRAWN);
        double middle = 20_000 * Math.exp(place % 17 / 3.0);
        java.util.TreeMap<Integer, Long> buckets = new java.util.TreeMap<>();
        long wall = 0;
        long max = 0;
        for (int i = 0; i < drawn; i++) {
            long latency = (long) (middle * Math.exp(0.5 * random.nextGaussian()));
            long calls = count / drawn + (i < count % drawn ? 1 : 0);
            buckets.merge(Buckets.indexOf(latency), calls, Long::sum);
            wall += latency * calls;
            max = Math.max(max, latency);
        }
        long[] told = new long[2 * buckets.size()];
        int at = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            told[at++] = bucket.getKey();
            told[at++] = bucket.getValue();
        }
        return new TreeRow(place, count, 0, place % 2 == 0 ? ALL : Meter.WALL.bit(), readings(wall),
                readings(wall / 3), readings(max), told);
    }

    private static long[] readings(long wall) {
        long[] readings = new long[Meter.COUNT];
        for (int i = 0; i < readings.length; i++) {
            readings[i] = i == Meter.WALL.ordinal() ? wall : i < 5 ? wall / (i + 2) : i % 3 == 0 ? wall / 4_000 : 0;
        }
        return readings;
    }

    private PlatformSample platform(long toMicros) {
        Map<String, Double> values = new java.util.LinkedHashMap<>();
        for (int i = 0; i < SERIES; i++) {
            values.put("series" + i, i * 10 + random.nextGaussian());
        }
        return new PlatformSample(toMicros, values);
    }
}

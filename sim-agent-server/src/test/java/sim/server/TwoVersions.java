package sim.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/**
 * What two versions of a program tell of the same five seconds. Of the second each order asks twenty times where it asked once, waits for a lock
 * that the first does not have, and no longer checks.
 */
public final class TwoVersions {
    private static final long MILLI = 1_000_000;
    private static final List<String> NAMES = List.of("place", "find", "lock", "check", "bill");

    private TwoVersions() {}

    public static Batch first() {
        return batch(400, List.of(row(1, 400, 5 * MILLI), row(2, 400, MILLI), row(4, 400, MILLI), row(5, 3, MILLI)), 1);
    }

    public static Batch second() {
        return batch(200, List.of(row(1, 200, 40 * MILLI), row(2, 4_000, MILLI), row(3, 200, 15 * MILLI),
                row(5, 2, 900 * MILLI)), 20);
    }

    /** So many statements, the later the longer. */
    public static Batch statements(int many) {
        List<PayloadRow> rows = new ArrayList<>();
        for (int i = 1; i <= many; i++) {
            rows.add(new PayloadRow(1, 1, 1, "SELECT " + Integer.toString(i, 36),
                    new PayloadSum(1, 0, i * MILLI, i * MILLI), new long[]{Buckets.indexOf(i * MILLI), 1}));
        }
        long begin = Batches.now() - 3_000_000;
        return new Batch(1, Batches.now() - 6_000_000, Batches.now() - 1_000_000, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Orders", "place")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                .with(Sections.PAYLOAD_PROBES,
                        List.of(new PayloadProbeEntry(1, "shop.Queries", "Queries", "SQL", true, false, false,
                                List.of(), List.of())))
                .with(Sections.PAYLOAD_RECORDINGS, List.of(new PayloadRecording(1, 1, begin, 0, true)))
                .with(Sections.PAYLOAD_ROWS, rows));
    }

    /** @param statements that each order has */
    private static Batch batch(long orders, List<TreeRow> rows, int statements) {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        for (int i = 1; i <= NAMES.size(); i++) {
            names.add(new NameEntry(i, "shop.Orders", NAMES.get(i - 1)));
            nodes.add(new NodeEntry(i, i == 1 || i == 5 ? 0 : 1, i));
        }
        long begin = Batches.now() - 3_000_000;
        List<PayloadEvent> events = new ArrayList<>();
        for (int i = 0; i < statements; i++) {
            events.add(new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, begin, MILLI, 2, "SELECT item", -1, 0, "main",
                    orders, false));
        }
        events.add(new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, begin, 99 * MILLI, 2, "SELECT other", -1, 0,
                "main", 0, false));
        long count = orders * statements;
        return new Batch(1, Batches.now() - 6_000_000, Batches.now() - 1_000_000, Contents.NONE
                .with(Sections.NAMES, names)
                .with(Sections.NODES, nodes).with(Sections.ROWS, rows)
                .with(Sections.KINDS,
                        List.of(new KindRecord("order", "", orders, 0, 1, orders * 5 * MILLI, orders, 0,
                                Meter.WALL.bit(), Batches.meters(orders * 5 * MILLI), rows)))
                .with(Sections.CONTEXTS,
                        List.of(new ContextRecord(orders, 0, "order", "", "main", begin, begin + 50_000, null,
                                Map.of(), 1, 0, Meter.WALL.bit(), Batches.meters(MILLI))))
                .with(Sections.PAYLOAD_PROBES,
                        List.of(new PayloadProbeEntry(1, "shop.Queries", "Queries", "SQL", true, false, false,
                                List.of(), List.of())))
                .with(Sections.PAYLOAD_RECORDINGS, List.of(new PayloadRecording(1, 1, begin, 0, true)))
                .with(Sections.PAYLOAD_ROWS,
                        List.of(new PayloadRow(1, 1, 2, "SELECT item", new PayloadSum(count, 0, count * MILLI, MILLI),
                                new long[]{Buckets.indexOf(MILLI), count}),
                                new PayloadRow(1, 1, 2, statements > 1 ? "SELECT new" : "SELECT old",
                                        new PayloadSum(300, 0, 300 * MILLI, MILLI),
                                        new long[]{Buckets.indexOf(MILLI), 300}),
                                new PayloadRow(1, 1, 2, "SELECT rare",
                                        new PayloadSum(1, 0, statements * MILLI, statements * MILLI),
                                        new long[]{Buckets.indexOf(statements * MILLI), 1})))
                .with(Sections.PAYLOAD_EVENTS, events));
    }

    private static TreeRow row(int node, long calls, long each) {
        long self = node == 1 ? calls * MILLI : calls * each;
        return new TreeRow(node, calls, 0, 1, Batches.meters(calls * each), Batches.meters(self),
                Batches.meters(each), new long[]{Buckets.indexOf(each), calls});
    }
}

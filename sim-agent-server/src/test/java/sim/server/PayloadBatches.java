package sim.server;

import java.util.List;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadProbeEntry.EventType;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** Batches of a payload probe made by hand: the figure of the annotated call tree, in one recording or another. */
public final class PayloadBatches {
    public static final String PROBE = "shop.Queries";
    public static final long MILLI = 1_000_000;

    private PayloadBatches() {}

    /** @param first whether it brings the names and places */
    public static Batch batch(long sequence, long recording, boolean first) {
        long from = Batches.now() - 20_000_000 + sequence * 5_000_000;
        Contents contents = Contents.NONE.with(Sections.PAYLOAD_PROBES, List.of(
                new PayloadProbeEntry(1, PROBE, "Queries", "SQL", true, false, true,
                        List.of(new EventType("read", 0x3b6fd4), new EventType("write", 0xb7791f)),
                        List.of(new Line("pool", "used", "PLAIN", 0, true, "MEAN")))))
                .with(Sections.PAYLOAD_RECORDINGS,
                        List.of(new PayloadRecording(recording, 1, Batches.now() - 15_000_000, recording == 1 ? 0 : 77,
                                true)))
                .with(Sections.PAYLOAD_ROWS,
                        List.of(row(recording, 2, "A", 2, 300), row(recording, 2, "B", 1, 100),
                                row(recording, 4, "A", 1, 300), row(recording, 4, "B", 1, 200)))
                .with(Sections.OBJECT_ROWS, List.of(object(recording, 0, -1, 3, 600), object(recording, 5, 1, 2, 300)))
                .with(Sections.CONTROL_OBJECTS,
                        List.of(new ControlObject(5, 1, "connection 5", from, first ? 0 : from + 1,
                                first ? ControlObject.End.OPEN : ControlObject.End.CLOSED)))
                .with(Sections.PAYLOAD_EVENTS, List.of(event(recording, from, 2, "A", 200, 0, -1),
                        event(recording, from + 1, 4, "B", 200, 5, 1)))
                .with(Sections.PAYLOAD_MINUTES, List.of(new PayloadMinute(recording, 1, from / 60_000_000, "A", -1, 0,
                        new PayloadSum(3, 0, 500 * MILLI, 300 * MILLI))))
                .with(Sections.PAYLOAD_POINTS, List.of(new PayloadPoint(recording, 1, "pool", "used", from, 3.5)));
        if (first) {
            contents = contents
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Shop", "method1"),
                            new NameEntry(2, "shop.Shop", "method2"), new NameEntry(3, "split:shop.Requests", "GET /"),
                            new NameEntry(4, "shop.Shop", "method3")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 1, 3),
                                    new NodeEntry(4, 3, 4)))
                    .with(Sections.ROWS, List.of(Batches.row(1, 1, 140, 0), Batches.row(2, 1, 40, 40),
                            Batches.row(3, 1, 100, 0), Batches.row(4, 1, 100, 100)));
        }
        return new Batch(sequence, from, from + 4_000_000, contents);
    }

    /** The same as if it had been shipped so much earlier. */
    public static Batch earlier(Batch batch, long micros) {
        return new Batch(batch.sequence(), batch.fromMicros() - micros, batch.toMicros() - micros, batch.contents());
    }

    /** A probe that splits and takes no payloads; it records, too. */
    public static Batch splitting(long sequence) {
        return new Batch(sequence, Batches.now() - 2_000_000, Batches.now() - 1_000_000, Contents.NONE
                .with(Sections.PAYLOAD_PROBES,
                        List.of(new PayloadProbeEntry(2, "shop.Requests", "Requests", "", false, true, false, List.of(),
                                List.of())))
                .with(Sections.PAYLOAD_RECORDINGS,
                        List.of(new PayloadRecording(1, 2, Batches.now() - 15_000_000, 0, true))));
    }

    /** One payload of a long text on a control object of a long name, which ends with the number 6. */
    public static Batch longTexts(long sequence, String text, String object) {
        long from = Batches.now() - 20_000_000 + sequence * 5_000_000;
        Contents contents = Contents.NONE
                .with(Sections.PAYLOAD_ROWS, List.of(row(2, 2, text, 1, 200)))
                .with(Sections.OBJECT_ROWS, List.of(object(2, 6, 1, 1, 200)))
                .with(Sections.CONTROL_OBJECTS,
                        List.of(new ControlObject(6, 1, object + 6, from, 0, ControlObject.End.OPEN)))
                .with(Sections.PAYLOAD_EVENTS, List.of(event(2, from, 2, text, 200, 6, 1)));
        return new Batch(sequence, from, from + 4_000_000, contents);
    }

    public static PayloadRow row(long recording, int node, String text, long count, long millis) {
        return new PayloadRow(recording, 1, node, text, new PayloadSum(count, 0, millis * MILLI, 300 * MILLI),
                new long[]{400, count});
    }

    private static ObjectRow object(long recording, long object, int type, long count, long millis) {
        return new ObjectRow(recording, 1, object, type, new PayloadSum(count, 0, millis * MILLI, 300 * MILLI));
    }

    private static PayloadEvent event(long recording, long start, int node, String text, long millis, long object,
            int type) {
        return new PayloadEvent(recording, 1, PayloadEvent.Kind.PAYLOAD, start, millis * MILLI, node, text, type,
                object,
                "main", 0, false);
    }
}

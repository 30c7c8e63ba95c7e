package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
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
import sim.model.payload.ScriptAnswer;

/** What payload probes tell, on the wire and in a full spool. */
class PayloadSectionsTest {
    private static final PayloadSum SUM = new PayloadSum(3, 1, 600_000_000, 300_000_000);
    /** Elements of each of these sections; they are in the {@link Corpus} too. */
    static final Contents ALL = Contents.NONE
            .with(Sections.PAYLOAD_PROBES, List.of(
                    new PayloadProbeEntry(1, "shop.Queries", "Queries", "SQL", true, false, true,
                            List.of(new EventType("read", 0x00CC00), new EventType("write", -1)),
                            List.of(new Line("pool", "used", "PER_SECOND", -2, true, "SUM"))),
                    new PayloadProbeEntry(2, "shop.Requests", "Requests", "", false, true, false, List.of(),
                            List.of())))
            .with(Sections.PAYLOAD_RECORDINGS,
                    List.of(new PayloadRecording(1, 1, 5, 0, true), new PayloadRecording(2, 1, 7, 9, false)))
            .with(Sections.PAYLOAD_ROWS,
                    List.of(new PayloadRow(1, 1, 0, "A", SUM, new long[]{3, 1, 400, 2}),
                            new PayloadRow(1, 1, 17, "gr\u00fcn", SUM, new long[0])))
            .with(Sections.OBJECT_ROWS, List.of(new ObjectRow(1, 1, ControlObject.OTHER, -1, SUM)))
            .with(Sections.CONTROL_OBJECTS,
                    List.of(new ControlObject(4, 1, "connection", 5, 9, ControlObject.End.COLLECTED)))
            .with(Sections.PAYLOAD_EVENTS,
                    List.of(new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, 999_990, 7, 17, "A", 1, 4, "main", -9,
                            true),
                            new PayloadEvent(1, 1, PayloadEvent.Kind.CLOSE, 2_000_000, 0, 0, "connection", -1, 4,
                                    "main",
                                    0, false)))
            .with(Sections.PAYLOAD_MINUTES, List.of(new PayloadMinute(1, 1, 29_900_000, "A", 1, 4, SUM)))
            .with(Sections.PAYLOAD_POINTS, List.of(new PayloadPoint(1, 1, "pool", "used", 1_500_000, -3.25)))
            .with(Sections.SCRIPT_ANSWERS, List.of(new ScriptAnswer(9, true, "runs at a.B.m(int)",
                    List.of(new ScriptAnswer.Method("a.B.m(int)", "void", List.of("int"), List.of("n"), "is native")),
                    List.of(new ScriptAnswer.Script("M", "a.B.m(..)", "n % 2", true)))));

    @Test
    void everySectionComesBackAsItWas() throws Exception {
        Batch batch = new Batch(7, 1_000_000, 6_000_000, ALL);
        Batch back = (Batch) FrameCodec.decode(FrameCodec.encode(batch));
        for (Section<?> section : ALL.sections()) {
            assertThat(back.contents().of(section)).as(section.name()).usingRecursiveComparison()
                    .isEqualTo(ALL.of(section));
        }
    }

    @Test
    void sumsOfOneThingAreAddedUpWhereThereIsNoRoom() {
        PayloadRow row = new PayloadRow(1, 1, 17, "A", SUM, new long[]{3, 1});
        PayloadRow other = new PayloadRow(2, 1, 17, "A", SUM, new long[]{3, 1});
        List<PayloadRow> melted = Sections.PAYLOAD_ROWS
                .melt(List.of(List.of(row, other), List.of(row), List.of(row)), 0);
        assertThat(melted).hasSize(2);
        assertThat(melted.get(0).sum()).isEqualTo(new PayloadSum(9, 3, 1_800_000_000, 300_000_000));
        assertThat(melted.get(0).buckets()).containsExactly(3, 3);
    }

    @Test
    void theLastWordOnAProbeAndARecordingCounts() {
        PayloadRecording begun = new PayloadRecording(1, 1, 5, 0, false);
        PayloadRecording ended = new PayloadRecording(1, 1, 5, 9, false);
        assertThat(Sections.PAYLOAD_RECORDINGS.melt(List.of(List.of(begun), List.of(ended)), 0)).containsExactly(ended);
    }

    @Test
    void singleEventsAreDroppedTheOldestFirst() {
        PayloadEvent event = ALL.of(Sections.PAYLOAD_EVENTS).get(0);
        long two = 2 * Sections.PAYLOAD_EVENTS.bytes(event);
        assertThat(Sections.PAYLOAD_EVENTS.melt(List.of(List.of(event, event), List.of(event, event)), two)).hasSize(2);
        assertThat(Sections.PAYLOAD_EVENTS.dropCounter()).isEqualTo("spool.payload.events.dropped");
    }

    @Test
    void minutesThatAreDroppedCountAsTheEventsTheyAreTheSumOf() {
        assertThat(Sections.PAYLOAD_MINUTES.amount(ALL.of(Sections.PAYLOAD_MINUTES))).isEqualTo(3);
    }
}

package sim.payload.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadRow;

/** Payloads and their single events between two drains. */
class EventsTest {
    private static final int ROOM = 1_000;
    private final Mishaps mishaps = new Mishaps();
    private final PayloadBounds bounds = new PayloadBounds(1 << 20, 100, 100, 100, 100, 100, ROOM, 1_000_000, 100);
    private final Recording recording = new Recording(1,
            new KnownProbe(1, "probe", null, new SplitTexts("probe", new Names(100), bounds, mishaps)), 1, true,
            new PayloadMemory(1 << 20), mishaps, bounds);

    @Test
    void theCollectorIsWokenBeforeEventsFindNoRoomHoweverManyThreadsThereAre() {
        for (int stripes = 1; stripes <= Tallies.STRIPES; stripes++) {
            List<PayloadEvent> kept = new ArrayList<>();
            List<PayloadMinute> summed = new ArrayList<>();
            boolean[] isWanted = {false};
            Events events = new Events(bounds, mishaps, () -> isWanted[0] = true);
            for (int i = 0; i < 20 * ROOM; i++) {
                PayloadTold told = new PayloadTold();
                told.recording = recording;
                told.text = "A";
                told.thread = "t";
                events.add(i % stripes, told);
                if (isWanted[0]) {
                    isWanted[0] = false;
                    events.drain(kept, summed);
                }
            }
            events.drain(kept, summed);
            assertThat(kept.size()).as("%d threads", stripes).isEqualTo(20 * ROOM);
            assertThat(summed).isEmpty();
        }
    }

    /** As where the heap is full: what is out of the buffers is told by the next drain, each once. */
    @Test
    void aDrainThatFailsOnItsWayIsGoneOnWith() {
        Events events = new Events(bounds, mishaps, () -> {});
        for (int i = 0; i < ROOM + 100; i++) { // those past the room are added up by minute
            events.add(i, told("text " + i));
        }
        Scarce<PayloadEvent> kept = new Scarce<>();
        Scarce<PayloadMinute> summed = new Scarce<>();
        drain(kept, summed, () -> events.drain(kept, summed));
        int single = kept.size();
        assertThat(kept).hasSizeGreaterThan(500).extracting(PayloadEvent::text).doesNotHaveDuplicates();
        assertThat(summed).hasSize(ROOM + 100 - single).extracting(PayloadMinute::text).doesNotHaveDuplicates();
        events.add(0, told("later"));
        drain(kept, summed, () -> events.drain(kept, summed));
        assertThat(kept).hasSize(single + 1);
    }

    @Test
    void sumsOfWhichNoRowCouldBeMadeAreInTheNext() {
        for (int i = 0; i < 10; i++) {
            recording.add(i, 1, "text " + i % 3, 1L << i, false, i % 2, -1);
        }
        Scarce<PayloadRow> rows = new Scarce<>();
        Scarce<ObjectRow> objects = new Scarce<>();
        drain(rows, objects, () -> recording.drain(new PayloadParts(rows, objects), false));
        assertThat(rows).hasSize(3);
        assertThat(rows.stream().mapToLong(row -> row.sum().count()).sum()).isEqualTo(10);
        assertThat(rows.stream().mapToLong(row -> row.sum().total()).sum()).isEqualTo(1_023);
        assertThat(rows.stream().flatMapToLong(row -> LongStream.range(0, row.buckets().length / 2)
                .map(pair -> row.buckets()[2 * (int) pair + 1])).sum()).isEqualTo(10);
        assertThat(objects.stream().mapToLong(row -> row.sum().count()).sum()).isEqualTo(10);
        drain(rows, objects, () -> recording.drain(new PayloadParts(rows, objects), false));
        assertThat(rows).as("nothing more").hasSize(3);
    }

    private PayloadTold told(String text) {
        PayloadTold told = new PayloadTold();
        told.recording = recording;
        told.text = text;
        told.thread = "t";
        return told;
    }

    /** Drains until it comes through, with memory for one element more each time. */
    private static void drain(Scarce<?> one, Scarce<?> other, Runnable drain) {
        for (int room = 0;; room++) {
            one.room = room;
            other.room = room;
            try {
                drain.run();
                return;
            } catch (OutOfMemoryError full) {
                assertThat(full).hasMessage("meant");
            }
        }
    }

    /** A list with memory for a few elements more. */
    private static final class Scarce<E> extends ArrayList<E> {
        private static final long serialVersionUID = 1;
        private int room;

        @Override
        public boolean add(E element) {
            if (room-- <= 0) {
                throw new OutOfMemoryError("meant");
            }
            return super.add(element);
        }
    }
}

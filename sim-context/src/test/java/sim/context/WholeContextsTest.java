package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.base.redact.Redaction;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;

/** Slow contexts with many places are sent with all of them as far as there is room, and one that is not says which bound left some out. */
class WholeContextsTest {
    private static final int[] WALL = {0};
    private static final int PLACES = 200;
    private static final long MILLI = 1_000;
    /** So many of that size have all their places between two drains. */
    private static final int ROOM = 64_000 / PLACES;

    private ContextRegistry registry;

    private ContextRegistry registry(int places, long memory, int rate, int slowest) {
        registry = new ContextRegistry(new Bounds(100_000, 10, 100, places, 8, 10, memory, 1_000_000, rate,
                Integer.MAX_VALUE, slowest, 100, Redaction.NONE), Meter.WALL.bit(), node -> node == 1 ? 0 : 1,
                () -> {});
        return registry;
    }

    private void run(long micros, Throwable error) {
        Context context = registry.create(null, "order", "");
        Scope scope = Scope.open(context, null, null, true);
        long[] deltas = new long[Meter.COUNT];
        long[] inner = new long[Meter.COUNT];
        for (int place = 2; place <= PLACES; place++) {
            deltas[0] = 10;
            scope.addAt(place, place, WALL, Meter.WALL.bit(), deltas, inner, false);
        }
        deltas[0] = 10 * PLACES;
        inner[0] = 10 * (PLACES - 1);
        scope.add(WALL, Meter.WALL.bit(), deltas, false);
        scope.addAt(1, 0, WALL, Meter.WALL.bit(), deltas, inner, false);
        scope.close(context.getStart() + micros, true, error);
    }

    private List<ContextRecord> drained() {
        List<ContextRecord> records = new ArrayList<>();
        registry.drain(records);
        return records;
    }

    private static long whole(List<ContextRecord> records) {
        return records.stream().filter(record -> record.rest() == null).count();
    }

    private static Object bound(ContextRecord record) {
        return record.values().get(ContextRecord.PLACES_BOUND);
    }

    /** Ever slower ones are each the slowest so far. The first 6,400 places are those of any. */
    @Test
    void theSlowestLeaveTheOthersTheirRoom() {
        registry(1_024, Long.MAX_VALUE / 2, 1_000_000, 10);
        for (int i = 0; i < 100; i++) {
            run((10 + i) * MILLI, null);
        }
        for (int i = 0; i < ROOM; i++) {
            run(5 * MILLI, null);
        }
        assertThat(whole(drained())).isEqualTo(100 + ROOM - 6_400 / PLACES);
    }

    @Test
    void thoseThatAreNotSentLeaveTheOthersTheirRoom() {
        registry(1_024, Long.MAX_VALUE / 2, 1, 0);
        for (int i = 0; i < 1_000; i++) {
            run(10, new IllegalStateException("no money"));
        }
        for (int i = 0; i < 150; i++) {
            run(5 * MILLI, null);
        }
        List<ContextRecord> slow = drained().stream().filter(record -> record.error() == null).toList();
        assertThat(slow).hasSize(150);
        assertThat(whole(slow)).isEqualTo(150);
    }

    @Test
    void oneForWhichOthersOfItsKindLeftNoRoomSaysSo() {
        registry(1_024, Long.MAX_VALUE / 2, 1_000_000, 0);
        for (int i = 0; i < ROOM + 5; i++) {
            run(5 * MILLI, null);
        }
        run(10, null);
        List<ContextRecord> records = drained();
        assertThat(records.subList(0, ROOM)).allSatisfy(record -> {
            assertThat(record.rest()).isNull();
            assertThat(record.values()).isEmpty();
        });
        assertThat(records.subList(ROOM, ROOM + 5)).allSatisfy(record -> {
            assertThat(record.rows()).hasSizeLessThanOrEqualTo(8);
            assertThat(bound(record)).isEqualTo(ContextRecord.BY_KIND);
        });
        assertThat(records.get(ROOM + 5).rest()).isNotNull();
        assertThat(records.get(ROOM + 5).values()).as("a fast one, of which a few are enough").isEmpty();
    }

    @Test
    void oneWhoseTableWasFullSaysSo() {
        registry(100, Long.MAX_VALUE / 2, 1_000_000, 0);
        run(5 * MILLI, null);
        assertThat(drained()).singleElement().satisfies(record -> {
            assertThat(record.rest().places()).isEqualTo(PLACES - record.rows().size());
            assertThat(bound(record)).isEqualTo(ContextRecord.BY_TABLE);
        });
    }

    @Test
    void oneForWhichMemoryWasShortSaysSo() {
        registry(1_024, 15_000, 1_000_000, 0);
        run(5 * MILLI, null);
        assertThat(drained()).singleElement().satisfies(record -> {
            assertThat(record.rows()).hasSizeLessThanOrEqualTo(PlaceTable.SMALL);
            assertThat(record.rest()).isNotNull();
            assertThat(bound(record)).isEqualTo(ContextRecord.BY_MEMORY);
        });
    }
}

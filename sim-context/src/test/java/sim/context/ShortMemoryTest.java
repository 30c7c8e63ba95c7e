package sim.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sim.base.meter.Clock;
import sim.base.redact.Redaction;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Contexts that begin while others take all of their memory. */
class ShortMemoryTest {
    private static final long BYTES = 100_000;
    private static final int[] WALL = {0};

    private final ContextRegistry registry = new ContextRegistry(
            new Bounds(10_000, 64, 512, 64, 8, 100, BYTES, Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 0,
                    1_000,
                    Redaction.NONE),
            Meter.WALL.bit(), node -> 0, () -> {});
    private final List<Context> burst = new ArrayList<>();

    @Test
    void oneThatFailsIsKeptAndTheOthersAreCounted() {
        fill();
        Context failed = registry.create(null, "late", "");
        Context fast = registry.create(null, "late", "");
        failed.put("order", 4711);
        registry.end(failed, new IllegalStateException("no money"));
        registry.end(fast, null);
        assertThat(ended()).singleElement().satisfies(record -> {
            assertThat(record.id()).isEqualTo(failed.id());
            assertThat(record.values()).containsEntry("order", 4711L);
        });
        assertThat(counter("contexts.dropped")).isEqualTo(1);
    }

    @Test
    void whatIsHeldBackForThemIsBoundedAndComesBack() {
        fill();
        long most = 0;
        for (int drain = 0; drain < 20; drain++) {
            for (int i = 0; i < 50; i++) {
                registry.end(registry.create(null, "late", ""), new IllegalStateException("no money"));
            }
            assertThat(registry.bytes()).as("the sums of kinds are taken anyway").isLessThan(BYTES + BYTES / 10);
            int kept = ended().size();
            assertThat(kept).isBetween(1, 49);
            most += 50 - kept;
            registry.drainKinds(new ArrayList<>());
        }
        assertThat(counter("contexts.dropped")).isEqualTo(most);
        burst.forEach(context -> registry.end(context, null));
        ended();
        registry.drainKinds(new ArrayList<>());
        registry.drain(new ArrayList<>());
        assertThat(registry.bytes()).as("kinds alone").isLessThan(BYTES / 10);
    }

    /** As a request that goes on elsewhere and fails there: its record had the number of its calls, and none of them. */
    @Test
    void whatItDidInStaysBeforeIsKnownByItsNumber() {
        fill();
        Context failed = registry.create(null, "late", "");
        Scope first = Scope.open(failed, null, null, true);
        call(first, 1, 500, false);
        call(first, 2, 300, true);
        first.close();
        Scope second = Scope.open(failed, null, null, false);
        call(second, 3, 40, false);
        second.close();
        registry.end(failed, new IllegalStateException("no money"));
        assertThat(ended()).singleElement().satisfies(record -> {
            assertThat(record.calls()).isEqualTo(3);
            assertThat(placed(record) + record.rest().calls()).isEqualTo(3);
            assertThat(record.rest().errors()).isEqualTo(1);
            assertThat(record.rest().selfNanos()).isEqualTo(840);
            assertThat(record.stays()).hasSize(1);
        });
        assertThat(counter("context.places.dropped")).isEqualTo(3);
    }

    @Test
    void theStayInWhichItEndsHasItsPlacesBesideTheNumberOfTheOthers() {
        Context room = registry.create(null, "before", "");
        Scope kept = Scope.open(room, null, null, true);
        call(kept, 1, 1, false); // so that there is a table
        kept.close();
        registry.end(room, null);
        ended();
        fill();
        Context failed = registry.create(null, "late", "");
        Scope first = Scope.open(failed, null, null, true);
        call(first, 1, 500, false);
        first.close();
        Scope last = Scope.open(failed, null, null, false);
        call(last, 2, 30, false);
        call(last, 2, 70, false);
        last.close(Clock.epochMicros(), true, new IllegalStateException("no money"));
        assertThat(ended()).singleElement().satisfies(record -> {
            assertThat(record.calls()).isEqualTo(3);
            assertThat(record.rows()).singleElement().satisfies(row -> {
                assertThat(row.node()).isEqualTo(2);
                assertThat(row.count()).isEqualTo(2);
            });
            assertThat(record.rest().calls()).isEqualTo(1);
            assertThat(record.rest().selfNanos()).isEqualTo(500);
            assertThat(record.rest().places()).isEqualTo(1);
        });
    }

    @Test
    void callsThatEndAfterTheirStayAreInIt() {
        fill();
        Context failed = registry.create(null, "late", "");
        Scope stay = Scope.open(failed, null, null, true);
        stay.close();
        call(stay, 1, 500, false);
        stay.handInLate();
        registry.end(failed, new IllegalStateException("no money"));
        assertThat(ended()).singleElement()
                .satisfies(record -> assertThat(record.rest().calls()).isEqualTo(record.calls()).isEqualTo(1));
    }

    /** Before, nobody knew of it: it was neither shipped nor counted, and its memory was gone for good. */
    @Test
    void oneWhoseEndFailsIsFinishedByTheCollector() {
        fill();
        long before = registry.bytes();
        boolean[] fails = {true};
        registry.watch("late", new ContextWatch() {
            @Override
            public void began() {
                // of no interest
            }

            @Override
            public void ended() {
                if (fails[0]) {
                    throw new OutOfMemoryError("meant");
                }
            }
        });
        Context failed = registry.create(null, "late", "");
        assertThatThrownBy(() -> registry.end(failed, new IllegalStateException("no money"))).hasMessage("meant");
        fails[0] = false;
        List<ContextRecord> told = new ArrayList<>();
        for (int drain = 0; drain < 3; drain++) {
            registry.drain(told);
        }
        assertThat(told).filteredOn(record -> record.id() == failed.id()).singleElement()
                .satisfies(record -> assertThat(record.error()).contains("no money"));
        burst.forEach(context -> registry.end(context, null));
        ended();
        registry.drainKinds(new ArrayList<>());
        registry.drain(new ArrayList<>());
        assertThat(registry.bytes()).as("kinds alone, of " + before).isLessThan(BYTES / 10);
        assertThat(counter("contexts.dropped")).isZero();
    }

    /** What a busy kind was called first at such a moment is no reason to hide it as [other] until the process ends. */
    @Test
    void aKindForWhichThereWasNoMemoryIsOneOfItsOwnOnceThereIs() {
        fill();
        registry.end(registry.create(null, "GET /checkout", "http"), new IllegalStateException("no money"));
        burst.forEach(context -> registry.end(context, null));
        assertThat(ended()).filteredOn(record -> record.name().equals("GET /checkout")).singleElement()
                .satisfies(record -> assertThat(record.values()).as("it says what counts it")
                        .containsEntry(ContextRecord.COUNTED_AT, "[other]"));
        assertThat(kinds()).containsKey("[other]").doesNotContainKey("GET /checkout");
        for (int i = 0; i < 10; i++) {
            registry.end(registry.create(null, "GET /checkout", "http"), null);
        }
        assertThat(ended()).hasSize(10)
                .allSatisfy(record -> assertThat(record.values()).doesNotContainKey(ContextRecord.COUNTED_AT));
        assertThat(kinds()).containsEntry("GET /checkout", 10L);
        assertThat(counter("contexts.kinds.folded")).isEqualTo(1);
    }

    /** Begins contexts until there is no memory for another. */
    private void fill() {
        long before = -1;
        while (registry.bytes() != before) {
            before = registry.bytes();
            burst.add(registry.create(null, "burst", ""));
        }
        burst.remove(burst.size() - 1); // it found no room
        while (registry.bytes() + 260 < BYTES - BYTES / 32) { // less than a kind takes
            burst.get(0).put("more " + registry.bytes(), "");
        }
    }

    /** An outermost call at a place. */
    private static void call(Scope scope, int place, long nanos, boolean failed) {
        long[] deltas = new long[Meter.COUNT];
        deltas[0] = nanos;
        scope.add(WALL, Meter.WALL.bit(), deltas, failed);
        scope.addAt(place, 0, WALL, Meter.WALL.bit(), deltas, new long[Meter.COUNT], failed);
    }

    private static long placed(ContextRecord record) {
        return record.rows().stream().mapToLong(TreeRow::count).sum();
    }

    private List<ContextRecord> ended() {
        List<ContextRecord> records = new ArrayList<>();
        registry.drainEnded(records);
        return records;
    }

    private Map<String, Long> kinds() {
        List<KindRecord> records = new ArrayList<>();
        registry.drainKinds(records);
        Map<String, Long> kinds = new HashMap<>();
        records.forEach(each -> kinds.put(each.name(), each.contexts()));
        return kinds;
    }

    private long counter(String name) {
        Map<String, Long> counters = new HashMap<>();
        registry.count(counters);
        return counters.get(name);
    }
}

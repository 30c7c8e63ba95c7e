package sim.metrics.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/** Memory of tallies goes to whom it serves: meters that have changed, and places that are called often. */
class LedgerTest {
    private static final int ALL = (1 << Meter.COUNT) - 1;
    private static final int[] METERS = IntStream.range(0, Meter.COUNT).toArray();
    private static final int WAITED = Meter.WAIT_TIME.ordinal();

    private final Names names = new Names(100_000);
    private final CallTree tree = new CallTree(50_000, names);
    private final Layout layout = new Layout(ALL, 0, Meter.COUNT);

    @Test
    void aTallyHasRoomForMetersThatSeldomChangeOnceOneHasChanged() {
        NumbersMemory memory = new NumbersMemory(64 << 20);
        Ledger ledger = new Ledger(layout, memory);
        Tally tally = ledger.own(place("wait"));
        long before = memory.taken();
        long[] none = new long[Meter.COUNT];
        long[] deltas = new long[Meter.COUNT];
        deltas[0] = 1_000;
        add(ledger, tally, deltas, none);
        assertThat(tally.isWide()).isFalse();
        deltas[WAITED] = 700;
        add(ledger, tally, deltas, none);
        assertThat(tally.isWide()).isTrue();
        assertThat(memory.taken() - before).as("it is paid for, and an octave").isEqualTo(
                layout.seldomBytes + layout.firstOctaves);
        Gathering gathering = new Gathering(Meter.COUNT);
        ledger.drain(gathering);
        Row row = gathering.row(tally.node);
        assertThat(row.count).isEqualTo(2);
        assertThat(row.total[0]).isEqualTo(2_000);
        assertThat(row.total[WAITED]).isEqualTo(700);
        assertThat(row.self[WAITED]).isEqualTo(700);
        assertThat(row.max[WAITED]).isEqualTo(700);
        ledger.retire();
        assertThat(memory.taken()).isZero();
    }

    /** The collector took a call while the tally was narrow, and takes the next one after it grew. */
    @Test
    void whatATallyGainsAfterItGrewIsTakenOnce() {
        Ledger ledger = new Ledger(layout, new NumbersMemory(64 << 20));
        Tally tally = ledger.own(place("wait"));
        long[] none = new long[Meter.COUNT];
        long[] deltas = new long[Meter.COUNT];
        deltas[0] = 1_000;
        add(ledger, tally, deltas, none);
        ledger.drain(new Gathering(Meter.COUNT));
        deltas[0] = 300;
        deltas[WAITED] = 200;
        add(ledger, tally, deltas, none);
        Gathering gathering = new Gathering(Meter.COUNT);
        ledger.drain(gathering);
        Row row = gathering.row(tally.node);
        assertThat(row.count).isEqualTo(1);
        assertThat(row.total[0]).isEqualTo(300);
        assertThat(row.max[0]).isEqualTo(300);
        assertThat(row.total[WAITED]).isEqualTo(200);
    }

    /** H2 woven whole met 9,500 places while it started, most of them once, and nothing was left for the threads that came then. */
    @Test
    void nearlyAllOfTheMemoryIsForPlacesThatAreCalledOften() {
        NumbersMemory memory = new NumbersMemory(16 << 20);
        long part = memory.forNumbers();
        Ledger starts = new Ledger(layout, memory);
        int met = 0;
        while (starts.own(place("once" + met)) != null) {
            met++;
        }
        assertThat(memory.taken()).as("an eighth goes to whoever comes").isBetween(part / 8, part / 7);
        Ledger works = new Ledger(layout, memory);
        Node often = place("often");
        assertThat(works.own(often)).isNull();
        share(often, 1 << 6);
        assertThat(works.own(often)).isNotNull();
        int hot = 0;
        do {
            share(place("hot" + ++hot), 1 << 10);
        } while (works.own(place("hot" + hot)) != null);
        assertThat(memory.taken()).as("a quarter is left to what is hotter").isBetween(part / 100 * 74,
                part / 100 * 76);
        share(place("hot" + hot), 1 << 14);
        assertThat(works.own(place("hot" + hot))).isNotNull();
    }

    /** 20,800 places of H2 had all of it after half a minute: one tally each, in books that all threads share. */
    @Test
    void theOneTallyOfAPlaceThatIsCalledOnceTakesNothingThatIsForOthers() {
        NumbersMemory memory = new NumbersMemory(16 << 20);
        Ledger shared = new Ledger(layout, memory);
        for (int i = 0; i < 20_000; i++) {
            assertThat(shared.tallyAnyhow(place("once" + i))).isNotNull();
        }
        Node often = place("often");
        share(often, 1 << 6);
        assertThat(new Ledger(layout, memory).own(often)).isNotNull();
    }

    /** A long tail of call paths, each called seldom: 21,500 candidates had 22,000 tallies in shared books. */
    @Test
    void aCandidateThatIsGoneLeavesItsOneTallyToTheNextInItsSlot() {
        CallTree full = new CallTree(16, names);
        Ledger shared = new Ledger(layout, new NumbersMemory(64 << 10));
        for (int i = 0; i < 200; i++) {
            shared.tallyAnyhow(place("once" + i));
        }
        Node first = new Node(full, 1, -1, full.root(), names.parse("shop.Cart").name("first"), false, true);
        Tally known = shared.tallyAnyhow(first);
        assertThat(shared.tallyAnyhow(first)).isSameAs(known);
        first.go(place("other"));
        Node next = new Node(full, 1, -1, full.root(), names.parse("shop.Cart").name("next"), false, true);
        int before = shared.size();
        assertThat(shared.tallyAnyhow(next).node).isSameAs(next);
        assertThat(shared.size()).isEqualTo(before);
    }

    private static void share(Node place, int calls) {
        for (int call = 0; call < calls; call++) {
            place.share();
        }
    }

    private Node place(String name) {
        return tree.root().child(names.parse("shop.Cart").name(name));
    }

    private static void add(Ledger ledger, Tally tally, long[] deltas, long[] inner) {
        ledger.charge(ledger.add(tally, METERS, ALL, deltas, inner, MeasureGroup.EVERY, 0, false));
    }
}

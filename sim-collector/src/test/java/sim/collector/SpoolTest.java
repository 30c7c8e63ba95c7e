package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.PlatformSample;
import sim.wire.Section;
import sim.wire.Sections;
import sim.wire.Wire;

/** Parcels in a bounded room: measured, halved, melted; what finds no room is counted. */
class SpoolTest {
    @Test
    void anEventOf26KilobytesIsCountedAsThat() {
        assertThat(events(event(26_000)).bytes).isBetween(26_000L, 27_500L);
        assertThat(events(new EventRecord("e", 1, 0, "t", Map.of("k", "\u20ac".repeat(26_000)))).bytes)
                .isBetween(52_000L, 53_500L);
        assertThat(events(event(1)).bytes).isLessThan(1_000);
    }

    @Test
    void keptCallsAreMeasuredAsTheyArePacked() {
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            calls.add(new Invocation(1, 0, "main", i, 1, meters(70), false, null));
        }
        Invocations packed = Invocations.of(calls);
        assertThat(parcel(Sections.INVOCATIONS, packed).bytes - packed.bytes().length).isBetween(0L, 1_000L);
    }

    @Test
    void halvesHoldTheSameAndTheLaterOneHasTheCounters() {
        Parcel parcel = new Parcel(1, 2, Contents.NONE.with(Sections.EVENTS, List.of(event(1), event(2), event(3)))
                .with(Sections.ROWS, List.of(row(1, 5))).with(Sections.COUNTERS, List.of(new Counter("a", 1))));
        List<Parcel> halves = parcel.halves();
        assertThat(halves).hasSize(2);
        assertThat(halves.get(0).contents.of(Sections.EVENTS)).containsExactly(event(1), event(2));
        assertThat(halves.get(0).contents.of(Sections.ROWS)).hasSize(1);
        assertThat(halves.get(1).contents.of(Sections.EVENTS)).containsExactly(event(3));
        assertThat(halves.get(1).contents.of(Sections.COUNTERS)).hasSize(1);
        assertThat(halves.get(0).contents.of(Sections.COUNTERS)).isEmpty();
    }

    @Test
    void halvingEndsAtSingleElements() {
        List<Parcel> single = new ArrayList<>();
        halve(new Parcel(1, 2, Contents.NONE.with(Sections.EVENTS, List.of(event(1), event(2), event(3), event(4)))
                .with(Sections.ROWS, List.of(row(1, 5)))
                .with(Sections.INVOCATIONS, Invocations.of(List.of(call(), call())))
                .with(Sections.COUNTERS, List.of(new Counter("a", 1), new Counter("b", 1)))), single);
        assertThat(single).hasSize(8); // the counters are one
        assertThat(single.get(7).contents.of(Sections.COUNTERS)).hasSize(2);
    }

    private static void halve(Parcel parcel, List<Parcel> single) {
        List<Parcel> halves = parcel.halves();
        if (halves.isEmpty()) {
            single.add(parcel);
        }
        halves.forEach(half -> halve(half, single));
    }

    @Test
    void theBoundHoldsAndEverythingIsKeptOrCounted() throws Exception {
        Spool spool = new Spool(1_000_000);
        for (int i = 0; i < 1_000; i++) {
            spool.add(new Parcel(i, i + 1, Contents.NONE.with(Sections.EVENTS, List.of(event(26_000)))
                    .with(Sections.INVOCATIONS, Invocations.of(List.of(call()))).with(Sections.ROWS, List.of(row(1, 5)))
                    .with(Sections.COUNTERS, List.of(new Counter("a", i)))));
            assertThat(spool.bytes()).isLessThanOrEqualTo(1_000_000);
        }
        long[] kept = new long[3];
        Counter last = null;
        for (Parcel parcel = spool.first(1); parcel != null; parcel = spool.first(1)) {
            kept[0] += parcel.contents.of(Sections.EVENTS).size();
            kept[1] += parcel.contents.of(Sections.INVOCATIONS).size();
            kept[2] += parcel.contents.of(Sections.ROWS).stream().mapToLong(TreeRow::count).sum();
            List<Counter> counters = parcel.contents.of(Sections.COUNTERS);
            last = counters.isEmpty() ? last : counters.get(0);
            spool.stored(parcel.sequence);
        }
        assertThat(kept[0]).isBetween(1L, 40L);
        assertThat(kept[0] + spool.dropped().get("spool.events.dropped")).isEqualTo(1_000);
        assertThat(kept[1] + spool.dropped().get("spool.invocations.dropped")).isEqualTo(1_000);
        assertThat(kept[2]).as("totals are never dropped").isEqualTo(5_000);
        assertThat(last).isEqualTo(new Counter("a", 999));
        assertThat(spool.bytes()).isZero();
    }

    /** A context is told of when it begins and when it ends; the last record replaces the others. */
    @Test
    void aMinuteThatFindsNoRoomCountsAsTheEventsItIsTheSumOf() throws Exception {
        Spool spool = new Spool(100_000);
        for (int i = 0; i < 2_000; i++) {
            spool.add(new Parcel(i, i + 1, Contents.NONE.with(Sections.PAYLOAD_MINUTES,
                    List.of(new PayloadMinute(1, 1, i, "A", -1, 0, new PayloadSum(7, 0, 7, 1))))));
        }
        long kept = 0;
        for (Parcel parcel = spool.first(1); parcel != null; parcel = spool.first(1)) {
            kept += parcel.contents.of(Sections.PAYLOAD_MINUTES).size();
            spool.stored(parcel.sequence);
        }
        assertThat(kept).isBetween(1L, 1_999L);
        assertThat(spool.dropped().get("spool.payload.minutes.dropped")).isEqualTo(7 * (2_000 - kept));
    }

    @Test
    void aContextIsCountedOnceWhenItsLastRecordIsDropped() throws Exception {
        Spool spool = new Spool(60_000);
        for (int i = 0; i < 1_000; i++) {
            spool.add(parcel(Sections.CONTEXTS, List.of(context(i, false))));
            if (i % 2 == 0 || i > 10) {
                spool.add(parcel(Sections.CONTEXTS, List.of(context(i, true))));
            }
        }
        for (int i = 1; i < 10; i += 2) { // those that stayed open are told of once more
            spool.add(parcel(Sections.CONTEXTS, List.of(context(i, true))));
        }
        Map<Long, Long> stored = stored(spool);
        assertThat(stored).hasSizeBetween(20, 500).doesNotContainValue(0L).containsKeys(1L, 9L);
        assertThat(stored.size() + spool.dropped().get("spool.contexts.dropped")).isEqualTo(1_000);
    }

    @Test
    void aContextThatIsOpenToTheEndIsCountedWhenItIsDropped() throws Exception {
        Spool spool = new Spool(60_000);
        for (int i = 0; i < 1_000; i++) {
            spool.add(parcel(Sections.CONTEXTS, List.of(context(i, false))));
        }
        assertThat(stored(spool).size() + spool.dropped().get("spool.contexts.dropped")).isEqualTo(1_000);
    }

    /** Else it would stay open there for ever. */
    @Test
    void theEndOfAContextThatIsOpenAtTheServerIsDroppedLast() throws Exception {
        Spool spool = new Spool(60_000);
        spool.add(parcel(Sections.CONTEXTS, List.of(context(1, false), context(2, false))));
        spool.stored(spool.first(1).sequence);
        spool.add(parcel(Sections.CONTEXTS, List.of(context(3, false))));
        spool.first(1); // it is on its way
        for (int i = 1; i < 1_000; i++) {
            spool.add(parcel(Sections.CONTEXTS, List.of(context(i, true))));
        }
        Map<Long, Long> stored = stored(spool);
        assertThat(stored).containsKeys(1L, 2L, 3L, 999L).doesNotContainValue(0L).doesNotContainKey(4L);
        assertThat(stored.size() + spool.dropped().get("spool.contexts.dropped")).isEqualTo(999);
    }

    @Test
    void aContextInAParcelThatIsSetAsideIsNotLostWhereItsEndIsBehind() throws Exception {
        Spool spool = new Spool(60_000);
        spool.add(parcel(Sections.CONTEXTS, List.of(context(1, false), context(2, true), context(3, false))));
        Parcel aside = spool.first(1);
        spool.add(parcel(Sections.CONTEXTS, List.of(context(1, true))));
        spool.drop(aside);
        assertThat(spool.dropped()).containsEntry("spool.contexts.dropped", 2L);
        spool.add(parcel(Sections.CONTEXTS, List.of(context(3, true))));
        assertThat(spool.dropped()).containsEntry("spool.contexts.dropped", 1L);
        assertThat(stored(spool)).containsOnlyKeys(1L, 3L);
    }

    @Test
    void aContextThatIsStoredAndChangesOnceMoreIsNotCountedAsDropped() throws Exception {
        Spool spool = new Spool(60_000);
        spool.add(parcel(Sections.CONTEXTS, List.of(context(1, true))));
        spool.stored(spool.first(1).sequence);
        spool.add(parcel(Sections.CONTEXTS, List.of(again(1))));
        for (int i = 2; i < 1_000; i++) {
            spool.add(parcel(Sections.CONTEXTS, List.of(context(i, true))));
        }
        Map<Long, Long> stored = stored(spool);
        assertThat(stored).doesNotContainKey(1L);
        assertThat(1 + stored.size() + spool.dropped().get("spool.contexts.dropped")).isEqualTo(999);
    }

    /** Told of while open and after their end, in any order of sending, dropping and setting aside: each is stored or counted, once. */
    @Test
    void whateverHappensToItsRecordsAContextIsStoredOrCountedOnce() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Spool spool = new Spool(random.nextBoolean() ? 20_000 : 60_000);
            Set<Long> ended = new HashSet<>();
            for (int i = 0; i < 600; i++) {
                spool.add(parcel(Sections.CONTEXTS, some(random, i, ended)));
                if (random.nextInt(100) < (i / 100 % 2 == 0 ? 5 : 60)) {
                    ship(spool, random, ended);
                }
            }
            for (long id = 1; id < 410; id++) { // those that are open end
                if (ended.add(id)) {
                    spool.add(parcel(Sections.CONTEXTS, List.of(context(id, true))));
                }
            }
            while (!spool.isEmpty()) {
                ship(spool, random, ended);
            }
            long stored = ended.stream().filter(id -> id < 0).count();
            assertThat(stored + spool.dropped().get("spool.contexts.dropped")).as("seed " + seed)
                    .isEqualTo(ended.stream().filter(id -> id > 0).count());
        }
    }

    /** Records of a few contexts of a hundred; those whose end was told are in the set. */
    private static List<ContextRecord> some(Random random, int now, Set<Long> ended) {
        List<ContextRecord> some = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            long id = 1 + now / 2 + random.nextInt(100);
            boolean ends = random.nextInt(3) > 0;
            if (ended.contains(id)) {
                some.add(again(id));
            } else {
                some.add(context(id, ends));
                if (ends) {
                    ended.add(id);
                }
            }
        }
        return some;
    }

    /** Stores the oldest parcel, puts its halves in its place, or sets it aside. What is stored with its end is in the set, negative. */
    private static void ship(Spool spool, Random random, Set<Long> ended) throws InterruptedException {
        Parcel first = spool.first(0);
        if (first == null) {
            return;
        }
        int chance = random.nextInt(10);
        if (chance == 0) {
            spool.drop(first);
        } else if (chance > 1 || !spool.split(first)) {
            for (ContextRecord record : first.contents.of(Sections.CONTEXTS)) {
                if (chance > 1 && record.endMicros() != 0) {
                    ended.add(-record.id());
                }
            }
            spool.stored(first.sequence);
        }
    }

    /** Takes all there is; the end of each context as it stands then. */
    private static Map<Long, Long> stored(Spool spool) throws InterruptedException {
        Map<Long, Long> ends = new HashMap<>();
        for (Parcel parcel = spool.first(1); parcel != null; parcel = spool.first(1)) {
            parcel.contents.of(Sections.CONTEXTS).forEach(record -> ends.put(record.id(), record.endMicros()));
            spool.stored(parcel.sequence);
        }
        return ends;
    }

    private static ContextRecord context(long id, boolean ended) {
        return new ContextRecord(id, 0, "order", "shop", "main", id, ended ? id + 1 : 0, null, Map.of(), 1, 0, 1,
                meters(1));
    }

    private static ContextRecord again(long id) {
        return new ContextRecord(id, 0, "order", "shop", "main", id, id + 1, null, Map.of("more", "value"), 1, 0, 1,
                meters(1), 0, 0, List.of(), List.of(), null, true);
    }

    @Test
    void whatIsBeingSentStaysAsItIs() throws Exception {
        Spool spool = new Spool(200_000);
        spool.add(events(event(50_000)));
        Parcel sending = spool.first(1);
        for (int i = 0; i < 20; i++) {
            spool.add(events(event(50_000)));
        }
        assertThat(spool.first(1)).isSameAs(sending);
        spool.stored(sending.sequence);
        assertThat(spool.first(1).sequence).isEqualTo(sending.sequence + 1);
    }

    @Test
    void aParcelThatIsSplitKeepsItsPlaceAndItsSequence() throws Exception {
        Spool spool = new Spool(1_000_000);
        spool.add(events(event(1), event(2)));
        spool.add(events(event(3)));
        Parcel first = spool.first(1);
        assertThat(spool.split(first)).isTrue();
        Parcel half = spool.first(1);
        assertThat(half.sequence).isEqualTo(first.sequence);
        assertThat(half.contents.of(Sections.EVENTS)).containsExactly(event(1));
        assertThat(spool.split(half)).isFalse();
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 1L);
        assertThat(spool.first(1).contents.of(Sections.EVENTS)).containsExactly(event(2));
    }

    @Test
    void atTheEndTotalsGoFirstThenCallsInPiecesThenTheFarewell() throws Exception {
        Spool spool = new Spool(50 << 20);
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            calls.add(call());
        }
        for (int i = 0; i < 2; i++) {
            spool.add(new Parcel(1, 2, Contents.NONE.with(Sections.INVOCATIONS, Invocations.of(calls))
                    .with(Sections.ROWS, List.of(row(1, 5)))));
        }
        spool.finish(new ArrayDeque<>(), () -> new Parcel(2, 2, Contents.NONE.with(Sections.COUNTERS, List.of(
                new Counter("dropped", spool.dropped().get("spool.invocations.dropped"))))));
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        assertThat(spool.bytes()).isLessThan(50 << 20);
        assertThat(taken(spool).sections()).as("what is left").containsExactly(Sections.COUNTERS);
        for (int i = 0; i < 2; i++) {
            assertThat(taken(spool).sections()).containsExactly(Sections.ROWS, Sections.COUNTERS);
        }
        assertThat(taken(spool).of(Sections.INVOCATIONS)).hasSizeBetween(10_000, 20_000);
        spool.end(System.nanoTime()); // the time for calls is over
        assertThat(spool.isEmpty()).isFalse();
        long dropped = taken(spool).of(Sections.COUNTERS).get(0).count();
        assertThat(dropped).isBetween(80_000L, 90_000L);
        assertThat(spool.isEmpty()).isTrue();
        assertThat(spool.first(1)).isNull();
    }

    /** A server that hears of no more than a part knows how much it does not have. */
    @Test
    void eachParcelOfTheLastShipmentTellsWhatComesBehindIt() throws Exception {
        Spool spool = new Spool(50 << 20);
        Queue<Parcel> rest = new ArrayDeque<>();
        for (long payloads : new long[]{258, 142}) {
            rest.add(new Parcel(1, 2, Contents.NONE.with(Sections.PAYLOAD_ROWS, List.of(new PayloadRow(1, 1, 1, "text",
                    new PayloadSum(payloads, 0, 1, 1), new long[]{1, payloads})))));
        }
        rest.add(new Parcel(1, 2, Contents.NONE.with(Sections.ROWS, List.of(row(1, 5), row(2, 2)))));
        spool.finish(rest, () -> new Parcel(2, 2, Contents.NONE.with(Sections.COUNTERS,
                List.of(new Counter("some", 7), new Counter(Wire.ENDED, 1)))));
        assertThat(spool.left(List.of())).isEqualTo("7 calls, 400 payloads");
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        Counter some = new Counter("some", 7);
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(some, new Counter("collector.left.calls", 7),
                new Counter("collector.left.payloads", 400));
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(some, new Counter("collector.left.calls", 7),
                new Counter("collector.left.payloads", 142));
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(some, new Counter("collector.left.calls", 7));
        assertThat(spool.left(List.of())).isEqualTo("7 calls");
        assertThat(taken(spool).of(Sections.COUNTERS)).as("nothing any more").containsExactly(some,
                new Counter(Wire.ENDED, 1));
        assertThat(spool.first(1)).as("nothing else to say").isNull();
        assertThat(spool.isEmpty()).isTrue();
    }

    @Test
    void whatWasDroppedBeforeIsTheProgramsToSayUnlessTheServerKnows() throws Exception {
        Spool spool = new Spool(50 << 20);
        Parcel contexts = parcel(Sections.CONTEXTS, List.of(context(1, true), context(2, true)));
        spool.add(contexts);
        assertThat(spool.goneUntold()).isEmpty();
        spool.drop(contexts);
        assertThat(spool.goneUntold()).isEqualTo("2 contexts");
        spool.add(parcel(Sections.COUNTERS, List.of(new Counter("spool.contexts.dropped", 2))));
        Parcel told = spool.first(1);
        assertThat(spool.goneUntold()).as("not acknowledged").isEqualTo("2 contexts");
        spool.stored(told.sequence);
        assertThat(spool.goneUntold()).isEmpty();
        contexts = parcel(Sections.CONTEXTS, List.of(context(3, true)));
        spool.add(contexts);
        spool.drop(contexts);
        assertThat(spool.goneUntold()).isEqualTo("1 contexts");
    }

    /** What a program says at its end is more than what the server tells as left, by what was on its way. */
    @Test
    void ofWhatIsLeftItIsSaidWhatMayHaveArrived() throws Exception {
        Spool spool = new Spool(50 << 20);
        spool.finish(
                new ArrayDeque<>(
                        List.of(parcel(Sections.ROWS, List.of(row(1, 5))), parcel(Sections.ROWS, List.of(row(1, 2))))),
                () -> parcel(Sections.COUNTERS, List.of(new Counter(Wire.ENDED, 1))));
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(new Counter("collector.left.calls", 7));
        assertThat(spool.left(List.of())).isEqualTo("7 calls");
        Parcel sent = spool.first(1);
        assertThat(sent.contents.of(Sections.COUNTERS)).containsExactly(new Counter("collector.left.calls", 2));
        assertThat(spool.left(List.of(parcel(Sections.ROWS, List.of(row(1, 4))))))
                .isEqualTo("11 calls, of which 5 calls were sent and may have arrived");
        spool.stored(sent.sequence);
        assertThat(spool.left(List.of())).isEqualTo("2 calls");
    }

    /** What was sent last may be stored when the program is gone: a server that has all of it then knows that it ended, and takes it for no lost one. */
    @Test
    void theLastParcelSaysTheEndAndTheFarewellOnlyWhatChangedSince() throws Exception {
        Spool spool = new Spool(50 << 20);
        long[] some = {7};
        Queue<Parcel> rest = new ArrayDeque<>(
                List.of(parcel(Sections.ROWS, List.of(row(1, 5))), parcel(Sections.ROWS, List.of(row(1, 2)))));
        spool.finish(rest, () -> new Parcel(2, 2, Contents.NONE.with(Sections.COUNTERS,
                List.of(new Counter("some", some[0]), new Counter(Wire.ENDED, 1)))));
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        List<Boolean> ends = new ArrayList<>();
        for (long calls = 0; calls < 7;) {
            Contents sent = taken(spool);
            calls += sent.of(Sections.ROWS).stream().mapToLong(TreeRow::count).sum();
            ends.add(sent.of(Sections.COUNTERS).contains(new Counter(Wire.ENDED, 1)));
        }
        assertThat(ends).containsExactly(false, false, true);
        some[0]++;
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(new Counter("some", 8),
                new Counter(Wire.ENDED, 1));
        assertThat(spool.isEmpty()).isTrue();
    }

    /** As where the heap is full as the program ends: the collector tries again, and the server must not hear that it has everything. */
    @Test
    void aLastShipmentThatCannotBeMadeLosesNothing() throws Exception {
        Spool spool = new Spool(50 << 20);
        Queue<Parcel> rest = new ArrayDeque<>(List.of(parcel(Sections.ROWS, List.of(row(1, 5)))));
        assertThatThrownBy(() -> spool.finish(rest, () -> {
            throw new OutOfMemoryError("meant");
        })).isInstanceOf(OutOfMemoryError.class);
        assertThat(spool.left(List.of())).isEqualTo("5 calls");
        assertThat(rest).isEmpty();
        rest.add(parcel(Sections.ROWS, List.of(row(1, 2))));
        spool.finish(rest, () -> new Parcel(2, 2, Contents.NONE.with(Sections.COUNTERS,
                List.of(new Counter(Wire.ENDED, 1)))));
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(new Counter("collector.left.calls", 7));
        long calls = 0;
        Contents last = Contents.NONE;
        while (calls < 7) {
            last = taken(spool);
            calls += last.of(Sections.ROWS).stream().mapToLong(TreeRow::count).sum();
        }
        assertThat(calls).isEqualTo(7);
        assertThat(spool.first(1)).isNull();
        assertThat(last.of(Sections.COUNTERS)).containsExactly(new Counter(Wire.ENDED, 1));
    }

    @Test
    void aLastShipmentThatIsNeverMadeSaysNoEnd() throws Exception {
        Spool spool = new Spool(50 << 20);
        assertThatThrownBy(() -> spool.finish(new ArrayDeque<>(List.of(parcel(Sections.ROWS, List.of(row(1, 5))))),
                () -> {
                    throw new OutOfMemoryError("meant");
                })).isInstanceOf(OutOfMemoryError.class);
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        assertThat(taken(spool).sections()).containsExactly(Sections.ROWS);
        assertThat(spool.first(1)).isNull();
        assertThat(spool.isEmpty()).isTrue();
    }

    @Test
    void whatCannotBeCountedIsNotDropped() throws Exception {
        Spool spool = new Spool(50 << 20);
        boolean[] isFull = {false};
        Parcel parcel = parcel(Sections.ROWS, new AbstractList<>() {
            @Override
            public TreeRow get(int index) {
                if (isFull[0]) {
                    throw new OutOfMemoryError("meant");
                }
                return row(index, 5);
            }

            @Override
            public int size() {
                return 2;
            }
        });
        spool.add(parcel);
        isFull[0] = true;
        assertThatThrownBy(() -> spool.drop(parcel)).isInstanceOf(OutOfMemoryError.class);
        isFull[0] = false;
        assertThat(spool.left(List.of())).isEqualTo("10 calls");
        assertThat(spool.dropped()).doesNotContainKey("spool.calls.dropped");
        spool.drop(parcel);
        assertThat(spool.isEmpty()).isTrue();
        assertThat(spool.bytes()).isZero();
        assertThat(spool.dropped()).containsEntry("spool.calls.dropped", 10L);
    }

    @Test
    void theOnlyParcelTakesTheFarewellAlong() throws Exception {
        Spool spool = ended(new AtomicLong(7));
        Contents last = taken(spool);
        assertThat(last.of(Sections.ROWS)).hasSize(1);
        assertThat(last.of(Sections.COUNTERS)).containsExactly(new Counter("some", 7));
        assertThat(spool.first(1)).isNull();
        assertThat(spool.isEmpty()).isTrue();
    }

    /** It tells nothing of itself if it does not arrive. */
    @Test
    void theOnlyParcelIsAnnounced() throws Exception {
        Spool spool = finished(new AtomicLong(7), Sections.ROWS, row(1, 5));
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(new Counter("some", 7),
                new Counter("collector.left.calls", 5));
        assertThat(spool.left(List.of())).isEqualTo("5 calls");
        spool = finished(new AtomicLong(7), Sections.INVOCATIONS, call());
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(new Counter("some", 7),
                new Counter("collector.left.invocations", 1));
    }

    @Test
    void aParcelWithNothingThatCountsIsNotAnnounced() throws Exception {
        Spool spool = finished(new AtomicLong(7), Sections.PLATFORM, new PlatformSample(1, Map.of("heap", 2.0)));
        assertThat(taken(spool).sections()).containsExactlyInAnyOrder(Sections.PLATFORM, Sections.COUNTERS);
        assertThat(spool.first(1)).isNull();
        assertThat(spool.isEmpty()).isTrue();
    }

    @Test
    void aFarewellThatHasMoreToSayGoesOnceMore() throws Exception {
        AtomicLong count = new AtomicLong(7);
        Spool spool = ended(count);
        Parcel first = spool.first(1);
        count.incrementAndGet();
        spool.stored(first.sequence);
        assertThat(taken(spool).of(Sections.COUNTERS)).containsExactly(new Counter("some", 8));
        assertThat(spool.isEmpty()).isTrue();
    }

    @Test
    void aFarewellWhoseParcelIsDroppedOrDividedGoesAlone() throws Exception {
        Spool dropped = ended(new AtomicLong(7));
        dropped.drop(dropped.first(1));
        assertThat(taken(dropped).of(Sections.COUNTERS)).containsExactly(new Counter("some", 7));
        assertThat(dropped.isEmpty()).isTrue();

        Spool divided = ended(new AtomicLong(7));
        assertThat(divided.split(divided.first(1))).isTrue();
        Contents last = Contents.NONE;
        while (!divided.isEmpty()) {
            last = taken(divided);
        }
        assertThat(last.of(Sections.COUNTERS)).containsExactly(new Counter("some", 7));
    }

    /** A spool at its end with one parcel, which was announced. */
    private static Spool ended(AtomicLong count) throws InterruptedException {
        Spool spool = finished(count, Sections.ROWS, row(1, 5));
        taken(spool);
        return spool;
    }

    private static <E> Spool finished(AtomicLong count, Section<E> section, E only) {
        Spool spool = new Spool(50 << 20);
        Queue<Parcel> rest = new ArrayDeque<>(
                List.of(new Parcel(1, 2, Contents.NONE.with(section, List.of(only)))));
        spool.finish(rest, () -> new Parcel(2, 2, Contents.NONE.with(Sections.COUNTERS, List.of(
                new Counter("some", count.get())))));
        assertThat(rest).isEmpty();
        spool.end(System.nanoTime() + 3_600_000_000_000L);
        return spool;
    }

    private static Contents taken(Spool spool) throws InterruptedException {
        Parcel first = spool.first(1);
        spool.stored(first.sequence);
        return first.contents;
    }

    /** As where the heap is full: what waits is only made less once it is whole in another shape. */
    @Test
    void aMeltThatFailsLosesNothing() throws Exception {
        Spool spool = new Spool(100_000);
        Throwing values = new Throwing();
        values.error = new OutOfMemoryError("meant");
        EventRecord heavy = new EventRecord("e", 1, 0, "t", values);
        for (int i = 0; i < 15; i++) {
            spool.add(new Parcel(i, i + 1, Contents.NONE.with(Sections.EVENTS, List.of(heavy))
                    .with(Sections.ROWS, List.of(row(1, 5)))));
        }
        assertThat(spool.bytes()).as("over its limit, for no melt came through").isBetween(100_000L, 200_000L);
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 0L);
        values.error = null;
        spool.add(parcel(Sections.ROWS, List.of(row(1, 5))));
        assertThat(spool.bytes()).isLessThanOrEqualTo(100_000);
        assertThat(calls(spool)).isEqualTo(80);
    }

    @Test
    void whereNoMeltComesThroughTheOldestAreLeftOutAndTheirCallsCounted() throws Exception {
        Spool spool = new Spool(100_000);
        Throwing values = new Throwing();
        values.error = new OutOfMemoryError("meant");
        for (int i = 0; i < 100; i++) {
            spool.add(new Parcel(i, i + 1, Contents.NONE
                    .with(Sections.EVENTS, List.of(new EventRecord("e", 1, 0, "t", values)))
                    .with(Sections.ROWS, List.of(row(i, 5), row(i + 1, 2)))));
            assertThat(spool.bytes()).isLessThanOrEqualTo(200_000);
        }
        long dropped = spool.dropped().get("spool.calls.dropped");
        assertThat(dropped).isPositive();
        assertThat(spool.dropped().get("spool.events.dropped")).isEqualTo(dropped / 7);
        assertThat(calls(spool) + dropped).isEqualTo(700);
    }

    @Test
    void aBrokenElementCostsItsSectionAndNoOther() throws Exception {
        Spool spool = new Spool(100_000);
        Throwing values = new Throwing();
        values.error = new AssertionError("meant");
        for (int i = 0; i < 15; i++) {
            spool.add(new Parcel(i, i + 1, Contents.NONE
                    .with(Sections.EVENTS, List.of(new EventRecord("e", 1, 0, "t", values)))
                    .with(Sections.ROWS, List.of(row(1, 5)))));
            assertThat(spool.bytes()).isLessThanOrEqualTo(100_000);
        }
        long waiting = 0;
        for (Parcel parcel = spool.first(1); parcel != null; parcel = spool.first(1)) {
            waiting += parcel.contents.of(Sections.EVENTS).size();
            spool.drop(parcel);
        }
        assertThat(waiting).isBetween(0L, 14L);
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 15L).containsEntry("spool.calls.dropped",
                75L);
    }

    /** Each melt would give the same again, and take the memory of it meanwhile. */
    @Test
    void sumsThatTakeTheWholeLimitAreNotMeltedAgainForEachParcel() throws Exception {
        Spool spool = new Spool(100_000);
        List<TreeRow> many = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            many.add(row(i, 1));
        }
        spool.add(parcel(Sections.ROWS, many));
        for (int i = 0; i < 3; i++) {
            spool.add(parcel(Sections.ROWS, List.of(row(i, 1))));
        }
        List<Integer> sizes = new ArrayList<>();
        for (Parcel parcel = spool.first(1); parcel != null; parcel = spool.first(1)) {
            sizes.add(parcel.contents.of(Sections.ROWS).size());
            spool.stored(parcel.sequence);
        }
        assertThat(sizes).containsExactly(500, 1, 1, 1);
        for (int i = 0; i < 400; i++) {
            spool.add(parcel(Sections.ROWS, List.of(row(1, 1))));
            assertThat(spool.bytes()).as("its limit holds again").isLessThanOrEqualTo(100_000);
        }
    }

    @Test
    void aMeltedParcelCoversAllItsTimesWhereTheClockWasSetBack() throws Exception {
        Spool spool = new Spool(1_000);
        spool.add(new Parcel(7_000, 7_100, Contents.NONE.with(Sections.ROWS, List.of(row(1, 5)))));
        spool.add(new Parcel(4_000, 3_900, Contents.NONE.with(Sections.EVENTS, List.of(event(2_000)))));
        Parcel melted = spool.first(1);
        assertThat(melted.fromMicros).isEqualTo(4_000);
        assertThat(melted.toMicros).isEqualTo(7_100);
    }

    private static long calls(Spool spool) throws InterruptedException {
        long calls = 0;
        for (Parcel parcel = spool.first(1); parcel != null; parcel = spool.first(1)) {
            calls += parcel.contents.of(Sections.ROWS).stream().mapToLong(TreeRow::count).sum();
            spool.stored(parcel.sequence);
        }
        return calls;
    }

    /** Values that throw when they are looked at. */
    private static final class Throwing extends AbstractMap<String, Object> {
        private Error error;

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            if (error != null) {
                throw error;
            }
            return Set.of();
        }
    }

    @Test
    void sumsPastALongStayAtTheirLargest() {
        List<TreeRow> sums = Sections.ROWS.melt(List.of(List.of(row(1, Long.MAX_VALUE)), List.of(row(1, 5))), 0);
        assertThat(sums).hasSize(1);
        assertThat(sums.get(0).count()).isEqualTo(Long.MAX_VALUE);
        assertThat(sums.get(0).total()[0]).isEqualTo(Long.MAX_VALUE);
    }

    private static <E> Parcel parcel(Section<E> section, List<E> elements) {
        return new Parcel(1, 2, Contents.NONE.with(section, elements));
    }

    private static Parcel events(EventRecord... events) {
        return parcel(Sections.EVENTS, List.of(events));
    }

    private static EventRecord event(int length) {
        return new EventRecord("e", 1, 0, "t", Map.of("k", "v".repeat(length)));
    }

    private static Invocation call() {
        return new Invocation(1, 0, "main", 1, 1, meters(70), false, null);
    }

    private static TreeRow row(int node, long count) {
        return new TreeRow(node, count, 0, 1, meters(count), meters(count), meters(1), new long[]{1, count});
    }

    private static long[] meters(long... values) {
        return Arrays.copyOf(values, Meter.COUNT);
    }
}

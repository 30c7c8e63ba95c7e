package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.store.DuckDbStore;

/** Turns on a real store, which is asked what it would count at for an hour. */
class QueryGateTest {
    private static final String HOUR = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3";
    private static final Runnable NOTHING = () -> {};

    @TempDir
    Path folder;

    private DuckDbStore store;

    @BeforeEach
    void open() {
        store = new DuckDbStore(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static QueryGate gate(int waiting, Duration patience, Duration time) {
        return new QueryGate(new QueryGate.Limits(1, waiting, patience, time, 1 << 20), () -> 0);
    }

    private CompletableFuture<Void> ask(Turn turn) {
        return beside(() -> {
            try (turn) {
                turn.enter();
                new DuckDbAnswers(store).askRaw(turn, question -> {
                    question.each(HOUR, row -> {});
                    return null;
                });
            } catch (InterruptedException stop) {
                throw new AssertionError(stop);
            }
        });
    }

    /** Each waits on a thread of its own: the common pool has one where there are two processors. */
    private static CompletableFuture<Void> beside(Runnable work) {
        return CompletableFuture.runAsync(work, task -> new Thread(task).start());
    }

    @Test
    void whatTakesTooLongIsInterruptedInTheStore() {
        try (QueryGate gate = gate(1, Duration.ofSeconds(60), Duration.ofMillis(200))) {
            assertThatThrownBy(() -> ask(gate.turn(NOTHING)).join()).isInstanceOf(CompletionException.class)
                    .cause().isInstanceOf(TooDear.class).hasMessageContaining("200 ms");
            assertThat(gate.refused()).containsEntry("time", 1L);
            assertThat(gate.active()).isZero();
        }
    }

    @Test
    void whatNobodyWaitsForIsInterruptedInTheStore() {
        try (QueryGate gate = gate(1, Duration.ofSeconds(60), Duration.ofMinutes(10))) {
            Turn turn = gate.turn(NOTHING);
            CompletableFuture<Void> asked = ask(turn);
            Awaitility.await().until(() -> gate.active() == 1);
            turn.clientGone();
            assertThatThrownBy(asked::join).cause().isInstanceOf(ClientGone.class);
            assertThat(gate.refused()).containsEntry("gone", 1L);
        }
    }

    @Test
    void theOthersWaitInOrderAndNotTooMany() throws Exception {
        try (QueryGate gate = gate(3, Duration.ofSeconds(60), Duration.ofMinutes(10))) {
            Turn first = gate.turn(NOTHING);
            first.enter();
            List<Integer> order = new ArrayList<>();
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int number = i;
                Thread thread = new Thread(() -> {
                    try (Turn turn = gate.turn(NOTHING)) {
                        turn.enter();
                        order.add(number); // one at a time
                    } catch (InterruptedException stop) {
                        throw new AssertionError(stop);
                    }
                });
                thread.start();
                waiting.add(thread);
                Awaitility.await().until(() -> gate.waiting() == number + 1);
            }
            assertThatThrownBy(() -> gate.turn(NOTHING).enter()).isInstanceOf(TooBusy.class);
            first.close();
            for (Thread thread : waiting) {
                thread.join();
            }
            assertThat(order).containsExactly(0, 1, 2);
            assertThat(gate.refused()).isEqualTo(Map.of("busy", 1L, "time", 0L, "memory", 0L, "gone", 0L));
            assertThat(gate.active() + gate.waiting()).isZero();
        }
    }

    @Test
    void hardlyAnyEntersWhileCollectorsWait() throws Exception {
        AtomicLong behind = new AtomicLong(Duration.ofMinutes(1).toNanos());
        QueryGate.Limits two = new QueryGate.Limits(2, 8, Duration.ofSeconds(60), Duration.ofMinutes(10), 1 << 20);
        try (QueryGate gate = new QueryGate(two, behind::get, Duration.ofHours(1)); Turn first = gate.turn(NOTHING)) {
            first.enter();
            ask(gate.turn(NOTHING));
            Awaitility.await().until(() -> gate.waiting() == 1);
            assertThat(gate.active()).isEqualTo(1);
            behind.set(0);
            Awaitility.await().until(() -> gate.active() == 2);
        }
    }

    /** Or nobody could see what is wrong. */
    @Test
    void oneEntersNowAndThenHoweverLongCollectorsWait() throws Exception {
        QueryGate.Limits two = new QueryGate.Limits(2, 8, Duration.ofSeconds(60), Duration.ofMinutes(10), 1 << 20);
        try (QueryGate gate = new QueryGate(two, () -> Long.MAX_VALUE, Duration.ofMillis(100));
                Turn first = gate.turn(NOTHING);
                Turn second = gate.turn(NOTHING)) {
            first.enter();
            second.enter();
            assertThat(gate.active()).isEqualTo(2);
        }
    }

    @Test
    void oneThatLeavesTheLineHoldsNobodyUp() throws Exception {
        try (QueryGate gate = gate(2, Duration.ofMillis(100), Duration.ofMinutes(10));
                Turn first = gate.turn(NOTHING)) {
            first.enter();
            try (Turn second = gate.turn(NOTHING)) {
                assertThatThrownBy(second::enter).isInstanceOf(TooBusy.class).hasMessageContaining("100 ms");
            }
            assertThat(gate.waiting()).isZero();
        }
    }

    @Test
    void closingEndsWhatIsAskedAndLetsNobodyIn() {
        QueryGate gate = gate(1, Duration.ofSeconds(60), Duration.ofMinutes(10));
        CompletableFuture<Void> asked = ask(gate.turn(NOTHING));
        Awaitility.await().until(() -> gate.active() == 1);
        gate.close();
        assertThat(gate.active()).isZero();
        assertThatThrownBy(asked::join).cause().isInstanceOf(TooBusy.class);
        assertThatThrownBy(() -> gate.turn(NOTHING).enter()).isInstanceOf(TooBusy.class);
    }

    /** Eight answers with all the heap that one may have were lent at a time, and one that was ended was counted no more while it still had its. */
    @Test
    void placesAreLentToNoMoreHeapThanOneMayHaveAndOneThatWasEndedHasItsUntilItLeaves() throws Exception {
        try (QueryGate gate = gate(8, Duration.ofSeconds(60), Duration.ofMinutes(10));
                Slow first = new Slow(gate, 1 << 20)) {
            Awaitility.await().until(() -> gate.active() == 1);
            try (Slow second = new Slow(gate, 1 << 20)) {
                Awaitility.await().until(() -> gate.active() == 2);
                try (Slow third = new Slow(gate, 0)) {
                    Awaitility.await().until(first.ended::isDone);
                    Awaitility.await().during(Duration.ofMillis(500)).until(() -> gate.waiting() == 1);
                    assertThat(gate.active()).isEqualTo(2);
                    first.close();
                    Awaitility.await().until(() -> gate.waiting() == 0);
                    assertThat(second.ended).isNotDone();
                    assertThat(third.ended).isNotDone();
                }
            }
        }
    }

    /** However small the one is whose place is lent next, those that have most go. */
    @Test
    @Tag("long")
    void ofThoseWhosePlacesAreLentTheLargestIsEndedFirst() throws Exception {
        try (QueryGate gate = gate(8, Duration.ofSeconds(60), Duration.ofMinutes(10));
                Slow small = new Slow(gate, 0)) {
            Awaitility.await().until(() -> gate.active() == 1);
            try (Slow large = new Slow(gate, 1 << 20)) {
                Awaitility.await().until(() -> gate.active() == 2);
                try (Slow other = new Slow(gate, 1 << 10)) {
                    Awaitility.await().until(() -> gate.active() == 3);
                    try (Slow last = new Slow(gate, 0)) {
                        Awaitility.await().until(large.ended::isDone);
                        assertThat(List.of(small, other, last)).allMatch(each -> !each.ended.isDone());
                    }
                }
            }
        }
    }

    /** Nobody stands in the line any more who would have the other's place lent. */
    @Test
    void oneThatComesBackHasAPlaceThoughNobodyElseWaitsForOne() throws Exception {
        try (QueryGate gate = gate(8, Duration.ofSeconds(60), Duration.ofMinutes(10));
                Slow first = new Slow(gate, 0)) {
            Awaitility.await().until(() -> gate.active() == 1);
            try (Slow second = new Slow(gate, 0)) {
                Awaitility.await().until(() -> gate.active() == 2);
                first.taken.complete(null);
                Awaitility.await().until(() -> gate.active() == 1);
                assertThat(second.ended).isNotDone();
                assertThat(first.ended).isNotDone();
            }
        }
    }

    private static QueryGate gateOfTwo() {
        return new QueryGate(
                new QueryGate.Limits(2, 8, Duration.ofSeconds(60), Duration.ofMinutes(10), 1 << 20), () -> 0);
    }

    /** All methods of an application that is woven whole need more than the half that one of two may have, where nobody else asks. */
    @Test
    void oneThatNeedsMoreThanItsShareWaitsForAllPlacesAndHasThem() throws Exception {
        try (QueryGate gate = gateOfTwo(); Turn large = gate.turn(NOTHING); Turn small = gate.turn(NOTHING)) {
            large.enter();
            small.enter();
            CompletableFuture<Void> reserved = beside(() -> large.reserve(3 << 19));
            Awaitility.await().during(Duration.ofMillis(300)).until(() -> !reserved.isDone());
            CompletableFuture<Void> another = beside(() -> {
                try (Turn turn = gate.turn(NOTHING)) {
                    turn.enter();
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
            });
            Awaitility.await().until(() -> gate.waiting() == 1);
            small.close();
            reserved.join();
            assertThat(gate.active()).isEqualTo(1);
            assertThat(another).isNotDone();
            assertThatThrownBy(() -> large.reserve(1 << 20)).isInstanceOf(TooDear.class)
                    .hasMessageContaining("more than 2 MB");
            large.close();
            another.join();
        }
    }

    /** Two that wait for each other would wait for good. */
    @Test
    void ofTwoThatNeedAllPlacesOneIsToldToAskAgain() throws Exception {
        try (QueryGate gate = gateOfTwo(); Turn one = gate.turn(NOTHING); Turn other = gate.turn(NOTHING)) {
            one.enter();
            other.enter();
            CompletableFuture<Void> reserved = beside(() -> one.reserve(3 << 19));
            Awaitility.await().untilAsserted(() -> assertThatThrownBy(() -> other.reserve(3 << 19))
                    .isInstanceOf(TooBusy.class).hasMessageContaining("all 2 places"));
            assertThat(reserved).isNotDone();
            other.close();
            reserved.join();
        }
    }

    @Test
    void oneThatWaitsForAllPlacesAndIsEndedGivesThemUp() throws Exception {
        try (QueryGate gate = gateOfTwo(); Turn large = gate.turn(NOTHING); Turn small = gate.turn(NOTHING)) {
            large.enter();
            small.enter();
            CompletableFuture<Void> reserved = beside(() -> large.reserve(3 << 19));
            large.clientGone();
            assertThatThrownBy(reserved::join).cause().isInstanceOf(ClientGone.class);
            large.close();
            try (Turn next = gate.turn(NOTHING)) {
                next.enter();
                assertThat(gate.active()).isEqualTo(2);
            }
        }
    }

    /** Its heap is more than may be lent, and nobody else could ask anything. */
    @Test
    void oneWithAllPlacesWhoseClientTakesNothingIsEndedWhereOthersWait() throws Exception {
        try (QueryGate gate = gateOfTwo(); Slow large = new Slow(gate, 3 << 19)) {
            Awaitility.await().until(() -> gate.active() == 1);
            try (Slow next = new Slow(gate, 0)) {
                Awaitility.await().until(large.ended::isDone);
                large.close();
                Awaitility.await().until(() -> gate.waiting() == 0 && gate.active() == 1);
                assertThat(next.ended).isNotDone();
            }
        }
    }

    /** A turn whose client takes nothing until it is said to; when it was ended its thread stays until it is closed. */
    private static final class Slow implements AutoCloseable {
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final Thread thread;

        Slow(QueryGate gate, long heap) {
            thread = new Thread(() -> {
                try (Turn turn = gate.turn(() -> ended.complete(null))) {
                    turn.enter();
                    turn.reserve(heap);
                    turn.send(taken::join);
                } catch (InterruptedException | IOException stop) {
                    throw new AssertionError(stop);
                } catch (TooBusy | TooDear over) {
                    // as it is meant to
                }
            });
            thread.start();
        }

        @Override
        public void close() throws InterruptedException {
            taken.complete(null);
            thread.join();
        }
    }
}

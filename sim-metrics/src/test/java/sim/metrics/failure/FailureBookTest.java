package sim.metrics.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sim.base.redact.Redaction;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;

/** What calls and contexts tell of exceptions, as the threads do that end with them. */
class FailureBookTest {
    private final FailureBook book = new FailureBook(Redaction.NONE, 100, 1_000);
    private final RuntimeException one = new IllegalStateException("thrown again and again");

    @Test
    void noCallWaitsForAnotherOnceTheBoundIsReached() throws Exception {
        for (int place = 1; place <= 1_000; place++) {
            book.failed(new IllegalStateException(), place, 0, false);
        }
        Thread late = new Thread(() -> book.failed(new IllegalStateException(), 2_000, 0, false));
        synchronized (book) {
            late.start();
            late.join(30_000);
            assertThat(late.getState()).isEqualTo(Thread.State.TERMINATED);
        }
        assertThat(drained()).contains(new FailureRecord(IllegalStateException.class.getName(), 0, 1));
    }

    /** What fails tonight for the first time was [other], because a thousand places of a helper had filled the book within a week. */
    @Test
    void aNewTypeIsToldByItsNameWhateverFilledTheBookBefore() {
        for (int place = 1; place <= 1_500; place++) {
            book.failed(new NumberFormatException(), place, 0, false);
        }
        book.failed(new UnsupportedOperationException("out of stock"), 3_000, 0, false);
        assertThat(drained()).contains(new FailureRecord(NumberFormatException.class.getName(), 0, 500),
                new FailureRecord(UnsupportedOperationException.class.getName(), 0, 1))
                .noneMatch(failure -> failure.type().equals("[other]"));
        assertThat(folded()).isEqualTo(501);
    }

    @Test
    void typesPastTheirBoundAreCountedTogether() throws Exception {
        for (int i = 0; i < 1_010; i++) {
            book.failed(named("sim.metrics.failure.Type" + i), 0, 0, false);
        }
        assertThat(drained()).hasSize(1_001).contains(new FailureRecord("[other]", 0, 10));
        assertThat(folded()).isEqualTo(10);
    }

    @Test
    void placesThatWereIdleGiveWayToNewOnesAndNothingIsLost() {
        long told = 0;
        for (int round = 0; round < 5; round++) {
            for (int place = 1; place <= 900; place++) {
                book.failed(new NumberFormatException(), round * 1_000 + place, 0, false);
            }
            List<FailureRecord> failures = drained();
            assertThat(failures).as("round %d", round).hasSize(900).noneMatch(failure -> failure.node() == 0);
            told += failures.stream().mapToLong(FailureRecord::count).sum();
            for (int drain = 0; drain < 62; drain++) {
                told += sum();
            }
        }
        assertThat(told).isEqualTo(5 * 900);
        assertThat(folded()).isZero();
    }

    /** A thread may be about to add to a place that gives way. */
    @Test
    void whatIsCountedWhilePlacesGiveWayIsCountedOnce() throws Exception {
        long[] counted = new long[1];
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 300_000; i++) {
                book.failed(one, i % 4_000, i, false);
                counted[0]++;
            }
        });
        thread.start();
        long told = 0;
        while (thread.isAlive()) {
            told += sum();
        }
        thread.join();
        told += sum();
        assertThat(told).isEqualTo(counted[0]);
    }

    private long folded() {
        Map<String, Long> counters = new HashMap<>();
        book.count(counters);
        return counters.get("errors.places.folded");
    }

    @Test
    void anObjectThatEndedAContextAtTheTopCountsInEachLaterCallWithoutOne() {
        book.failed(7, 0, one);
        for (int i = 0; i < 5; i++) {
            book.failed(one, 1, 0, false);
        }
        assertThat(sum()).as("the first is the call around the context").isEqualTo(1 + 4);
    }

    @Test
    void aLightCallThatIsUsedAgainHearsOnceThatAnExceptionCameToIt() {
        Object call = new Object();
        int mark = FailureBook.mark(one);
        book.goesOn(mark, call);
        assertThat(book.cameTo(mark, call)).isTrue();
        assertThat(book.cameTo(mark, call)).isFalse();
    }

    @Test
    void aStackWhoseTextsAreOfNoContextSaysSoLast() {
        for (long context : new long[]{5, 0}) {
            book.failed(one, 1, context, false);
        }
        List<StackRecord> stacks = new ArrayList<>();
        book.drain(new ArrayList<>(), stacks);
        assertThat(stacks).singleElement()
                .satisfies(stack -> assertThat(stack.contexts()).containsExactly(5, 0));
    }

    @Test
    void theNameOfATypeIsCut() throws Exception {
        book.failed(named("sim.metrics.failure." + "X".repeat(20_000)), 1, 0, false);
        assertThat(drained()).singleElement()
                .satisfies(failure -> assertThat(failure.type()).startsWith("sim.metrics.failure.X").hasSize(1_000));
    }

    /** An exception of a class of that name in this package, as a generator of code makes it. */
    private static Throwable named(String name) throws Exception {
        return (Throwable) MethodHandles.lookup().defineClass(ExceptionClass.named(name)).getConstructor()
                .newInstance();
    }

    private long sum() {
        return drained().stream().mapToLong(FailureRecord::count).sum();
    }

    private List<FailureRecord> drained() {
        List<FailureRecord> failures = new ArrayList<>();
        book.drain(failures, new ArrayList<>());
        return failures;
    }
}

package sim.metrics.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
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
        assertThat(drained()).contains(new FailureRecord("[other]", 0, 1));
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

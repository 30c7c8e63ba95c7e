package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;

/** Contexts that fail without an exception, because whoever knows how they went says so. */
class ToldFailureTest {
    private final ContextRegistry registry = new ContextRegistry(100, 8, 100, 8);

    @Test
    void oneThatIsToldHasFailedOnceItHasEnded() {
        Context context = registry.create(null, "GET /order", "http");
        context.fail("500").fail("503");
        assertThat(all()).singleElement().satisfies(open -> assertThat(open.error()).isNull());
        registry.end(context, null);
        assertThat(all()).singleElement().satisfies(ended -> {
            assertThat(ended.error()).isEqualTo("500");
            assertThat(ended.values()).containsEntry("error.type", "500");
        });
        assertThat(contextsAndFailed()).containsExactly("1 1");
    }

    /** As a request that is answered on another thread, once its handler has returned. */
    @Test
    void oneThatIsToldAfterItsEndIsSentAgainAndCountsOnce() {
        Context context = registry.create(null, "GET /order", "http");
        registry.end(context, null);
        assertThat(all()).singleElement().satisfies(ended -> assertThat(ended.error()).isNull());
        assertThat(contextsAndFailed()).containsExactly("1 0");
        context.fail("500");
        context.fail("503");
        assertThat(all()).singleElement().satisfies(again -> {
            assertThat(again.id()).isEqualTo(context.id());
            assertThat(again.error()).isEqualTo("500");
        });
        assertThat(contextsAndFailed()).as("its end was counted before").containsExactly("0 1");
        assertThat(contextsAndFailed()).isEmpty();
    }

    /** A stay goes on after the end of its context, and an outermost call fails in it: lists show the context as failed, and so does its kind. */
    @Test
    void aCallThatFailsAfterTheEndMakesItAFailedOneOfItsKind() {
        Context context = registry.create(null, "GET /order", "http");
        Scope stay = Scope.open(context, null, null, false);
        registry.end(context, null);
        assertThat(contextsAndFailed()).containsExactly("1 0");
        stay.calls = 2;
        stay.errors = 1;
        registry.closed(context, stay, 0, false, null);
        assertThat(contextsAndFailed()).containsExactly("0 1");
        Scope another = Scope.open(context, null, null, false);
        another.calls = 1;
        another.errors = 1;
        registry.closed(context, another, 0, false, null);
        assertThat(contextsAndFailed()).as("it has failed already").containsExactly("0 0");
    }

    /** An exception that is told counts among the application's errors, as one that ended the context. */
    @Test
    void anExceptionThatIsToldIsAnError() {
        List<String> errors = new ArrayList<>();
        registry.watchFailures((context, parent, failure) -> errors.add(failure.getMessage()));
        Context context = registry.create(null, "GET /order", "http");
        context.fail("500").fail(new IllegalStateException("a second reason"));
        registry.end(context, null);
        Context late = registry.create(null, "GET /order", "http");
        registry.end(late, null);
        late.fail(new IllegalStateException("no answer"));
        assertThat(errors).containsExactly("no answer");
    }

    @Test
    void anExceptionSaysMoreThanAWord() {
        Context context = registry.create(null, "GET /order", "http");
        context.fail("500");
        registry.end(context, new IllegalStateException("no money"));
        assertThat(all()).singleElement().satisfies(
                ended -> assertThat(ended.error()).isEqualTo("java.lang.IllegalStateException: no money"));
        context.fail("500");
        assertThat(contextsAndFailed()).containsExactly("1 1");
        Context later = registry.create(null, "GET /order", "http");
        registry.end(later, null);
        later.fail(new IllegalStateException("no answer"));
        assertThat(all()).singleElement().satisfies(again -> {
            assertThat(again.error()).isEqualTo("java.lang.IllegalStateException: no answer");
            assertThat(again.values()).isEmpty();
        });
        assertThat(contextsAndFailed()).containsExactly("1 1");
    }

    private List<ContextRecord> all() {
        List<ContextRecord> records = new ArrayList<>();
        registry.drain(records);
        return records;
    }

    private List<String> contextsAndFailed() {
        List<KindRecord> records = new ArrayList<>();
        registry.drainKinds(records);
        return records.stream().map(kind -> kind.contexts() + " " + kind.failed()).toList();
    }
}

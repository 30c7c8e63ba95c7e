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

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;

/** Where virtual threads get their contexts: one that lies there is found, and nothing is thrown away while there is room. */
class ContextPoolTest {
    private final Threads threads = new Metering(Options.load("meters=wall,events.ring=2", new Properties())).threads;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 1000})
    void whatOneThreadBroughtAnyOtherFinds(int processors) {
        ContextPool<ThreadContext> pool = new ContextPool<>(processors);
        ThreadContext context = context();
        for (int thread = 0; thread < 1000; thread++) {
            assertThat(pool.give(thread, context)).isTrue();
            assertThat(pool.take(thread * 31L + 7)).isSameAs(context);
        }
        assertThat(pool.take(1)).isNull();
    }

    @Test
    void itTakesAllItHasRoomForAndGivesEachOnce() {
        ContextPool<ThreadContext> pool = new ContextPool<>(4);
        for (int i = 0; i < pool.size(); i++) {
            assertThat(pool.give(i, context())).isTrue();
        }
        assertThat(pool.give(1, context())).isFalse();
        Set<ThreadContext> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        for (ThreadContext each = pool.take(5); each != null; each = pool.take(5)) {
            taken.add(each);
        }
        assertThat(taken).hasSize(pool.size());
    }

    private ThreadContext context() {
        return new ThreadContext(Thread.currentThread(), true, threads);
    }
}

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.context.Context;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** Stacks that overflow inside a context, whose calls have no place of their own: they end in the books of its kind. */
class FullStackInContextTest {
    private static final int TIMES = 60;

    private long bodies;
    private long overflows;

    @Test
    @Timeout(120)
    void theCollectorGoesOnAndNoCallIsUnaccounted() throws Exception {
        Runs runs = new Runs("meters=all,context.places=2,contexts.rate=1000000");
        Rehearsal.hold(runs.metering.options()); // as the JVM's own runtime does: else a class may never be initialised
        ProbeSite site = runs.site("down");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Context[] outside = new Context[1];
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < TIMES; i++) {
                runs.metering.createContext("work", "");
                try {
                    down(site, 0, i);
                } catch (StackOverflowError full) {
                    overflows++;
                }
                runs.metering.endContext(null);
            }
            outside[0] = runs.metering.currentContext();
        }, "overflowing", 220 << 10);
        thread.setUncaughtExceptionHandler((any, failure) -> thrown.set(failure));
        thread.start();
        thread.join();
        assertThat(thrown.get()).isNull();
        assertThat(overflows).isEqualTo(TIMES);
        assertThat(outside[0]).isNull();

        long counted = 0;
        long contexts = 0;
        long inKind = 0;
        for (int i = 0; i < 3; i++) {
            Snapshot snapshot = runs.metering.drain(); // which waits for nobody
            counted += snapshot.rows().stream().mapToLong(TreeRow::count).sum();
            for (KindRecord kind : snapshot.kinds()) {
                contexts += kind.contexts();
                inKind += kind.rows().stream().mapToLong(TreeRow::count).sum();
            }
        }
        assertThat(counted + runs.counter("calls.lost") + runs.counter("probes.healed")
                + runs.counter("calls.too.deep")).isEqualTo(bodies);
        assertThat(contexts).isEqualTo(TIMES);
        assertThat(inKind).isBetween(counted - counted / 20, counted);
        assertThat(runs.counter("metering.failures")).isZero();
    }

    /** Of several sizes, so that the stack is at its end at another call each time. */
    private long down(ProbeSite site, int depth, int size) {
        return size % 3 == 0 ? small(site, depth, size) : large(site, depth, size, depth, depth, depth);
    }

    private long small(ProbeSite site, int depth, int size) {
        Object hint = site.begin();
        bodies++;
        try {
            return depth % (size % 7 + 2) == 0 ? down(site, depth + 1, size) : small(site, depth + 1, size);
        } finally {
            site.end(hint, null);
        }
    }

    private long large(ProbeSite site, int depth, int size, long a, long b, long c) {
        Object hint = site.begin();
        bodies++;
        try {
            return large(site, depth + 1, size, b, c, a + size) + a * b - c;
        } finally {
            site.end(hint, null);
        }
    }
}

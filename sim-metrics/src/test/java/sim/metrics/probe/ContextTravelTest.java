package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import sim.context.Activation;
import sim.context.Context;
import sim.context.ContextSnapshot;
import sim.context.handover.ContextExecutorService;
import sim.context.handover.Tasks;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** Calls of handed-over work count in the context they were handed. */
class ContextTravelTest {
    private final Runs runs = new Runs("meters=wall,events=all");
    private final ProbeSite site = runs.site("work");

    @Test
    void aStartedThreadWorksInTheContextItWasStartedIn() throws Exception {
        Context context = runs.metering.createContext("order", "shop");
        Thread thread = new Thread(() -> {
            call();
            call();
        }, "worker");
        runs.metering.hand(thread);
        thread.start();
        runs.metering.endContext(null);
        thread.join();
        Snapshot snapshot = runs.drain();
        assertThat(snapshot.invocations()).hasSize(2).allMatch(call -> call.context() == context.id());
        ContextRecord record = last(List.of(snapshot, runs.drain())).get("order");
        assertThat(record.calls()).isEqualTo(2);
        assertThat(record.rows()).singleElement().extracting(TreeRow::count).isEqualTo(2L);
        assertThat(record.stays()).extracting(stay -> stay.thread()).containsExactly(Thread.currentThread().getName(),
                "worker");
        assertThat(record.stays()).allMatch(stay -> stay.endMicros() >= stay.startMicros());
    }

    @Test
    void aStartedThreadThatFirstAsksForItsContextFindsIt() throws Exception {
        Context context = runs.metering.createContext("order", "shop");
        Context[] found = new Context[1];
        Thread thread = new Thread(() -> found[0] = runs.metering.currentContext());
        runs.metering.hand(thread);
        thread.start();
        thread.join();
        assertThat(found[0]).isSameAs(context);
    }

    @Test
    void aPoolThreadForgetsTheContextOfItsLastTask() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        ContextExecutorService wrapped = new ContextExecutorService(pool, runs.metering.current()::snapshot);
        Map<Long, Integer> wanted = new HashMap<>();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Context context = runs.metering.createContext("c" + i, "");
            int calls = i % 5 + 1;
            wanted.put(context.id(), calls);
            futures.add(wrapped.submit(() -> {
                for (int call = 0; call < calls; call++) {
                    call();
                }
                runs.metering.createContext("left open", "");
                if (calls == 3) {
                    throw new IllegalStateException("a failing task");
                }
            }));
            runs.metering.endContext(null);
        }
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (java.util.concurrent.ExecutionException expected) {
                assertThat(expected).hasMessageContaining("a failing task");
            }
        }
        assertThat(pool.submit(() -> runs.metering.currentContext()).get()).isNull();
        pool.shutdown();
        Map<Long, Integer> calls = new HashMap<>();
        runs.drain().invocations().forEach(call -> calls.merge(call.context(), 1, Integer::sum));
        assertThat(calls).isEqualTo(wanted);
        assertThat(runs.counter("contexts.healed")).isEqualTo(100);
        assertThat(runs.counter("metering.failures")).isZero();
    }

    @Test
    void aStartedThreadFindsItsContextWhereNothingIsMeteredToo() throws Exception {
        Runs unmetered = new Runs("enabled=false");
        Context order = unmetered.metering.createContext("order", "");
        List<Context> found = new ArrayList<>();
        Thread thread = new Thread(() -> found.add(unmetered.metering.currentContext()));
        unmetered.metering.hand(thread);
        thread.start();
        thread.join();
        unmetered.metering.endContext(null);
        assertThat(found).containsExactly(order);
    }

    @Test
    void workInTheSameContextIsNotCountedTwice() {
        runs.metering.createContext("order", "");
        ProbeSite outer = runs.site("outer");
        outer.begin();
        try (Activation ignored = runs.metering.current().snapshot().activate()) {
            call();
        }
        runs.metering.setCurrentContext(runs.metering.currentContext());
        call();
        outer.end();
        runs.metering.endContext(null);
        ContextRecord record = last(List.of(runs.drain())).get("order");
        assertThat(record.calls()).isEqualTo(1);
        assertThat(record.rows().stream().mapToLong(TreeRow::count).sum()).isEqualTo(3);
    }

    @Test
    void aCallThatEndsAfterItsContextStillCountsThere() {
        runs.metering.createContext("order", "");
        site.begin();
        runs.metering.endContext(null);
        site.end();
        ContextRecord record = last(List.of(runs.drain())).get("order");
        assertThat(record.calls()).isEqualTo(1);
        assertThat(record.rows()).singleElement().extracting(TreeRow::count).isEqualTo(1L);
    }

    @Test
    void aContextKeepsABoundedNumberOfPlaces() {
        Runs small = new Runs("meters=wall,context.places=3");
        small.metering.createContext("order", "");
        for (int i = 0; i < 10; i++) {
            ProbeSite one = small.site("m" + i);
            one.begin();
            one.end();
        }
        small.metering.endContext(null);
        ContextRecord record = last(List.of(small.drain())).get("order");
        assertThat(record.rows()).hasSize(3);
        assertThat(record.calls()).isEqualTo(10);
        assertThat(small.counter("context.places.dropped")).isEqualTo(7);
    }

    /** Getters end first, and filled the table: the calls that were in no row were the outermost and the dearest. */
    @Test
    void whatAContextHasNoRoomForIsWhatExplainsLeast() {
        Runs small = new Runs("meters=all,context.places=40");
        ProbeSite handle = small.site("handle");
        ProbeSite query = small.site("query");
        ProbeSite parse = small.site("parse");
        small.metering.createContext("request", "");
        handle.begin();
        for (int i = 0; i < 500; i++) {
            call(small.site("getter" + i));
            if (i == 400) {
                query.begin();
                call(small.site("name"));
                spin(5_000_000);
                parse.begin();
                parse.end(new IllegalStateException());
                query.end();
            }
        }
        handle.end();
        small.metering.endContext(null);
        ContextRecord record = last(List.of(small.drain())).get("request");
        Map<Integer, String> names = small.names();
        assertThat(record.rows()).extracting(row -> names.get(row.node())).hasSizeBetween(30, 40)
                .contains("handle", "query", "parse");
        long[] inRows = {0, 0, 0};
        record.rows().forEach(row -> {
            inRows[0] += row.count();
            inRows[1] += row.errors();
            inRows[2] += row.self()[0];
        });
        assertThat(record.totals()[0]).as("and what metering took")
                .isGreaterThanOrEqualTo(inRows[2] + record.rest().selfNanos());
        assertThat(inRows[0] + record.rest().calls()).isEqualTo(504);
        assertThat(inRows[1] + record.rest().errors()).isEqualTo(1);
        assertThat(record.rest().places()).isEqualTo(504 - record.rows().size());
        assertThat(record.rest().selfNanos()).isLessThan(record.totals()[0] / 2);
        assertThat(small.counter("context.places.dropped")).isEqualTo(record.rest().calls());
    }

    /** In the outer call the clock of the process moves. The next inner one had a wall time of 0 then, in its context and in its record. */
    @Test
    void aCallHasItsWallTimeWhateverMovedInTheCallBefore() {
        Runs all = new Runs("meters=all,events=all");
        ProbeSite outer = all.site("outer");
        ProbeSite inner = all.site("inner");
        for (int i = 0; i < 20; i++) {
            all.metering.createContext("request", "");
            Object out = outer.begin();
            Object in = inner.begin();
            spin(1_000);
            inner.end(in, null);
            spin(15_000_000);
            outer.end(out, null);
            all.metering.endContext(null);
        }
        Snapshot snapshot = all.drain();
        assertThat(snapshot.invocations()).hasSize(40).allMatch(call -> call.readings()[0] >= 1_000);
        assertThat(snapshot.contexts()).hasSize(20)
                .allSatisfy(context -> assertThat(context.rows()).hasSize(2)
                        .allMatch(row -> row.total()[0] >= 1_000 && row.self()[0] > 0));
    }

    @Test
    void aContextHasAThousandPlacesUnlessAskedForFewer() {
        Runs usual = new Runs("meters=wall");
        usual.metering.createContext("request", "");
        for (int i = 0; i < 1_000; i++) {
            call(usual.site("m" + i));
        }
        usual.metering.endContext(null);
        ContextRecord record = last(List.of(usual.drain())).get("request");
        assertThat(record.rows()).hasSize(1_000);
        assertThat(record.rest()).isNull();
    }

    @Test
    void withoutAContextNothingIsWrappedOrAllocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Runnable task = () -> {};
        Callable<String> callable = () -> "";
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 100; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                ContextSnapshot none = runs.metering.current().snapshot();
                if (!none.isEmpty() || runs.metering.current().nearest(Runnable.class) != null) {
                    throw new AssertionError();
                }
                none.activate().close();
                runs.metering.current().inject((name, value) -> {
                    throw new AssertionError();
                });
                runs.metering.hand(Thread.currentThread());
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
        assertThat(Tasks.wrap(String.class, task, runs.metering.current().snapshot())).isSameAs(task);
        assertThat(callable).isNotNull();
    }

    @Test
    void callsInAContextAllocateNothingOnceTheirPlaceIsKnown() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Runs quiet = new Runs("meters=all");
        ProbeSite quietSite = quiet.site("work");
        quiet.metering.createContext("order", "");
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 100; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 500; i++) {
                quietSite.begin();
                quietSite.end();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private void call() {
        call(site);
    }

    private static void call(ProbeSite one) {
        one.begin();
        one.end();
    }

    private static void spin(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static Map<String, ContextRecord> last(List<Snapshot> snapshots) {
        Map<String, ContextRecord> records = new HashMap<>();
        snapshots.forEach(snapshot -> snapshot.contexts().forEach(record -> records.put(record.name(), record)));
        return records;
    }
}

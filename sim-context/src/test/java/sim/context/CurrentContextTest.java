package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Stay;

/** What is current on a thread: begun, handed over, closed in any order. */
class CurrentContextTest {
    private final List<Throwable> failures = new ArrayList<>();
    private final ContextRegistry registry = new ContextRegistry(100, 64, 512, 64);
    private final TestThreads threads = new TestThreads();
    private final CurrentContext current = new CurrentContext(registry, threads, failures::add);

    @Test
    void nestedContextsEndInnermostFirst() {
        Context outer = current.begin("outer", "", null);
        Context inner = current.begin("inner", "", null);
        assertThat(inner.getParentContextId()).isEqualTo(outer.getId());
        assertThat(inner.getTraceId()).isEqualTo(outer.getTraceId());
        assertThat(current.end(null)).isSameAs(inner);
        assertThat(current.get()).isSameAs(outer);
        current.end(null);
        assertThat(current.end(null)).isNull();
        assertThat(counter("context.missing")).isEqualTo(1);
    }

    /** A virtual thread for which numbers.memory has no room: what it would be in is counted, and nothing stays open. */
    @Test
    void aContextThatNoThreadHasRoomForIsDropped() {
        threads.isFull = true;
        Context dropped = current.begin("dropped", "", "token");
        assertThat(dropped.getName()).isEqualTo("dropped");
        assertThat(current.get()).isNull();
        assertThat(registry.open()).isZero();
        current.endOf("token", null);
        assertThat(counter("contexts.dropped")).isEqualTo(1);
        assertThat(counter("scopes.dropped")).isEqualTo(1);
        assertThat(counter("context.missing")).isEqualTo(1);
        List<ContextRecord> told = new ArrayList<>();
        registry.drain(told);
        assertThat(told).isEmpty();
    }

    @Test
    void aStayThatNoThreadHasRoomForIsNone() {
        Context context = current.begin("work", "", null);
        ContextSnapshot snapshot = current.snapshot();
        current.set(null); // it stays open
        threads.isFull = true;
        try (Activation ignored = snapshot.activate()) {
            assertThat(current.get()).isNull();
        }
        current.lend(context);
        current.set(context);
        assertThat(current.get()).isNull();
        assertThat(counter("scopes.dropped")).isEqualTo(3);
        assertThat(counter("contexts.dropped")).isZero();
        threads.isFull = false;
        current.lend(context);
        current.end(null);
        registry.end(context, null);
        List<ContextRecord> told = new ArrayList<>();
        registry.drain(told);
        assertThat(told).singleElement().satisfies(record -> assertThat(record.stays()).singleElement()
                .satisfies(stay -> assertThat(stay.times()).as("two came about").isEqualTo(2)));
        assertThat(failures).isEmpty();
    }

    /** A full heap, before the stay is current or just after: nobody has it to end it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStayThatFailsToBeginIsNone(boolean isLate) {
        Context lent = current.begin("lent", "", null);
        ContextSnapshot snapshot = current.snapshot();
        current.set(null); // it stays open
        Context own = current.begin("own", "", null);
        threads.failsLate = isLate;
        for (Runnable begins : List.<Runnable>of(() -> current.lend(lent),
                () -> snapshot.activate(), () -> current.activate(snapshot, "token"))) {
            threads.failure = new OutOfMemoryError("meant");
            try {
                begins.run();
            } catch (OutOfMemoryError meant) {
                failures.add(meant);
            }
            assertThat(failures).singleElement().isSameAs(threads.failure);
            failures.clear();
            threads.failure = null;
            assertThat(lent.record().stays()).as("none but the first, which has ended").allSatisfy(
                    stay -> assertThat(stay.endMicros()).isNotZero());
            assertThat(current.get()).isSameAs(own);
        }
        assertThat(current.end(null)).isSameAs(own);
        assertThat(current.get()).isNull();
        registry.end(lent, null);
        assertThat(counter("contexts.unmatched")).isZero();
        assertThat(counter("contexts.healed")).isEqualTo(isLate ? 3 : 0);
    }

    /** What stood for contexts that could not be made was a context of another process where it was sent on, and its trace one for all of them. */
    @Test
    void whatStandsForAContextThatCouldNotBeMadeIsNoneElsewhereToo() {
        Context nowhere = current.beginNothing();
        current.end(null);
        Context outer = current.begin("outer", "", null);
        current.lend(nowhere);
        assertThat(current.get()).isNull();
        Map<String, String> headers = new HashMap<>();
        current.inject(headers::put);
        assertThat(headers).isEmpty();
        Context inner = current.begin("inner", "", null);
        assertThat(inner.getParentContextId()).isNull();
        assertThat(current.end(null)).isSameAs(inner);
        assertThat(current.end(null)).isNull();
        assertThat(current.get()).isSameAs(outer);
        current.end(null);
    }

    @Test
    void aSnapshotIsCurrentOnAnotherThreadUntilClosed() throws Exception {
        Context outer = current.begin("outer", "", null);
        ContextSnapshot snapshot = current.snapshot();
        current.end(null);
        onAnotherThread(() -> {
            try (Activation ignored = snapshot.activate()) {
                assertThat(current.get()).isSameAs(outer);
                Context inner = current.begin("inner", "", null);
                assertThat(inner.getParentContextId()).as("though it has ended").isEqualTo(outer.getId());
                current.end(null);
            }
            assertThat(current.get()).isNull();
        });
    }

    @Test
    void activationsClosedInTheWrongOrderAreHealedAndCounted() {
        Context one = current.begin("one", "", null);
        ContextSnapshot first = current.snapshot();
        current.end(null);
        current.begin("two", "", null);
        ContextSnapshot second = current.snapshot();
        current.end(null);
        Activation outer = first.activate();
        Activation inner = second.activate();
        Context left = current.begin("left open", "", null);
        outer.close();
        assertThat(current.get()).isNull();
        assertThat(left.isOpen()).isFalse();
        assertThat(one.getEnd()).isNotZero();
        assertThat(counter("contexts.healed")).isEqualTo(2);
        inner.close();
        outer.close();
        assertThat(counter("contexts.unmatched")).isEqualTo(1);
        assertThat(current.get()).isNull();
    }

    @Test
    void anEndedOuterContextTakesTheInnerOnesWithIt() {
        Object token = new Object();
        current.begin("outer", "", token);
        Context inner = current.begin("inner", "", null);
        current.endOf(token, new IllegalStateException("boom"));
        assertThat(current.get()).isNull();
        assertThat(inner.isOpen()).isFalse();
        assertThat(counter("contexts.healed")).isEqualTo(1);
    }

    @Test
    void anActivationClosedOnAnotherThreadDoesNothing() throws Exception {
        Context context = current.begin("one", "", null);
        Activation activation = current.snapshot().activate();
        onAnotherThread(activation::close);
        assertThat(current.get()).isSameAs(context);
        assertThat(counter("contexts.unmatched")).isEqualTo(1);
        activation.close();
        assertThat(counter("contexts.unmatched")).isEqualTo(1);
    }

    @Test
    void theSameContextActivatedAgainIsNoSecondStay() {
        current.begin("one", "", null);
        ContextSnapshot snapshot = current.snapshot();
        try (Activation ignored = snapshot.activate()) {
            current.begin("left open", "", null);
        }
        assertThat(current.get().getName()).isEqualTo("one");
        current.end(null);
        ContextRecord record = records().get("one");
        assertThat(record.stays()).singleElement().extracting(Stay::times).isEqualTo(1L);
        assertThat(counter("contexts.healed")).isEqualTo(1);
    }

    @Test
    void anEmptySnapshotMeansThatNothingIsCurrent() {
        ContextSnapshot nothing = current.snapshot();
        Context context = current.begin("one", "", null);
        try (Activation ignored = nothing.activate()) {
            assertThat(current.get()).isNull();
        }
        assertThat(current.get()).isSameAs(context);
    }

    @Test
    void whatTheCompanionHasCurrentIsHandedOver() throws Exception {
        Beside beside = new Beside();
        current.accompany(beside);
        assertThat(current.isEmpty()).isTrue();
        beside.push("key");
        assertThat(current.isEmpty()).isFalse();
        current.begin("one", "", null);
        ContextSnapshot snapshot = current.snapshot();
        onAnotherThread(() -> {
            try (Activation there = snapshot.activate()) {
                assertThat(beside.current()).isEqualTo("key");
                try (Activation again = snapshot.activate()) {
                    assertThat(beside.depth()).as("no second stay").isEqualTo(1);
                }
            }
            assertThat(beside.current()).isNull();
        });
        Context other = current.begin("two", "", null);
        current.end(null);
        current.set(other);
        assertThat(beside.current()).isEqualTo("key");
        current.end(null);
        assertThat(beside.current()).isEqualTo("key");
    }

    @Test
    void theCompanionHearsEveryStayInItsOrderAndItsFaultsGoNoFurther() {
        Beside beside = new Beside();
        beside.failing = true;
        current.accompany(beside);
        current.begin("one", "", null);
        ContextSnapshot one = current.snapshot();
        current.begin("two", "", null);
        try (Activation ignored = one.activate()) {
            current.begin("left open", "", null);
        }
        current.end(null);
        current.end(null);
        assertThat(beside.heard).containsExactly("begun one", "begun two", "activated one", "begun left open",
                "closed left open", "closed one", "closed two", "closed one");
        assertThat(failures).hasSize(4);
        assertThat(counter("beside.heard")).isEqualTo(8);
    }

    @Test
    void workAfterItsEndIsShippedOnceMore() throws Exception {
        Context context = current.begin("one", "", null);
        ContextSnapshot snapshot = current.snapshot();
        current.end(null);
        assertThat(records().get("one").stays()).hasSize(1);
        assertThat(records()).isEmpty();
        onAnotherThread(() -> {
            try (Activation ignored = snapshot.activate()) {
                context.put("late", 1);
            }
        });
        ContextRecord again = records().get("one");
        assertThat(again.values()).containsEntry("late", 1L);
        assertThat(again.stays()).hasSize(2);
        assertThat(again.endMicros()).isEqualTo(context.getEnd());
        assertThat(records()).isEmpty();
    }

    /** Whatever is opened and closed in whatever order: what was there before an outermost activation is there after it. */
    @Test
    void anyOrderIsHealed() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 2_000; round++) {
            Context base = current.begin("base", "", null);
            current.begin("round", "", null);
            ContextSnapshot inRound = current.snapshot();
            current.end(null);
            Activation outermost = inRound.activate();
            List<Activation> open = new ArrayList<>();
            List<ContextSnapshot> taken = new ArrayList<>(List.of(current.snapshot()));
            for (int step = 0; step < 20; step++) {
                switch (random.nextInt(5)) {
                    case 0 -> current.begin("c" + step, "", null);
                    case 1 -> open.add(taken.get(random.nextInt(taken.size())).activate());
                    case 2 -> taken.add(current.snapshot());
                    case 3 -> {
                        if (!open.isEmpty()) {
                            open.remove(random.nextInt(open.size())).close();
                        }
                    }
                    default -> current.set(taken.get(random.nextInt(taken.size())).context());
                }
            }
            outermost.close();
            assertThat(current.get()).isSameAs(base);
            open.forEach(Activation::close);
            assertThat(current.get()).isSameAs(base);
            current.end(null);
            assertThat(current.get()).isNull();
            registry.drain(new ArrayList<>());
        }
        assertThat(failures).isEmpty();
        List<ContextRecord> left = new ArrayList<>();
        registry.drain(left);
        assertThat(left).as("none stays open").isEmpty();
    }

    /** A companion that keeps a stack of texts for every thread. */
    private static final class Beside implements ContextCompanion {
        final List<String> heard = new ArrayList<>();
        private final ThreadLocal<List<String>> stack = ThreadLocal.withInitial(ArrayList::new);
        boolean failing;

        void push(String text) {
            stack.get().add(text);
        }

        int depth() {
            return stack.get().size();
        }

        @Override
        public void start(Options options) {}

        @Override
        public void count(Map<String, Long> counters) {
            counters.put("beside.heard", (long) heard.size());
        }

        @Override
        public Object current() {
            List<String> all = stack.get();
            return all.isEmpty() ? null : all.get(all.size() - 1);
        }

        @Override
        public Object begun(Context context) {
            heard.add("begun " + context.getName());
            push((String) current());
            return context.getName();
        }

        @Override
        public Object activated(Context context, Object taken) {
            String name = context == null ? "nothing" : context.getName();
            heard.add("activated " + name);
            push((String) taken);
            return name;
        }

        @Override
        public void closed(Object stay) {
            heard.add("closed " + stay);
            stack.get().remove(depth() - 1);
            if (failing) {
                throw new IllegalStateException("a companion's fault");
            }
        }
    }

    /** What was told of with its end is lost by no later change; what never was is lost, and stays so. */
    @Test
    void aContextIsCountedAsDroppedOnlyIfItsEndWasNeverTold() {
        ContextRegistry small = new ContextRegistry(2, 64, 512, 64);
        Context told = small.create(null, "told", "");
        small.end(told, null);
        List<ContextRecord> records = new ArrayList<>();
        small.drain(records);
        Context untold = small.create(null, "untold", "");
        for (int i = 0; i < 2; i++) { // these fill the queue
            small.end(small.create(null, "more", ""), null);
        }
        told.put("late", 1);
        small.end(untold, null);
        untold.put("late", 1);
        Map<String, Long> counters = new HashMap<>();
        small.count(counters);
        small.drain(records);
        long ended = records.stream().filter(record -> record.endMicros() != 0).map(ContextRecord::id).distinct()
                .count();
        assertThat(ended + counters.get("contexts.dropped")).isEqualTo(4);
        assertThat(records).noneMatch(record -> record.name().equals("untold") && record.endMicros() != 0);
        told.put("later", 1);
        untold.put("later", 1);
        records.clear();
        small.drain(records);
        assertThat(records).extracting(ContextRecord::name).contains("told").doesNotContain("untold");
        assertThat(records).filteredOn(record -> record.name().equals("told")).allMatch(ContextRecord::again);
    }

    private Map<String, ContextRecord> records() {
        List<ContextRecord> all = new ArrayList<>();
        registry.drain(all);
        Map<String, ContextRecord> byName = new HashMap<>();
        all.forEach(record -> byName.put(record.name(), record));
        return byName;
    }

    private long counter(String kind) {
        Map<String, Long> counters = new HashMap<>();
        current.count(counters);
        registry.count(counters);
        return counters.get(kind);
    }

    private static void onAnotherThread(Runnable work) throws Exception {
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((t, failure) -> thrown.add(failure));
        thread.start();
        thread.join();
        assertThat(thrown).isEmpty();
    }
}

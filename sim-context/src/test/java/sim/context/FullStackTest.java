package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;

/** Contexts that begin and end where the stack overflows, again and again. */
class FullStackTest {
    private static final int TIMES = 200;
    private static final int[] WALL = {0};

    private final ContextRegistry registry = new ContextRegistry(1_000_000, 10, 100, 4);
    private final TestThreads threads = new TestThreads();
    private final List<Throwable> failures = new ArrayList<>();
    private final CurrentContext current = new CurrentContext(registry, threads, failures::add);
    private final long[] deltas = new long[Meter.COUNT];
    private final long[] inner = new long[Meter.COUNT];
    private int overflows;
    private Context afterwards;

    @Test
    @Timeout(120)
    void noneIsOpenForEverAndNoMemoryStaysTaken() throws Exception {
        deltas[0] = 10;
        meet();
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < TIMES; i++) {
                try {
                    unmetered(i % 50);
                } catch (StackOverflowError full) {
                    overflows++;
                }
            }
            current.begin("afterwards", "", this);
            afterwards = current.get();
            current.endOf(this, null);
        }, "overflowing", 220 << 10);
        thread.start();
        thread.join();
        assertThat(overflows).isEqualTo(TIMES);
        assertThat(afterwards.getParentContextId()).as("nothing is left over that it would be inside of").isNull();

        Set<Long> ended = new HashSet<>();
        List<KindRecord> kinds = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<ContextRecord> records = new ArrayList<>();
            registry.drain(records);
            registry.drainKinds(kinds);
            records.stream().filter(record -> record.endMicros() != 0).forEach(record -> ended.add(record.id()));
        }
        List<ContextRecord> more = new ArrayList<>();
        registry.drain(more);
        assertThat(more).isEmpty();
        assertThat(registry.open()).isZero();
        assertThat(ended).contains(afterwards.id()).hasSizeGreaterThan(TIMES);
        assertThat(registry.bytes()).as("tables for the next contexts").isLessThan(200_000);
        assertThat(failures).isEmpty();
    }

    /** A stay that could not become current was open until its context was gone, and nobody had it to end it. */
    @Test
    @Timeout(120)
    void aStayThatDidNotComeAboutIsNotOpenForEver() throws Exception {
        CurrentContext full = new CurrentContext(registry, threads, failure -> {});
        Context lent = registry.create(null, "lent", "");
        ContextSnapshot snapshot = new ContextSnapshot(full, lent, null);
        for (int i = 0; i < 3; i++) {
            full.activate(snapshot, this).close(); // classes are initialised before, and lambdas linked
        }
        Thread thread = new Thread(null, () -> {
            Object token = new Object();
            full.begin("around", "", token);
            for (int i = 0; i < TIMES; i++) {
                try {
                    activated(full, snapshot, i % 50);
                } catch (StackOverflowError overflow) {
                    overflows++;
                }
            }
            full.endOf(token, null);
            afterwards = full.get();
        }, "overflowing", 220 << 10);
        thread.start();
        thread.join();
        assertThat(overflows).isEqualTo(TIMES);
        assertThat(afterwards).isNull();
        assertThat(lent.record().stays()).allSatisfy(stay -> assertThat(stay.endMicros()).isNotZero());
    }

    private int activated(CurrentContext full, ContextSnapshot snapshot, int distance) {
        if (distance > 0) {
            return activated(full, snapshot, distance - 1) + activated(full, snapshot, 0);
        }
        Object token = new Object();
        full.activate(snapshot, token);
        try {
            return activated(full, snapshot, 0) + 1;
        } finally {
            full.closeOf(token);
        }
    }

    /** Classes are initialised before: where that overflows they never are. */
    private void meet() {
        for (int i = 0; i < 3; i++) {
            current.begin("met", "", this);
            Scope scope = threads.get();
            for (int node = 0; node < 9; node++) {
                scope.addAt(node, 0, WALL, 1, deltas, inner, false);
            }
            current.begin("left open", "", null);
            current.endOf(this, null);
        }
        registry.drain(new ArrayList<>());
        registry.drainKinds(new ArrayList<>());
    }

    /** Contexts at any distance from the end of the stack. */
    private int unmetered(int distance) {
        return distance == 0 ? withContext(0) : unmetered(distance - 1) + withContext(distance);
    }

    private int withContext(int node) {
        Object token = new Object();
        current.begin("work" + (node & 3), "", token);
        try {
            Scope scope = threads.get();
            for (int i = 0; i < 6; i++) {
                scope.add(WALL, 1, deltas, false);
                scope.addAt(node + i, 0, WALL, 1, deltas, inner, false);
            }
            return withContext(node + 1) + 1;
        } finally {
            current.endOf(token, null);
        }
    }
}

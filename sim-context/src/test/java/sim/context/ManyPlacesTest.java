package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.redact.Redaction;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;

/** Contexts that work at more places than their table has, or than there is memory for. */
class ManyPlacesTest {
    private static final int[] METERS = {0, Meter.CPU.ordinal()};
    private static final int PRESENT = 1 | Meter.CPU.bit();

    /** Whose calls end first is in the table first: the outermost calls, which end last, were missing. */
    @Test
    void outerAndDearCallsAreSeenHoweverManyGettersEndBeforeThem() {
        Run run = new Run(16, Integer.MAX_VALUE);
        int handle = run.place(0);
        int query = run.place(handle);
        int execute = run.place(query);
        run.begin(handle);
        for (int i = 0; i < 200; i++) {
            run.call(run.place(handle), 1 + i % 7);
        }
        run.begin(query);
        for (int i = 0; i < 100; i++) {
            run.call(run.place(query), 2);
        }
        run.call(execute, 5_000);
        for (int i = 0; i < 100; i++) {
            run.call(run.place(query), 2);
        }
        run.end(10);
        run.end(20);
        ContextRecord record = run.ended();
        assertThat(record.rows()).hasSizeBetween(8, 16).extracting(TreeRow::node).contains(handle, query, execute);
        assertThat(row(record, handle).total()[0]).isEqualTo(run.sums.get(handle).total);
        assertThat(record.rest().places()).isEqualTo(403 - record.rows().size());
        run.check(record);
    }

    /** A getter that is called a hundred thousand times explains more than most calls that are dear one by one. */
    @Test
    void aPlaceOfManyShortCallsIsFoundAfterTheTableWasFull() {
        Run run = new Run(16, Integer.MAX_VALUE);
        int handle = run.place(0);
        int loop = run.place(handle);
        run.begin(handle);
        for (int i = 0; i < 60; i++) {
            run.call(run.place(handle), 40 + i);
        }
        for (int i = 0; i < 10_000; i++) {
            run.call(loop, 3);
        }
        run.end(5);
        ContextRecord record = run.ended();
        assertThat(row(record, loop).count()).isBetween(9_500L, 10_000L);
        run.check(record);
    }

    @Test
    void aPlaceThatFailedStays() {
        Run run = new Run(16, Integer.MAX_VALUE);
        int handle = run.place(0);
        int parse = run.place(run.place(handle));
        run.begin(handle);
        run.begin(run.callerOf(parse));
        run.begin(parse);
        run.end(1, true);
        run.end(1);
        for (int i = 0; i < 300; i++) {
            run.call(run.place(handle), 50);
        }
        run.end(5);
        ContextRecord record = run.ended();
        assertThat(record.rows()).extracting(TreeRow::node).contains(handle, run.callerOf(parse), parse);
        run.check(record);
    }

    /** It was short until now, and explains next to nothing as far as anybody knows. */
    @Test
    void aPlaceOfACallInProgressStays() {
        Run run = new Run(16, Integer.MAX_VALUE);
        int handle = run.place(0);
        int item = run.place(handle);
        run.begin(handle);
        run.call(item, 1);
        for (int i = 0; i < 15; i++) {
            run.call(run.place(handle), 1_000);
        }
        run.begin(item);
        run.call(run.place(item), 2_000);
        run.end(1);
        run.end(1);
        ContextRecord record = run.ended();
        assertThat(row(record, item).count()).isEqualTo(2);
        run.check(record);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 20, 64, 300})
    void randomProgramsAreAsASumOfAllTheirCalls(int places) {
        Random random = new Random(places);
        for (int i = 0; i < 60; i++) {
            Run run = new Run(places, Integer.MAX_VALUE);
            run.program(random, 5 + random.nextInt(400), 2_000);
            ContextRecord record = run.ended();
            run.check(record);
            assertThat(record.rows().size()).isLessThanOrEqualTo(places);
            if (run.sums.size() <= places) {
                assertThat(record.rest()).isNull();
                assertThat(record.rows()).hasSize(run.sums.size());
            } else {
                assertThat(record.rows().size() + record.rest().places()).isEqualTo(run.sums.size());
            }
            if (places >= 64) {
                long own = run.sums.values().stream().mapToLong(sum -> sum.self).sum();
                run.sums.forEach((node, sum) -> assertThat(sum.self < own / 20 || has(record.rows(), node))
                        .as("place %d, %d of %d ns", node, sum.self, own).isTrue());
            }
        }
    }

    /** Where memory is short a table stays small, as long as others need the rest. */
    @Test
    void withoutMemoryATableDoesNotGrowAndStillHasTheOuterAndTheDear() {
        Run run = new Run(1_000, 15_000);
        int handle = run.place(0);
        run.begin(handle);
        for (int i = 0; i < 500; i++) {
            run.call(run.place(handle), i == 250 ? 9_000 : 1);
        }
        int dear = handle + 251;
        run.end(10);
        assertThat(run.registry.bytes()).isLessThan(15_000);
        ContextRecord record = run.ended();
        assertThat(record.rows()).hasSizeBetween(40, 64).extracting(TreeRow::node).contains(handle, dear);
        run.check(record);
    }

    @Test
    void aTableGrowsByDoublingAndItsMemoryIsGivenBack() {
        Run run = new Run(1_024, 1 << 20);
        long before = run.registry.bytes();
        int handle = run.place(0);
        run.begin(handle);
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            run.call(run.place(handle), 1);
            if (sizes.isEmpty() || sizes.get(sizes.size() - 1) != run.registry.bytes()) {
                sizes.add(run.registry.bytes());
            }
        }
        run.end(1);
        assertThat(sizes).as("8, 16, 32 ... 1,024 places").hasSize(8);
        assertThat(run.registry.bytes() - before).isEqualTo(run.scope.places.bytes());
        ContextRecord record = run.ended();
        assertThat(record.rows()).hasSize(1_001);
        assertThat(record.rest()).isNull();
        run.check(record);
        long large = run.registry.bytes();
        assertThat(large).as("kept for the next context").isGreaterThan(70_000);
        run.registry.drain(new ArrayList<>());
        assertThat(run.registry.bytes()).as("which did not come").isLessThan(1_000);
    }

    @Test
    void callsAllocateNothingWhilePlacesGiveWay() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Run run = new Run(64, Integer.MAX_VALUE);
        int handle = run.place(0);
        for (int i = 0; i < 500; i++) {
            run.place(handle);
        }
        run.begin(handle);
        long[] inner = new long[Meter.COUNT];
        long[] deltas = new long[Meter.COUNT];
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 200; round++) {
            long bytes = threads.getCurrentThreadAllocatedBytes();
            for (int i = 1; i <= 500; i++) {
                deltas[0] = (i * 31 + round) % 97 * 10;
                run.scope.addAt(handle + i, run.now++, METERS, PRESENT, deltas, inner, false);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - bytes);
        }
        assertThat(least).isZero();
        assertThat(run.scope.places.leftOut().calls).isGreaterThan(10_000);
    }

    /** The collector reads an open context's table while places give way, which changes whose slot is whose. */
    @Test
    void whoReadsWhilePlacesGiveWaySeesNoSumAtAnotherPlace() throws Exception {
        Run run = new Run(8, Integer.MAX_VALUE);
        for (int place = 1; place < 200; place++) {
            run.place(0);
        }
        int[] primes = {101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193};
        Thread writer = new Thread(() -> {
            Random random = new Random(5);
            long[] deltas = new long[Meter.COUNT];
            for (int i = 0; i < 300_000; i++) {
                int prime = primes[random.nextInt(primes.length)];
                deltas[0] = prime * (1L + random.nextInt(1_000));
                run.scope.addAt(prime, i, METERS, PRESENT, deltas, new long[Meter.COUNT], false);
            }
        });
        writer.start();
        int seen = 0;
        while (writer.isAlive() || seen == 0) {
            for (TreeRow row : run.context.record().rows()) {
                assertThat(row.total()[0] % row.node()).isZero();
                seen++;
            }
        }
        writer.join();
        ContextRecord record = run.ended();
        assertThat(record.rows().stream().mapToLong(TreeRow::count).sum() + record.rest().calls()).isEqualTo(300_000);
    }

    /** Many stays, each at few of many places: what was packed is not unpacked for each of them. */
    @Test
    void placesOfManyStaysAreOneSum() {
        Run run = new Run(200, Integer.MAX_VALUE);
        Random random = new Random(3);
        for (int stay = 0; stay < 100; stay++) {
            run.program(random, 120, 60);
            run.scope.close();
            run.scope = Scope.open(run.context, null, null, false);
        }
        ContextRecord open = run.context.record();
        assertThat(open.rest()).isNull();
        run.check(open);
        assertThat(open.rows()).extracting(TreeRow::node).doesNotHaveDuplicates().hasSize(run.sums.size());
        run.program(random, 120, 60);
        run.check(run.ended());
    }

    private static TreeRow row(ContextRecord record, int node) {
        return record.rows().stream().filter(row -> row.node() == node).findFirst().orElseThrow();
    }

    private static boolean has(List<TreeRow> rows, int node) {
        return rows.stream().anyMatch(row -> row.node() == node);
    }

    /** What one place came to, as the program knows it. */
    private static final class Sum {
        long count;
        long errors;
        long total;
        long self;
        long cpu;
        long max;
    }

    /** One context, calls in it, and a plain sum of them. */
    private static final class Run {
        final ContextRegistry registry;
        final Context context;
        final Map<Integer, Sum> sums = new TreeMap<>();
        private final List<Integer> callers = new ArrayList<>(List.of(0));
        /** Of the calls in progress: the place, the begin, and what was inside. */
        private final List<long[]> open = new ArrayList<>();
        private final long[] deltas = new long[Meter.COUNT];
        private final long[] inner = new long[Meter.COUNT];
        Scope scope;
        long now;

        Run(int places, long memory) {
            registry = new ContextRegistry(
                    new Bounds(100, 10, 100, places, places, 10, memory, 1L << 60, 1_000, 100, 0, 100, Redaction.NONE),
                    PRESENT,
                    this::callerOf, () -> {});
            context = registry.create(null, "work", "");
            scope = Scope.open(context, null, null, true);
        }

        int callerOf(int place) {
            return callers.get(place);
        }

        int place(int caller) {
            callers.add(caller);
            return callers.size() - 1;
        }

        void call(int place, long nanos) {
            begin(place);
            end(nanos);
        }

        void begin(int place) {
            open.add(new long[]{place, now, 0, 0});
            now++;
        }

        void end(long own) {
            end(own, false);
        }

        void end(long own, boolean failed) {
            long[] call = open.remove(open.size() - 1);
            long ownCpu = own % 3;
            now += own;
            deltas[0] = own + call[2];
            inner[0] = call[2];
            deltas[METERS[1]] = ownCpu + call[3];
            inner[METERS[1]] = call[3];
            Sum sum = sums.computeIfAbsent((int) call[0], any -> new Sum());
            sum.count++;
            sum.errors += failed ? 1 : 0;
            sum.total += deltas[0];
            sum.self += own;
            sum.cpu += ownCpu;
            sum.max = Math.max(sum.max, deltas[0]);
            if (open.isEmpty()) {
                scope.add(METERS, PRESENT, deltas, failed);
            } else {
                long[] caller = open.get(open.size() - 1);
                caller[2] += deltas[0];
                caller[3] += deltas[METERS[1]];
            }
            scope.addAt((int) call[0], call[1], METERS, PRESENT, deltas, inner, failed);
        }

        /** Calls at random, at random places, some of which are called often and some are dear. */
        void program(Random random, int places, int calls) {
            while (callers.size() <= places) {
                place(random.nextInt(3) == 0 ? 0 : random.nextInt(callers.size()));
            }
            List<List<Integer>> called = new ArrayList<>();
            for (int place = 0; place <= places; place++) {
                called.add(new ArrayList<>());
                if (place > 0) {
                    called.get(callerOf(place)).add(place);
                }
            }
            for (int i = 0; i < calls; i++) {
                int at = open.isEmpty() ? 0 : (int) open.get(open.size() - 1)[0];
                if (called.get(at).isEmpty() || at != 0 && random.nextInt(3) == 0) {
                    end(random.nextInt(50) == 0 ? random.nextInt(100_000) : random.nextInt(100),
                            random.nextInt(500) == 0);
                } else {
                    int most = called.get(at).size();
                    begin(called.get(at).get(Math.min(random.nextInt(most), random.nextInt(most))));
                }
            }
            while (!open.isEmpty()) {
                end(random.nextInt(100));
            }
        }

        ContextRecord ended() {
            scope.close();
            registry.end(context, null);
            List<ContextRecord> records = new ArrayList<>();
            registry.drain(records);
            assertThat(records).hasSize(1);
            return records.get(0);
        }

        /** Rows and rest are all calls; rows are a tree in which no total is less than what is inside; the kind has all by place. */
        void check(ContextRecord record) {
            long count = 0;
            long errors = 0;
            long self = 0;
            Map<Integer, Long> inside = new TreeMap<>();
            Map<Integer, TreeRow> rows = record.rows().stream().collect(Collectors.toMap(TreeRow::node, row -> row));
            for (TreeRow row : record.rows()) {
                Sum sum = sums.get(row.node());
                assertThat(row.count()).isBetween(1L, sum.count);
                assertThat(row.errors()).isLessThanOrEqualTo(sum.errors);
                assertThat(row.total()[0]).isLessThanOrEqualTo(sum.total);
                assertThat(row.self()[0]).isLessThanOrEqualTo(sum.self);
                assertThat(row.max()[0]).isLessThanOrEqualTo(sum.max);
                if (row.count() == sum.count) {
                    assertThat(row.total()[0]).isEqualTo(sum.total);
                    assertThat(row.max()[0]).isEqualTo(sum.max);
                    assertThat(row.self()[METERS[1]]).isEqualTo(sum.cpu);
                }
                count += row.count();
                errors += row.errors();
                self += row.self()[0];
                int caller = callerOf(row.node());
                assertThat(caller == 0 || rows.containsKey(caller)).as("the caller of %d", row.node()).isTrue();
                inside.merge(caller, row.total()[0], Long::sum);
            }
            rows.forEach((node, row) -> assertThat(row.total()[0])
                    .isGreaterThanOrEqualTo(row.self()[0] + inside.getOrDefault(node, 0L)));
            Rest rest = record.rest() == null ? new Rest(0, 0, 0, 0) : record.rest();
            assertThat(count + rest.calls()).isEqualTo(sums.values().stream().mapToLong(sum -> sum.count).sum());
            assertThat(errors + rest.errors()).isEqualTo(sums.values().stream().mapToLong(sum -> sum.errors).sum());
            assertThat(self + rest.selfNanos()).isEqualTo(sums.values().stream().mapToLong(sum -> sum.self).sum());
            if (record.endMicros() != 0) {
                checkKind();
            }
        }

        private void checkKind() {
            List<KindRecord> kinds = new ArrayList<>();
            registry.drainKinds(kinds);
            assertThat(kinds).hasSize(1);
            assertThat(kinds.get(0).rows().stream().mapToLong(TreeRow::count).sum())
                    .isEqualTo(sums.values().stream().mapToLong(sum -> sum.count).sum());
            if (has(kinds.get(0).rows(), 0)) {
                return; // memory for some places was missing there too
            }
            assertThat(kinds.get(0).rows()).extracting(TreeRow::node).containsExactlyElementsOf(sums.keySet());
            kinds.get(0).rows().forEach(row -> {
                Sum sum = sums.get(row.node());
                assertThat(row.count()).isEqualTo(sum.count);
                assertThat(row.errors()).isEqualTo(sum.errors);
                assertThat(row.total()[0]).isEqualTo(sum.total);
                assertThat(row.self()[0]).isEqualTo(sum.self);
                assertThat(row.max()[0]).isEqualTo(sum.max);
                assertThat(row.self()[METERS[1]]).isEqualTo(sum.cpu);
            });
        }
    }
}

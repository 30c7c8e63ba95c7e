package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Contexts that work at more places than their table has, or than there is memory for. */
class ManyPlacesTest {
    /** Whose calls end first is in the table first: the outermost calls, which end last, were missing. */
    @Test
    void outerAndDearCallsAreSeenHoweverManyGettersEndBeforeThem() {
        PlacesRun run = new PlacesRun(16, Integer.MAX_VALUE);
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
        PlacesRun run = new PlacesRun(16, Integer.MAX_VALUE);
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
        PlacesRun run = new PlacesRun(16, Integer.MAX_VALUE);
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
        PlacesRun run = new PlacesRun(16, Integer.MAX_VALUE);
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
            PlacesRun run = new PlacesRun(places, Integer.MAX_VALUE);
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
                run.sums.forEach((node, sum) -> assertThat(sum.self < own / 20 || PlacesRun.has(record.rows(), node))
                        .as("place %d, %d of %d ns", node, sum.self, own).isTrue());
            }
        }
    }

    /** Where memory is short a table stays small, as long as others need the rest. */
    @Test
    void withoutMemoryATableDoesNotGrowAndStillHasTheOuterAndTheDear() {
        PlacesRun run = new PlacesRun(1_000, 15_000);
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
        PlacesRun run = new PlacesRun(1_024, 1 << 20);
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
        PlacesRun run = new PlacesRun(64, Integer.MAX_VALUE);
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
                run.scope.addAt(handle + i, run.now++, PlacesRun.METERS, PlacesRun.PRESENT, deltas, inner, false);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - bytes);
        }
        assertThat(least).isZero();
        assertThat(run.scope.places.leftOut().calls).isGreaterThan(10_000);
    }

    /** The collector reads an open context's table while places give way, which changes whose slot is whose. */
    @Test
    void whoReadsWhilePlacesGiveWaySeesNoSumAtAnotherPlace() throws Exception {
        PlacesRun run = new PlacesRun(8, Integer.MAX_VALUE);
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
                run.scope.addAt(prime, i, PlacesRun.METERS, PlacesRun.PRESENT, deltas, new long[Meter.COUNT], false);
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
        PlacesRun run = new PlacesRun(200, Integer.MAX_VALUE);
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
}

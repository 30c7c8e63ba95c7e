package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import sim.store.StoreFigures;
import sim.wire.Batch;
import sim.wire.PlatformSample;

/**
 * Many collectors at once over real sockets, every batch accounted for. The build has a short form; how soon batches are
 * acknowledged is printed by the long one, see CONTRIBUTING.md.
 */
class ManyCollectorsTest {
    private static final int COLLECTORS = Integer.getInteger("sim.collectors", 60);
    private static final int ROUNDS = Integer.getInteger("sim.rounds", 3);
    private static final int PLACES = Integer.getInteger("sim.places", 50);
    /** Between a collector's batches. */
    private static final long INTERVAL_MILLIS = Integer.getInteger("sim.interval", 200);

    private final Queue<Long> waitedNanos = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    @Test
    void everyBatchOfManyCollectorsIsStoredOnceAndFewTransactionsDoIt() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder); Ingest ingest = new Ingest(store, "127.0.0.1", 0)) {
            CountDownLatch connected = new CountDownLatch(COLLECTORS);
            List<Thread> collectors = new ArrayList<>();
            for (int i = 0; i < COLLECTORS; i++) {
                int number = i;
                Thread collector = new Thread(null, () -> collect(ingest.port(), number, connected),
                        "collector-" + number, 1 << 20);
                collectors.add(collector);
                collector.start();
            }
            connected.await();
            long begin = System.nanoTime();
            long cpuNanos = cpuNanos();
            for (Thread collector : collectors) {
                collector.join();
            }
            long tookNanos = System.nanoTime() - begin;
            cpuNanos = cpuNanos() - cpuNanos;
            assertThat(failures).isEmpty();
            StoreFigures figures = store.figures();
            print(figures, tookNanos, cpuNanos);
            assertThat(figures.batches()).isEqualTo((long) COLLECTORS * ROUNDS);
            assertThat(figures.quarantined() + figures.unknown() + figures.already()).isZero();
            assertThat(figures.commits()).as("transactions").isLessThan((long) COLLECTORS * (ROUNDS + 1));
            long[] calls = new long[2];
            store.query(connection -> {
                try (var statement = connection.createStatement();
                        var row = statement
                                .executeQuery("SELECT sum(calls), count(DISTINCT instance) FROM tree_rows")) {
                    row.next();
                    calls[0] = row.getLong(1);
                    calls[1] = row.getLong(2);
                    return null;
                }
            });
            long expected = COLLECTORS * LongStream.rangeClosed(1, ROUNDS).map(sequence -> sequence * PLACES).sum();
            assertThat(calls[0]).isEqualTo(expected);
            assertThat(calls[1]).isEqualTo(COLLECTORS);
        }
    }

    private void collect(int port, int number, CountDownLatch connected) {
        String instance = "collector-" + number;
        try (WireClient client = connect(port, instance)) {
            connected.countDown();
            connected.await();
            long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS * number / COLLECTORS);
            for (long sequence = 1; sequence <= ROUNDS; sequence++) {
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                client.ship(batch(sequence));
                waitedNanos.add(System.nanoTime() - due); // late by what the ones before it waited too
                due += TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);
            }
        } catch (Throwable failure) {
            failures.add(failure);
            connected.countDown();
        }
    }

    /** As a collector does: again, where a machine that is too busy turned it away. */
    private static WireClient connect(int port, String instance) throws Exception {
        for (int trial = 1; true; trial++) {
            try {
                return WireClient.connect(port, Batches.hello("load", instance));
            } catch (IOException busy) {
                if (trial == 20) {
                    throw busy;
                }
                Thread.sleep(100L * trial);
            }
        }
    }

    /** Every place called {@code sequence} times, with a small histogram, the platform's measures and some counters. */
    private static Batch batch(long sequence) {
        long now = System.currentTimeMillis() * 1_000;
        List<TreeRow> rows = IntStream.rangeClosed(1, PLACES).mapToObj(node -> {
            long wall = 1_000L * node + sequence;
            return new TreeRow(node, sequence, 0, 0b10011, Batches.meters(wall, wall / 2, 0, 0, wall),
                    Batches.meters(wall / 3, wall / 4, 0, 0, wall), Batches.meters(wall / 2, wall / 3, 0, 0, wall),
                    new long[]{300, 0, 310, 0, 320, 0, 330, sequence});
        }).toList();
        return new Batch(sequence, now - 5_000_000, now,
                sequence > 1 ? List.of() : List.of(new NameEntry(1, "a.A", "outer")),
                sequence > 1 ? List.of() : Batches.nodes(PLACES), rows, List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(new PlatformSample(now, Map.of("heap.used", 5e6, "cpu", 0.1, "threads", 20.0, "gc",
                        3.0, "load", 1.0))),
                Map.of("invocations.dropped", 0L, "batches.shipped", sequence));
    }

    /** Of this process: the server and the collectors. */
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private void print(StoreFigures figures, long tookNanos, long cpuNanos) {
        long[] sorted = waitedNanos.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%d collectors, every %d ms, %d places: %.0f batches/s; acknowledged after %d ms (median), %d ms "
                        + "(99 %%), %d ms (longest); %d transactions of %.1f ms; %.2f ms of CPU a batch, collectors included%n",
                COLLECTORS, INTERVAL_MILLIS, PLACES, sorted.length * 1e9 / tookNanos,
                sorted[sorted.length / 2] / 1_000_000, sorted[sorted.length * 99 / 100] / 1_000_000,
                sorted[sorted.length - 1] / 1_000_000, figures.commits(),
                figures.commitNanos() / 1e6 / figures.commits(), cpuNanos / 1e6 / sorted.length);
    }
}

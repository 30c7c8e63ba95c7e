package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;

/**
 * Many readers at once ask the dearest questions, each a few times, while collectors ship. {@code ./sim campaign --only readers}
 * is the long run, which also bounds how late a batch is acknowledged.
 */
class PageLoadIT {
    private static final int READERS = 60;
    private static final int QUESTIONS = 3;
    private static final int COLLECTORS = 3;
    private static final int NODES = 5_000;
    private static final int CONTEXTS = 20_000;
    /** The heap, DuckDB's memory, and what a JVM and its threads take beside them. */
    private static final long MOST_MEMORY = (512L + 1024 + 512) << 20;

    private static final List<String> DEAREST = List.of("contexts?limit=10000", "contexts?limit=10000&whole=true",
            "contexts?limit=10000&search=7", "methods?limit=10000", "calltree?limit=10000",
            "methods?limit=10000&context=tenant:t7", "invocations?limit=10000", "events?limit=10000", "applications",
            "hotspots?limit=10000");

    @TempDir
    Path data;

    private final Map<Integer, AtomicLong> answers = new ConcurrentHashMap<>();
    private final AtomicLong latest = new AtomicLong();
    private final AtomicLong shipped = new AtomicLong();
    private final AtomicLong memory = new AtomicLong();
    private volatile boolean done;

    @Test
    @Tag("long")
    void readersNeverStopCollectorsNorTheProcess() throws Exception {
        try (ChildServer server = new ChildServer(data, List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError"))
                .awaitReady()) {
            fill(server);
            List<Thread> collectors = threads(COLLECTORS, i -> ship(server, i));
            List<Throwable> failures = new ArrayList<>();
            List<Thread> readers = threads(READERS, i -> read(server, i), failures);
            for (Thread reader : readers) {
                while (reader.isAlive()) {
                    reader.join(200);
                    memory.accumulateAndGet(server.residentBytes(), Math::max);
                }
            }
            done = true;
            for (Thread collector : collectors) {
                collector.join();
            }
            Map<Integer, AtomicLong> said = new TreeMap<>(answers);
            System.out.printf("%d readers: %s; %d batches, the latest acknowledged after %d ms; %d MB of memory%n",
                    READERS, said, shipped.get(), latest.get() / 1_000_000, memory.get() >> 20);
            System.out.println("EXIT " + server.complaints());
            assertThat(failures).isEmpty();
            assertThat(said.keySet()).isSubsetOf(200, 503, 413).contains(200);
            assertThat(shipped.get()).isPositive();
            assertThat(memory.get()).isLessThan(MOST_MEMORY);
            assertThat(server.get("/api/v1/health")).contains("\"status\":\"ok\"");
            assertThat(server.get("/api/v1/methods?application=load-0&last=1h&search=beat"))
                    .contains("\"count\":" + shippedBy[0]);
        }
    }

    private final long[] shippedBy = new long[COLLECTORS];

    /** A large tree, many contexts with values. */
    private void fill(ChildServer server) throws Exception {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            names.add(new NameEntry(i, "load.shop.part" + i % 50 + ".Service" + i / 10, "work" + i));
            nodes.add(new NodeEntry(i, i / 3, i));
            rows.add(Batches.row(i, 10, 1_000 + i, 500));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("load", "filled"))) {
            client.ship(
                    new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000, names, nodes, rows, List.of(),
                            List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
            for (int sequence = 2; sequence <= CONTEXTS / 1_000 + 1; sequence++) {
                List<ContextRecord> contexts = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    long id = sequence * 1_000L + i;
                    contexts.add(Batches.context(id, i % 5 == 0 ? 0 : id - 1, Batches.now() - 1_000_000,
                            Map.of("tenant", "t" + id % 40, "order", id, "text", "x".repeat(300), "ratio", 0.5)));
                }
                client.ship(Batches.of(sequence, rows.subList(0, 500), contexts));
            }
        }
    }

    private void ship(ChildServer server, int number) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(),
                Batches.hello("load-" + number, "beat-" + number))) {
            client.ship(new Batch(1, Batches.now() - 2, Batches.now() - 1,
                    List.of(new NameEntry(1, "load.Heart", "beat")),
                    List.of(new NodeEntry(1, 0, 1)), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                    List.of(), Map.of()));
            for (int sequence = 2; !done; sequence++) {
                long begin = System.nanoTime();
                client.ship(Batches.of(sequence, List.of(Batches.row(1, 1, 100, 10)), List.of()));
                latest.accumulateAndGet(System.nanoTime() - begin, Math::max);
                shippedBy[number]++;
                shipped.incrementAndGet();
                Thread.sleep(100);
            }
        }
    }

    private void read(ChildServer server, int number) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        for (int i = number; i < number + QUESTIONS; i++) {
            String question = DEAREST.get(i % DEAREST.size());
            String range = question.startsWith("applications") ? "" : "&last=1h&application=load";
            HttpResponse<InputStream> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.address() + "api/v1/" + question + range)).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                body.transferTo(java.io.OutputStream.nullOutputStream());
            }
            answers.computeIfAbsent(answer.statusCode(), status -> new AtomicLong()).incrementAndGet();
        }
    }

    private static List<Thread> threads(int count, Work work) {
        return threads(count, work, new ArrayList<>());
    }

    private static List<Thread> threads(int count, Work work, List<Throwable> failures) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    work.run(number);
                } catch (Throwable failure) {
                    synchronized (failures) {
                        failures.add(failure);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private interface Work {
        void run(int number) throws Exception;
    }
}

package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Counter;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /metrics} of a real server, number by number against the interface of the same server, over its restarts. */
class MetricsHttpTest {
    @TempDir
    Path folder;

    private LiveServer server;

    @BeforeEach
    void serve() throws Exception {
        server = new LiveServer(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void methodsHaveTheFiguresOfTheInterfaceOverRestartsOfBothSides() throws Exception {
        RandomProgram program = new RandomProgram(11, true);
        try (WireClient client = connect("program", "one")) {
            ship(client, program);
        }
        equalsTheInterface();
        server.close();
        server = new LiveServer(folder); // it knows the places of instance one from the store alone
        equalsTheInterface();
        try (WireClient client = connect("program", "one")) {
            ship(client, program);
        }
        try (WireClient client = connect("program", "two")) { // and the application was started again
            ship(client, new RandomProgram(12, true));
        }
        equalsTheInterface();
        assertThat(scrape().value("sim_unplaced_rows_total{application=\"program\"}")).isZero();
        assertThat(scrape().value("sim_server_uncounted_batches_total")).isZero();
    }

    private void equalsTheInterface() throws Exception {
        Scrape scrape = scrape();
        JsonNode methods = json("methods?application=program&last=1d&limit=10000&disabled=true").path("methods");
        assertThat(methods).isNotEmpty();
        long calls = 0;
        for (JsonNode method : methods) {
            String labels = "{application=\"program\",class=\"" + method.path("class").asString() + "\",method=\""
                    + method.path("method").asString() + "\"}";
            assertThat(scrape.value("sim_calls_total" + labels)).as(labels).isEqualTo(method.path("count").asLong());
            assertThat(scrape.value("sim_errors_total" + labels)).isEqualTo(method.path("errors").asLong());
            assertThat(scrape.nanos("sim_wall_seconds_total" + labels))
                    .isEqualTo(method.path("meters").path("wall").path("self").asLong());
            assertThat(scrape.nanos("sim_thread_cpu_seconds_total" + labels))
                    .isEqualTo(method.path("meters").path("thread.cpu").path("self").asLong());
            assertThat(scrape.value("sim_call_duration_seconds_count" + labels))
                    .isEqualTo(method.path("count").asLong());
            assertThat(scrape.value("sim_alloc_bytes_total" + labels)).as("a meter that was not read").isNull();
            assertThat(scrape.value("sim_calls_created" + labels)).isBetween(Batches.now() / 1e6,
                    System.currentTimeMillis() / 1e3);
            calls += method.path("count").asLong();
        }
        assertThat(scrape.value("sim_application_calls_total{application=\"program\"}")).isEqualTo(calls);
    }

    @Test
    void aHistogramHasExactlyTheCallsOfItsBuckets() throws Exception {
        long[] values = Batches.meters(900 + 2 * 1_024 + 2 * 2_000_000 + 200_000_000_000L);
        try (WireClient client = connect("shop", "one")) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "a")), List.of(new NodeEntry(1, 0, 1)),
                    List.of(new TreeRow(1, 6, 2, 1, values, values, values,
                            new long[]{Buckets.indexOf(900), 1, Buckets.indexOf(1_024), 2,
                                    Buckets.indexOf(2_000_000), 2, Buckets.indexOf(200_000_000_000L), 1})),
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        }
        Scrape scrape = scrape();
        String labels = "application=\"shop\",class=\"a.A\",method=\"a\"";
        assertThat(scrape.value("sim_call_duration_seconds_bucket{" + labels + ",le=\"1.023E-6\"}")).isEqualTo(1);
        assertThat(scrape.value("sim_call_duration_seconds_bucket{" + labels + ",le=\"4.095E-6\"}")).isEqualTo(3);
        assertThat(scrape.value("sim_call_duration_seconds_bucket{" + labels + ",le=\"0.001048575\"}")).isEqualTo(3);
        assertThat(scrape.value("sim_call_duration_seconds_bucket{" + labels + ",le=\"0.002097151\"}")).isEqualTo(5);
        assertThat(scrape.value("sim_call_duration_seconds_bucket{" + labels + ",le=\"+Inf\"}")).isEqualTo(6);
        assertThat(scrape.nanos("sim_call_duration_seconds_sum{" + labels + "}")).isEqualTo(200_004_002_948L);
        assertThat(scrape.value("sim_errors_total{" + labels + "}")).isEqualTo(2);
    }

    /** Whoever divides the sum of a histogram by its count has the mean of the calls in it: the total of calls that were not read is no part of it. */
    @Test
    void theSumOfAHistogramIsOfTheCallsInIt() throws Exception {
        long inside = 1_600 * 1_000; // each of 1,600 calls has 1,000 ns of calls inside; a hundred were read
        try (WireClient client = connect("shop", "one")) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "sampled"), new NameEntry(2, "a.A", "lacking")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)),
                    List.of(new TreeRow(1, 1_600, 0, 1, Batches.meters(inside + 2_400), Batches.meters(2_400),
                            Batches.meters(1_024), new long[]{Buckets.indexOf(1_024), 100},
                            new Unread(1_500, 1_500, 1_500, 0)),
                            new TreeRow(2, 100, 0, 1, Batches.meters(2_400), Batches.meters(2_400),
                                    Batches.meters(1_024), new long[]{Buckets.indexOf(1_024), 100})),
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        }
        Scrape scrape = scrape();
        for (String method : List.of("sampled", "lacking")) {
            String labels = "application=\"shop\",class=\"a.A\",method=\"" + method + "\"";
            assertThat(scrape.value("sim_call_duration_seconds_count{" + labels + "}")).isEqualTo(100);
            assertThat(scrape.nanos("sim_call_duration_seconds_sum{" + labels + "}")).as(method)
                    .isBetween(100 * 1_000L, 100 * 1_060L);
        }
    }

    @Test
    void contextsPayloadsTelemetriesAndMishapsAreThere() throws Exception {
        try (WireClient client = connect("front", "one")) {
            client.ship(Traces.front(1).with(Sections.KINDS,
                    List.of(new KindRecord("order", "shop", 7, 1, 2, 9_000_000_000L, 21, 1, 1, Batches.meters(5),
                            List.of()).with(2_000_000_000L,
                                    new long[]{Buckets.indexOf(1_000_000_000), 3, Buckets.indexOf(1_500_000_000), 4})))
                    .with(Sections.PAYLOAD_PROBES,
                            List.of(new PayloadProbeEntry(3, "shop.Sql", "SQL", "", true, false, false, List.of(),
                                    List.of())))
                    .with(Sections.PAYLOAD_ROWS,
                            List.of(new PayloadRow(1, 3, 1, "SELECT 1", new PayloadSum(4, 1, 2_000, 900),
                                    new long[]{5, 4}))));
            client.ship(Batches.of(2, List.of(), List.of())
                    .with(Sections.COUNTERS,
                            List.of(new Counter("invocations.dropped", 2), new Counter("weaving.woven", 300)))
                    .with(Sections.PLATFORM, List.of(new PlatformSample(Batches.now(), Map.of("heap.used", 5e6)))));
            // the same end again, as of a context that goes on elsewhere
            client.ship(Batches.of(3, List.of(), List.of(Traces.front(2).contexts().get(0))));
            Scrape scrape = scrape();
            String order = "application=\"front\",name=\"order\",tag=\"shop\"";
            assertThat(scrape.value("sim_contexts_total{" + order + "}")).isEqualTo(7);
            assertThat(scrape.value("sim_contexts_failed_total{" + order + "}")).isEqualTo(1);
            assertThat(scrape.value("sim_contexts_seconds_total{" + order + "}")).isEqualTo(9);
            // of all of them, while 1 and 3 alone are kept, of two seconds and one
            assertThat(scrape.value("sim_context_duration_seconds_count{" + order + "}")).isEqualTo(7);
            assertThat(scrape.value("sim_context_duration_seconds_sum{" + order + "}")).isEqualTo(9);
            assertThat(scrape.value("sim_context_duration_seconds_bucket{" + order + ",le=\"1.073741823\"}"))
                    .isEqualTo(3);
            JsonNode told = json("kinds?application=front&last=1d&percentiles=true").path("kinds").get(0);
            assertThat(told.path("contexts").asLong()).isEqualTo(7);
            assertThat(told.path("duration").path("p95").asLong()).as("in the bucket where the last four are")
                    .isBetween(1_073_741_824L, 2_147_483_647L);
            assertThat(scrape.text).containsPattern("sim_context_duration_seconds_bucket\\{" + order
                    + ",le=\"2.147483647\"} 7 # \\{span_id=\"0000000000000001\",trace_id=\"000000000000006f0000000000000001\"} 2.0 [0-9.]+");
            assertThat(scrape.value("sim_payloads_total{application=\"front\",probe=\"SQL\"}")).isEqualTo(4);
            assertThat(scrape.value("sim_payload_errors_total{application=\"front\",probe=\"SQL\"}")).isEqualTo(1);
            assertThat(scrape.nanos("sim_payload_seconds_total{application=\"front\",probe=\"SQL\"}"))
                    .isEqualTo(2_000);
            assertThat(scrape.value("sim_mishaps_total{application=\"front\",kind=\"invocations.dropped\"}"))
                    .isEqualTo(2);
            assertThat(scrape.value("sim_mishaps_total{application=\"front\",kind=\"weaving.woven\"}")).isNull();
            assertThat(scrape.value("sim_agent_work_total{application=\"front\",kind=\"weaving.woven\"}"))
                    .isEqualTo(300);
            assertThat(scrape.value("jvm_memory_used_bytes{application=\"front\",area=\"heap\",instance=\"one\"}"))
                    .isEqualTo(5e6);
        }
        assertThat(scrape().all().keySet()).as("of an instance that has gone")
                .noneMatch(series -> series.startsWith("jvm_"));
    }

    @Test
    void thePlatformHasTheNamesOfTheOrdinaryClient() throws Exception {
        try (WireClient client = connect("front", "one")) {
            client.ship(Batches.of(1, List.of(), List.of()).with(Sections.PLATFORM,
                    List.of(new PlatformSample(Batches.now(),
                            Map.of("gc.count", 3.0, "gc.time", 2e9, "cpu.time", 5e9, "threads.live", 12.0,
                                    "queue (length)", 4.0)))));
            Scrape scrape = scrape();
            String of = "application=\"front\",";
            assertThat(scrape.value("jvm_gc_collection_seconds_count{" + of + "gc=\"all\",instance=\"one\"}"))
                    .isEqualTo(3);
            assertThat(scrape.value("jvm_gc_collection_seconds_sum{" + of + "gc=\"all\",instance=\"one\"}"))
                    .isEqualTo(2);
            assertThat(scrape.value("process_cpu_seconds_total{" + of + "instance=\"one\"}")).isEqualTo(5);
            assertThat(scrape.value("jvm_threads_current{" + of + "instance=\"one\"}")).isEqualTo(12);
            assertThat(scrape.value("process_start_time_seconds{" + of + "instance=\"one\"}"))
                    .isEqualTo((Batches.now() - 60_000_000) / 1_000 / 1e3);
            assertThat(scrape.value("sim_telemetry{" + of + "instance=\"one\",name=\"queue\",unit=\"length\"}"))
                    .isEqualTo(4);
        }
    }

    @Test
    void aNameThatSomebodyElseHasTakesNoScrapeAway() throws Exception {
        try (WireClient client = connect("front", "one")) {
            List<NameEntry> names = new ArrayList<>();
            List<NodeEntry> nodes = new ArrayList<>();
            List<TreeRow> rows = new ArrayList<>();
            for (int i = 1; i <= 1_002; i++) { // one more than have series, beside the first
                names.add(i == 1 ? new NameEntry(i, "other", "other") : new NameEntry(i, "a.A", "m" + i));
                nodes.add(new NodeEntry(i, 0, i));
                rows.add(new TreeRow(i, 6, 0, 1, Batches.meters(5), Batches.meters(5), Batches.meters(5),
                        new long[0]));
            }
            client.ship(Batches.of(1, List.of(), List.of()).with(Sections.NAMES, names).with(Sections.NODES, nodes)
                    .with(Sections.ROWS, rows));
            client.ship(Batches.of(2, List.of(), List.of()).with(Sections.PLATFORM,
                    List.of(new PlatformSample(Batches.now(), Map.of("memory.used", 5.0, "memory.used (bytes)", 6.0,
                            "uptime", 1.0, "uptime (ns)", 2.0, "queue", 3.0, "queue (count)", 4.0)))));
            Scrape scrape = scrape();
            assertThat(scrape.value("sim_calls_total{application=\"front\",class=\"other\",method=\"other\"}"))
                    .isEqualTo(12);
            assertThat(scrape.value("sim_repeated_series")).isEqualTo(3);
            assertThat(scrape.all().keySet()).filteredOn(series -> series.startsWith("sim_telemetry{")).hasSize(3);
        }
    }

    @Test
    void longNamesAreCutAndTheTotalsAreKept() throws Exception {
        String longest = "\u4e2d".repeat(40_000); // 120,000 bytes
        try (WireClient client = connect("front", "one")) {
            long[] values = Batches.meters(5);
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "a")), List.of(new NodeEntry(1, 0, 1)),
                    List.of(new TreeRow(1, 6, 0, 1, values, values, values, new long[0])),
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of())
                    .with(Sections.KINDS, List.of(new KindRecord(longest, longest, 7, 1, 2, 9_000_000_000L, 21, 1, 1,
                            Batches.meters(5), List.of())))
                    .with(Sections.COUNTERS, List.of(new Counter(longest, 2)))
                    .with(Sections.PAYLOAD_PROBES, List.of(new PayloadProbeEntry(3, longest, longest, "", true, false,
                            false, List.of(), List.of())))
                    .with(Sections.PAYLOAD_ROWS, List.of(new PayloadRow(1, 3, 1, "SELECT 1",
                            new PayloadSum(4, 1, 2_000, 900), new long[]{5, 4}))));
        }
        String cut = longest.substring(0, 1_000);
        scrape();
        server.close();
        server = new LiveServer(folder);
        Scrape scrape = scrape();
        assertThat(scrape.value("sim_application_calls_total{application=\"front\"}")).isEqualTo(6);
        assertThat(scrape.value("sim_agent_work_total{application=\"front\",kind=\"" + cut + "\"}")).isEqualTo(2);
        assertThat(scrape.value("sim_contexts_total{application=\"front\",name=\"" + cut + "\",tag=\"" + cut + "\"}"))
                .isEqualTo(7);
    }

    /** Whoever may ship for one application takes the figures of no other one away. */
    @Test
    void whateverASingleApplicationShipsAllOthersAreScraped() throws Exception {
        try (WireClient client = connect("shop", "one")) {
            client.ship(Batches.recursion(1));
        }
        try (WireClient client = connect("front", "two")) {
            long[] values = Batches.meters(Long.MAX_VALUE);
            TreeRow largest = new TreeRow(1, Long.MAX_VALUE, Long.MAX_VALUE, 1, values, values, values,
                    new long[]{Buckets.indexOf(900), Long.MAX_VALUE, Buckets.indexOf(5_000_000), Long.MAX_VALUE});
            Ack refused = client.shipAnyhow(Batches.of(1, List.of(), List.of()).with(Sections.KINDS,
                    List.of(new KindRecord("k", "", 1, 0, 1, -1, 0, 0, 1, Batches.meters(5), List.of()))));
            assertThat(refused.outcome()).isNotEqualTo(Ack.Outcome.STORED);
            client.ship(Batches.of(2, List.of(largest, largest), List.of())
                    .with(Sections.NAMES, List.of(new NameEntry(1, "a.A", "a")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1))).with(Sections.PLATFORM,
                            List.of(new PlatformSample(Batches.now(), Map.of("gc.count", -3.0, "gc.time", 2e9)))));
            Scrape scrape = scrape();
            assertThat(scrape.value("sim_application_calls_total{application=\"shop\"}")).isEqualTo(4);
            assertThat(scrape.value("sim_application_calls_total{application=\"front\"}")).isEqualTo(0x1p63);
            assertThat(scrape.value("sim_negative_series")).as("collections").isEqualTo(1);
        }
        server.close();
        server = new LiveServer(folder);
        Scrape scrape = scrape();
        assertThat(scrape.value("sim_application_calls_total{application=\"shop\"}")).isEqualTo(4);
        scrape.all().keySet().removeIf(series -> series.startsWith("sim_server_"));
        assertThat(scrape.all().values()).allMatch(value -> value >= 0);
    }

    @Test
    void theServerTellsOfItself() throws Exception {
        try (WireClient client = connect("front", "one")) {
            client.ship(Traces.front(1));
            Scrape scrape = scrape();
            assertThat(scrape.value("sim_server_store_batches_total")).isEqualTo(1);
            assertThat(scrape.value("sim_server_collectors_connections")).isEqualTo(1);
            assertThat(scrape.value("sim_server_store_commit_seconds_total")).isPositive();
            assertThat(scrape.value("sim_server_queries_refused_total{kind=\"time\"}")).isZero();
        }
    }

    @Test
    void aScraperThatKnowsNoOpenMetricsGetsPlainText() throws Exception {
        try (WireClient client = connect("front", "one")) {
            client.ship(Traces.front(1));
        }
        Scrape plain = Scrape.of(server.address(), "text/plain");
        assertThat(plain.contentType).startsWith("text/plain; version=0.0.4");
        assertThat(plain.text).doesNotContain("_created", "# EOF", "trace_id");
        Scrape open = scrape();
        assertThat(open.contentType).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(open.text).endsWith("# EOF\n");
    }

    private void ship(WireClient client, RandomProgram program) throws Exception {
        for (int i = 0; i < 3; i++) {
            program.run(300);
            client.ship(program.batch());
        }
    }

    private WireClient connect(String application, String instance) throws Exception {
        return WireClient.connect(server.collectorPort(), Batches.hello(application, instance));
    }

    private Scrape scrape() throws Exception {
        return Scrape.of(server.address(), Scrape.OPEN_METRICS);
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(server.address() + "api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}

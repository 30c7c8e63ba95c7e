package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.server.LiveServer;
import sim.server.Prometheus;
import sim.server.Scrape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The real runtime and collector ship to a real server, and a real Prometheus scrapes both: they say the same to the unit, under the same
 * names. Without Prometheus it is skipped.
 */
class AgentPrometheusIT {
    @TempDir
    Path folder;

    @Test
    void theAgentTellsPrometheusWhatTheServersInterfaceTells() throws Exception {
        Prometheus.assumed();
        int port = Prometheus.free();
        Collector collector = new Collector();
        try (LiveServer server = new LiveServer(folder.resolve("data"))) {
            Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                    global: {scrape_interval: 3s, scrape_timeout: 3s}
                    scrape_configs:
                      - job_name: agent
                        static_configs: [{targets: ['127.0.0.1:%d']}]
                      - job_name: server
                        honor_labels: true
                        static_configs: [{targets: ['%s']}]
                    """.formatted(port, URI.create(server.address()).getAuthority()));
            Options options = Options.load("application=shop,interval=200ms,hotspot.enabled=false,prometheus=" + port
                    + ",server=127.0.0.1:" + server.collectorPort(), new Properties());
            try (Prometheus prometheus = new Prometheus(folder, config)) {
                Metering metering = new Metering(options);
                collector.start(metering, options);
                int calls = 0;
                for (int i = 0; i < 50; i++) {
                    calls += call(metering, "Orders", "find" + i % 7, 100 + i);
                }
                equal(prometheus, server, calls);
                calls += call(metering, "Orders", "find1", 4_000);
                calls += call(metering, "Basket", "add", 7);
                equal(prometheus, server, calls);
                sameNames(port, server);
                assertThat(Prometheus.promtool(folder,
                        Scrape.of("http://127.0.0.1:" + port + "/", "text/plain").text)).isEmpty();
            } finally {
                collector.stop();
            }
        }
    }

    private static int call(Metering metering, String owner, String member, int times) {
        ProbeSite site = metering.site("shop." + owner, member);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end();
        }
        return times;
    }

    private static void equal(Prometheus prometheus, LiveServer server, long all) throws Exception {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            JsonNode sum = prometheus.query("sum(sim_calls_total{job=\"agent\"})");
            assertThat(sum).hasSize(1);
            assertThat(sum.get(0).path("value").get(1).asLong()).isEqualTo(all);
        });
        Map<String, Long> calls = new HashMap<>();
        Map<String, Long> self = new HashMap<>();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> { // the server has stored what the agent counted
            for (JsonNode method : JsonMapper.shared().readTree(get(server)).path("methods")) {
                calls.put(method.path("method").asString(), method.path("count").asLong());
                self.put(method.path("method").asString(), method.path("meters").path("wall").path("self").asLong());
            }
            assertThat(calls.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(all);
        });
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> { // a scrape that takes too long leaves nothing to ask for
            assertThat(prometheus.byMethod("sim_calls_total{job=\"agent\",method!=\"[other]\"}", 1)).isEqualTo(calls);
            assertThat(prometheus.byMethod("sim_call_duration_seconds_count{job=\"agent\",method!=\"[other]\"}", 1))
                    .isEqualTo(calls);
        });
        await().atMost(Duration.ofSeconds(60)).untilAsserted(
                () -> assertThat(prometheus.byMethod("sim_wall_seconds_total{job=\"agent\",method!=\"[other]\"}", 1e9))
                        .isEqualTo(self));
        await().atMost(Duration.ofSeconds(60)).untilAsserted(
                () -> assertThat(prometheus.byMethod("sim_wall_seconds_total{job=\"server\",method!=\"[other]\"}", 1e9))
                        .isEqualTo(self));
    }

    /** Both have the same metrics and buckets, but for the server's own and what is of an instance there. */
    private static void sameNames(int port, LiveServer server) throws Exception {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Set<String> agent = names(Scrape.of("http://127.0.0.1:" + port + "/", Scrape.OPEN_METRICS), "");
            Set<String> there = names(Scrape.of(server.address(), Scrape.OPEN_METRICS), "sim_server_");
            assertThat(agent).isEqualTo(there);
        });
    }

    private static Set<String> names(Scrape scrape, String without) {
        Set<String> names = new TreeSet<>();
        scrape.all().keySet().forEach(
                series -> names.add(series.replaceAll(",instance=\"[^\"]*\"", "").replaceAll(",kind=\"[^\"]*\"", "")));
        names.removeIf(series -> !without.isEmpty() && series.startsWith(without));
        return names;
    }

    private static String get(LiveServer server) throws Exception {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(
                        server.address() + "api/v1/methods?application=shop&last=1d&limit=1000&disabled=true")).build(),
                HttpResponse.BodyHandlers.ofString()).body();
    }
}

package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.export.PprofFile;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each format has, stack by stack and measure by measure, what the call tree of the same server says. */
@ExtendWith(InLiveServer.class)
class ProfilesHttpTest {
    private static final String RANGE = "?application=program&last=1h&limit=100000";

    private static LiveServer server;

    @BeforeAll
    static void serve(LiveServer live) throws Exception {
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("program", "one"))) {
            RandomProgram program = new RandomProgram(7, true);
            for (int i = 0; i < 4; i++) {
                program.run(500);
                client.ship(program.batch());
            }
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "two"))) {
            client.ship(Traces.front(1));
        }
    }

    @Test
    void collapsedStacksHaveEveryMeasureOfTheTree() throws Exception {
        JsonNode tree = json("calltree" + RANGE);
        Set<String> measures = measures(tree);
        assertThat(measures).contains("count", "errors", "work", "wall", "thread.cpu");
        for (String measure : measures) {
            assertThat(collapsed("calltree" + RANGE + "&format=collapsed&measure=" + measure)).as(measure)
                    .isEqualTo(stacks(tree, measure));
        }
        assertThat(collapsed("calltree" + RANGE + "&format=collapsed")).isEqualTo(stacks(tree, "work")).isNotEmpty();
    }

    @Test
    void speedscopeHasAProfileForEachMeasure() throws Exception {
        JsonNode tree = json("calltree" + RANGE);
        JsonNode file = json("calltree" + RANGE + "&format=speedscope");
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode profile : file.path("profiles")) {
            String measure = profile.path("name").asString().substring("program ".length());
            names.add(measure);
            assertThat(profile.path("type").asString()).isEqualTo("sampled");
            Map<String, Long> stacks = new HashMap<>();
            long sum = 0;
            for (int i = 0; i < profile.path("weights").size(); i++) {
                StringBuilder stack = new StringBuilder();
                for (JsonNode frame : profile.path("samples").get(i)) {
                    stack.append(stack.isEmpty() ? "" : ";")
                            .append(file.path("shared").path("frames").get(frame.asInt()).path("name").asString());
                }
                long weight = profile.path("weights").get(i).asLong();
                stacks.merge(stack.toString(), weight, Long::sum);
                sum += weight;
            }
            assertThat(stacks).as(measure).isEqualTo(stacks(tree, measure));
            assertThat(profile.path("endValue").asLong()).isEqualTo(sum);
            assertThat(profile.path("samples")).hasSameSizeAs(profile.path("weights"));
        }
        assertThat(names).containsExactlyInAnyOrderElementsOf(measures(tree)).first().isEqualTo("work");
    }

    @Test
    void pprofHasEveryMeasureInOneFile() throws Exception {
        JsonNode tree = json("calltree" + RANGE);
        HttpResponse<byte[]> answer = get("calltree" + RANGE + "&format=pprof");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"program.pb.gz\"");
        PprofFile file = new PprofFile(answer.body());
        assertThat(file.measures().keySet()).containsExactlyInAnyOrderElementsOf(measures(tree));
        assertThat(file.measures()).containsEntry("work", "nanoseconds").containsEntry("count", "count");
        assertThat(file.defaultMeasure()).isEqualTo("work");
        assertThat(file.durationNanos()).isEqualTo(3_600_000_000_000L);
        for (String measure : file.measures().keySet()) {
            assertThat(file.stacks(measure)).as(measure).isEqualTo(stacks(tree, measure));
        }
        PprofFile one = new PprofFile(get("calltree" + RANGE + "&format=pprof&measure=thread.cpu").body());
        assertThat(one.measures()).containsOnlyKeys("thread.cpu");
        assertThat(one.stacks("thread.cpu")).isEqualTo(stacks(tree, "thread.cpu"));
    }

    /** What the limit leaves out keeps every measure, at the caller below which it was. */
    @Test
    void whatIsLeftOutKeepsEveryMeasure() throws Exception {
        JsonNode whole = json("calltree" + RANGE);
        String of = "calltree?application=program&last=1h&limit=10";
        JsonNode tree = json(of);
        assertThat(tree.path("leftOut").asInt()).isPositive();
        for (String measure : measures(whole)) {
            Map<String, Long> cut = collapsed(of + "&format=collapsed&measure=" + measure);
            long left = 0;
            for (JsonNode each : tree.path("cut")) {
                left += switch (measure) {
                    case "count", "errors" -> each.path(measure).asLong();
                    case "work" -> each.path("work").path("total").asLong();
                    default -> each.path("meters").path(measure).path("total").asLong();
                };
            }
            assertThat(sum(cut, "[left out]")).as(measure).isEqualTo(left);
            if (measure.equals("count") || measure.equals("errors")) { // of these a total is no more than its parts
                assertThat(sum(cut, "")).as(measure)
                        .isEqualTo(stacks(whole, measure).values().stream().mapToLong(Long::longValue).sum());
            }
            if (!measure.equals("errors")) { // it has none
                assertThat(left).as(measure).isPositive();
            }
        }
        Set<String> names = new LinkedHashSet<>();
        json(of + "&format=speedscope").path("profiles").forEach(profile -> names.add(profile.path("name").asString()));
        assertThat(names).hasSameSizeAs(measures(whole));
    }

    @Test
    void whatIsLeftOutKeepsTheApplicationsOwnMeasures() throws Exception {
        Hello hello = new Hello(Wire.VERSION, "bidder", "three", "host", 42, "JVM", Batches.now() - 60_000_000, false,
                List.of("bids"));
        try (WireClient client = WireClient.connect(server.collectorPort(), hello)) {
            client.ship(Batches.of(1, List.of(bids(1, 5), bids(2, 7), bids(3, 11)), List.of())
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "a.A", "outer"), new NameEntry(2, "a.A", "middle"),
                                    new NameEntry(3, "a.A", "inner")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 2, 3))));
        }
        assertThat(collapsed("calltree?application=bidder&last=1h&limit=1&format=collapsed&measure=bids"))
                .isEqualTo(Map.of("a.A.outer", 5L, "a.A.outer;[left out]", 18L));
        assertThat(collapsed("calltree?application=bidder&last=1h&limit=1&format=collapsed&measure=count"))
                .isEqualTo(Map.of("a.A.outer", 2L, "a.A.outer;[left out]", 4L));
        assertThat(collapsed("calltree?application=bidder&last=1h&limit=1&format=collapsed&measure=errors"))
                .isEqualTo(Map.of("a.A.outer", 1L, "a.A.outer;[left out]", 2L));
        assertThat(collapsed("calltree?application=bidder&last=1h&limit=1&format=collapsed"))
                .isEqualTo(Map.of("a.A.outer", 100L, "a.A.outer;[left out]", 200L));
    }

    /** Two calls at a place that is as deep as its number; one failed. */
    private static TreeRow bids(int node, long bids) {
        long[] total = Batches.meters(400 - node * 100L);
        long[] self = Batches.meters(100);
        long[] values = Arrays.copyOf(self, Meter.COUNT + 1);
        values[Meter.COUNT] = bids;
        long[] totals = Arrays.copyOf(total, Meter.COUNT + 1);
        totals[Meter.COUNT] = bids * 10;
        return new TreeRow(node, 2, 1, 1 | 1 << Meter.COUNT, totals, values, values, new long[0]);
    }

    private static long sum(Map<String, Long> stacks, String end) {
        return stacks.entrySet().stream().filter(each -> each.getKey().endsWith(end)).mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Test
    void aContextsTreeIsOneToo() throws Exception {
        String of = "calltree?application=front&last=1h&context=0000000000000001";
        assertThat(collapsed(of + "&format=collapsed&measure=wall")).isEqualTo(stacks(json(of), "wall"))
                .containsOnlyKeys("shop.Orders.place", "shop.Orders.place;shop.Orders.price");
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        assertThat(refused("calltree?application=front&format=svg")).isEqualTo(
                "{\"parameter\":\"format\",\"value\":\"svg\",\"allowed\":\"json, collapsed, speedscope or pprof\"}");
        assertThat(refused("calltree?application=front&last=1h&format=pprof&measure=joy"))
                .contains("\"parameter\":\"measure\"", "count, errors, wall, work");
        assertThat(refused("calltree?application=front&measure=wall")).contains("only with format=");
    }

    private static Set<String> measures(JsonNode tree) {
        Set<String> measures = new LinkedHashSet<>(List.of("count", "errors", "work"));
        tree.path("nodes").forEach(node -> measures.addAll(node.path("meters").propertyNames()));
        return measures;
    }

    /** What the tree says: by stack, the self values that are not 0. */
    private static Map<String, Long> stacks(JsonNode tree, String measure) {
        Map<Integer, String> paths = new HashMap<>();
        Map<String, Long> stacks = new HashMap<>();
        for (JsonNode node : tree.path("nodes")) {
            String owner = node.path("class").asString();
            String name = (owner.isEmpty() ? "" : owner + ".") + node.path("method").asString();
            String path = node.path("parent").isNull() ? name : paths.get(node.path("parent").asInt()) + ";" + name;
            paths.put(node.path("id").asInt(), path);
            long value = switch (measure) {
                case "count", "errors" -> node.path(measure).asLong();
                case "work" -> node.path("work").path("self").asLong();
                default -> node.path("meters").path(measure).path("self").asLong();
            };
            if (value > 0) {
                stacks.merge(path, value, Long::sum);
            }
        }
        return stacks;
    }

    private static Map<String, Long> collapsed(String path) throws Exception {
        Map<String, Long> stacks = new HashMap<>();
        new String(get(path).body(), StandardCharsets.UTF_8).lines().forEach(line -> stacks.merge(
                line.substring(0, line.lastIndexOf(' ')), Long.valueOf(line.substring(line.lastIndexOf(' ') + 1)),
                Long::sum));
        return stacks;
    }

    private static JsonNode json(String path) throws Exception {
        return JsonMapper.shared().readTree(get(path).body());
    }

    private static HttpResponse<byte[]> get(String path) throws Exception {
        HttpResponse<byte[]> answer = ask(path);
        assertThat(answer.statusCode()).as(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo(200);
        return answer;
    }

    private static String refused(String path) throws Exception {
        HttpResponse<byte[]> answer = ask(path);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static HttpResponse<byte[]> ask(String path) throws Exception {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(server.address() + "api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }
}

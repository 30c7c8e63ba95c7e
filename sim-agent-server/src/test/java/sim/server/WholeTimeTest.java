package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * No answer hides time. Programs by chance, whose names are switched off and on, are held against their own account: each node
 * is its own time, what is inside and metering, and all rows together are the time of the entries, to the nanosecond.
 */
@ExtendWith(InLiveServer.class)
class WholeTimeTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static LiveServer server;

    @BeforeAll
    static void start(LiveServer live) {
        server = live;
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,true", "3,false", "4,true", "5,true", "6,true", "7,true", "8,false"})
    void everyNodeIsItsOwnTimeAndWhatIsInside(long seed, boolean meters) throws Exception {
        List<RandomProgram> programs = new ArrayList<>();
        String application = "whole" + seed;
        for (String instance : List.of("a", "b")) {
            RandomProgram program = new RandomProgram(seed * 31 + instance.charAt(0), meters);
            programs.add(program);
            ship(program, application, instance + seed, new Random(seed));
        }
        long entries = programs.stream().mapToLong(program -> program.entries).sum();
        long metering = sum(programs, account -> account.metering);
        for (String options : List.of("", "&fold=true", "&disabled=true", "&limit=20", "&limit=3&fold=true")) {
            JsonNode answer = get("calltree", application, options);
            long roots = 0;
            long rest = 0;
            Map<Integer, Long> inside = inside(answer, "wall");
            Map<Integer, Long> insideCpu = inside(answer, "thread.cpu");
            for (JsonNode node : answer.path("nodes")) {
                long own = total(node) - self(node) - inside.getOrDefault(node.path("id").asInt(), 0L);
                assertThat(own).as(options + " " + node).isBetween(0L, meters ? metering : 0L);
                assertThat(own).as(options + " " + node).isEqualTo(of(node, "wall", "metering"));
                assertThat(of(node, "thread.cpu", "metering")).as(options + " " + node)
                        .isEqualTo(of(node, "thread.cpu", "total") - of(node, "thread.cpu", "self")
                                - insideCpu.getOrDefault(node.path("id").asInt(), 0L));
                assertThat(node.has("meteringHas")).as("calls are short, and all have places").isFalse();
                assertThat(node.has("open")).as("all calls ended").isFalse();
                rest += own;
                roots += node.path("parent").isNull() ? total(node) : 0;
            }
            for (JsonNode cut : answer.path("cut")) {
                roots += cut.path("parent").isNull() ? total(cut) : 0;
            }
            assertThat(roots).as(options).isEqualTo(entries);
            if (!options.contains("limit")) {
                assertThat(rest).as(options).isEqualTo(metering);
            }
        }
        assertThat(exactTree(get("calltree", application, "&disabled=true"))).isEqualTo(expected(programs));
        JsonNode methods = get("methods", application, "&limit=4");
        long self = self(methods.path("leftOut")) + self(methods.path("off").path("folded"));
        long calls = methods.path("leftOut").path("count").asLong()
                + methods.path("off").path("folded").path("count").asLong();
        for (JsonNode method : methods.path("methods")) {
            self += self(method);
            calls += method.path("count").asLong();
        }
        assertThat(self + metering).isEqualTo(entries);
        assertThat(calls).isEqualTo(sum(programs, account -> account.calls));
        JsonNode requests = methods.path("explained").path("requests");
        assertThat(requests.path("total").asLong()).isEqualTo(entries);
        assertThat(requests.path("rows").asLong() + requests.path("off").asLong() + requests.path("metering").asLong())
                .isEqualTo(entries);
        assertThat(requests.path("off").asLong()).isEqualTo(self(methods.path("off")));
    }

    /** What has not ended is no less than what ended inside it. */
    @ParameterizedTest
    @CsvSource({"11,true", "12,false"})
    void aCallThatHasNotEndedHasTheTimeOfWhatEndedInside(long seed, boolean meters) throws Exception {
        RandomProgram program = new RandomProgram(seed, meters);
        String application = "open" + seed;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, "o" + seed))) {
            program.run(4_001);
            client.ship(program.batch());
            JsonNode answer = get("calltree", application, "");
            Map<Integer, Long> inside = inside(answer, "wall");
            boolean isOpen = false;
            for (JsonNode node : answer.path("nodes")) {
                assertThat(total(node) - self(node) - inside.getOrDefault(node.path("id").asInt(), 0L)).as("" + node)
                        .isBetween(0L, meters ? sum(List.of(program), account -> account.metering) : 0L);
                isOpen |= node.has("open");
            }
            assertThat(isOpen).as("some calls are open").isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"11,true", "12,false"})
    void aMethodOfWhichNoCallHasEndedHasARow(long seed, boolean meters) throws Exception {
        RandomProgram program = new RandomProgram(seed, meters);
        String application = "begun" + seed;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, "b" + seed))) {
            program.run(60);
            client.ship(program.batch());
            assertThat(rowsOfThoseWithoutAnEnd(application)).as("methods of which no call ended").isPositive();
        }
    }

    /** Methods of which no call ended: each has a row with what its outermost nodes have. How many there are. */
    private int rowsOfThoseWithoutAnEnd(String application) throws Exception {
        Map<String, Long> ended = new HashMap<>();
        Map<String, Long> least = new HashMap<>();
        Map<String, Long> most = new HashMap<>();
        for (JsonNode node : get("calltree", application, "").path("nodes")) {
            ended.merge(name(node), node.path("count").asLong(), Long::sum);
            least.merge(name(node), total(node), Math::max);
            most.merge(name(node), total(node), Long::sum);
        }
        Map<String, JsonNode> rows = new HashMap<>();
        get("methods", application, "&limit=10000").path("methods").forEach(row -> rows.put(name(row), row));
        ended.values().removeIf(count -> count > 0);
        for (String name : ended.keySet()) {
            JsonNode row = rows.get(name);
            assertThat(row).as(name).isNotNull();
            assertThat(row.path("count").asLong()).isZero();
            assertThat(self(row)).isZero();
            assertThat(total(row)).as(name).isBetween(least.get(name), most.get(name));
            assertThat(row.path("open").asLong()).isEqualTo(total(row));
        }
        return ended.size();
    }

    /** The calls inside one that has not ended stand elsewhere where the names between are off and folded: before, a row of names off had more than its parts. */
    @ParameterizedTest
    @CsvSource({"21,true", "22,false", "23,false", "24,false", "25,true", "26,false"})
    void whatHasNotEndedHasItsTimeOnceWhereverNamesAreOff(long seed, boolean meters) throws Exception {
        RandomProgram program = new RandomProgram(seed, meters);
        String application = "off" + seed;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, "p" + seed))) {
            for (int i = 0; i < 6; i++) {
                program.run(1_000);
                program.switchOne();
            }
            while (program.off() < 2) {
                program.switchOne();
            }
            program.run(101);
            client.ship(program.batch());
            long metering = sum(List.of(program), account -> account.metering);
            long all = -1;
            for (String options : List.of("&disabled=true", "", "&fold=true")) {
                JsonNode answer = get("calltree", application, options);
                Map<Integer, Long> inside = inside(answer, "wall");
                long roots = 0;
                long rest = 0;
                for (JsonNode node : answer.path("nodes")) {
                    long own = total(node) - self(node) - inside.getOrDefault(node.path("id").asInt(), 0L);
                    assertThat(own).as(options + " " + node).isBetween(0L, meters ? metering : 0L);
                    rest += own;
                    roots += node.path("parent").isNull() ? total(node) : 0;
                }
                assertThat(rest).as(options).isLessThanOrEqualTo(metering);
                all = all < 0 ? roots : all;
                assertThat(roots).as(options).isEqualTo(all);
            }
        }
    }

    private static void ship(RandomProgram program, String application, String instance, Random random)
            throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, instance))) {
            for (int i = 0; i < 6; i++) {
                program.run(1_000);
                for (int switches = random.nextInt(3); switches >= 0; switches--) {
                    program.switchOne();
                }
                client.ship(program.batch());
            }
            while (program.off() < 2) {
                program.switchOne();
            }
            program.end();
            client.ship(program.batch());
        }
    }

    private static Map<Integer, Long> inside(JsonNode answer, String meter) {
        Map<Integer, Long> inside = new HashMap<>();
        for (JsonNode node : answer.path("nodes")) {
            inside.merge(node.path("parent").asInt(0), of(node, meter, "total"), Long::sum);
        }
        for (JsonNode cut : answer.path("cut")) {
            inside.merge(cut.path("parent").asInt(0), of(cut, meter, "total"), Long::sum);
        }
        return inside;
    }

    private static Map<String, List<Long>> exactTree(JsonNode answer) {
        Map<Integer, String> paths = new HashMap<>();
        Map<String, List<Long>> tree = new HashMap<>();
        for (JsonNode node : answer.path("nodes")) {
            String path = paths.getOrDefault(node.path("parent").asInt(0), "") + "/" + node.path("method").asString();
            paths.put(node.path("id").asInt(), path);
            tree.put(path, List.of(node.path("count").asLong(), total(node), self(node), of(node, "wall", "metering"),
                    of(node, "thread.cpu", "metering")));
        }
        return tree;
    }

    private static Map<String, List<Long>> expected(List<RandomProgram> programs) {
        Map<String, List<Long>> tree = new HashMap<>();
        for (RandomProgram program : programs) {
            program.account.forEach((path, account) -> tree.merge(path,
                    List.of(account.calls, account.total, account.self, account.metering, account.metering),
                    WholeTimeTest::plus));
        }
        return tree;
    }

    private static long sum(List<RandomProgram> programs, java.util.function.ToLongFunction<RandomProgram.Account> of) {
        return programs.stream().flatMap(program -> program.account.values().stream()).mapToLong(of).sum();
    }

    private static List<Long> plus(List<Long> a, List<Long> b) {
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            sums.add(a.get(i) + b.get(i));
        }
        return sums;
    }

    private static String name(JsonNode row) {
        return row.path("class").asString() + "." + row.path("method").asString();
    }

    private static long total(JsonNode row) {
        return of(row, "wall", "total");
    }

    private static long self(JsonNode row) {
        return of(row, "wall", "self");
    }

    private static long of(JsonNode row, String meter, String part) {
        return row.path("meters").path(meter).path(part).asLong(0);
    }

    private static JsonNode get(String path, String application, String options) throws Exception {
        HttpResponse<String> answer = HTTP.send(HttpRequest.newBuilder(URI.create(server.address() + "api/v1/" + path
                + "?application=" + application + options)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}

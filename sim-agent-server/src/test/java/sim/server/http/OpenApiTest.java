package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.zipkin.ZipkinExporter;
import sim.export.zipkin.ZipkinTarget;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Level;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.PayloadBatches;
import sim.server.Scrape;
import sim.server.ScriptedApplication;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document against the server, both ways: what the server takes and answers is in the document, and what is in the document the
 * server does.
 */
class OpenApiTest {
    private static final String SPECIFICATION = "https://spec.openapis.org/oas/3.1/schema-base/2022-10-07";
    private static final String SHAPES = "#/components/schemas/";

    /** Fields that the answers below cannot have, and why. */
    private static final Map<String, String> UNSEEN = Map.ofEntries(
            Map.entry("ExplainedRequests.rest", "calls without a row in a context: NarrowedTest"),
            Map.entry("Unread.least", "a sampled method in a kind: KindUnreadHttpTest"),
            Map.entry("MethodPoint.unread", "a sampled method over time: MeansTest"),
            Map.entry("Quantiles.mean", "calls inside that count elsewhere: CountedElsewhereTest"),
            Map.entry("Quantiles.totalAtLeast", "the same"),
            Map.entry("FlowContext.processGone", "open when its process ended: ProcessGoneHttpTest"),
            Map.entry("Failure.failedCalls", "a method's failed calls among its sums: RequestsHttpTest"),
            Map.entry("Failure.withinNanos", "counted exceptions, rolled up: RequestsHttpTest"),
            Map.entry("Kind.statements", "statements that are recorded: RequestsHttpTest"),
            Map.entry("Method.open", "a method of which no call has ended: WholeTimeTest"),
            Map.entry("KindStatements.*", "the same"),
            Map.entry("Stack.*", "the same"), Map.entry("Kind.duration", "histograms of kinds: RequestsHttpTest"),
            Map.entry("KindPoint.duration", "the same"), Map.entry("Durations.*", "the same"),
            Map.entry("Payload.contexts", "payloads of a kind's contexts: RequestsHttpTest"),
            Map.entry("Method.synchronized", "a synchronized method: RequestsPageIT"),
            Map.entry("Missing.*", "a segment is damaged"), Map.entry("*.missing", "the same"),
            Map.entry("Removal.*", "something was removed from the store"),
            Map.entry("Error.bound", "BoundsHttpTest"),
            Map.entry("Error.incomplete", "an answer that is cut: BoundsHttpTest"),
            Map.entry("Error.error", "a server that fails or is busy: AnsweringTest"),
            Map.entry("ExplainedCpu.*", "the JVM's own CPU times, which no batch here tells"),
            Map.entry("Explained.cpu", "the same"),
            Map.entry("ExplainedRequests.queued", "what the operating system tells: OffNamesPageIT"),
            Map.entry("OffFigures.unread", "a name that is off and was sampled before"),
            Map.entry("Off.names", "names that are off and folded: OffNamesPageIT"),
            Map.entry("Off.before", "the same"),
            Map.entry("Method.offNanos", "a name that was off and is on again: HotspotsHttpTest"),
            Map.entry("Node.offNanos", "the same"),
            Map.entry("Node.open", "calls that have not ended: WholeTimeTest"),
            Map.entry("Node.meteringHas", "long calls, and calls without a place: MeteringMarksTest"),
            Map.entry("EntryPoint.program", "a program that has ended: EntryPointsHttpTest"),
            Map.entry("EntryPoint.split", "a splitting node that nothing called"),
            Map.entry("Place.split", "a payload that came from a splitting node itself"));

    @TempDir
    static Path folder;

    private static GuardedServer server;
    private static String admin;
    private static String nobody;
    private static JsonNode document;
    private static final List<AutoCloseable> APPLICATIONS = new ArrayList<>();
    /** Shape and field, of what was answered. */
    private static final Set<String> SEEN = new HashSet<>();
    private static final Map<String, Schema> SCHEMAS = new HashMap<>();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        URI nobodyListens = URI.create("http://127.0.0.1:1");
        server = new GuardedServer(folder, totals -> Map.of("otlp", new OtlpExporter(new OtlpTarget(nobodyListens,
                OtlpTarget.Protocol.HTTP, Map.of(), Duration.ofHours(1)), "server", totals, Set::of), "zipkin",
                new ZipkinExporter(new ZipkinTarget(nobodyListens), totals)));
        admin = server.token("admin", Role.ADMIN);
        nobody = server.token("shops", Role.LOOK, "shop-*");
        String ship = server.token("ship", Role.SHIP);
        int port = server.ingest.port();
        WireClient shop = WireClient.connect(port, Batches.hello("shop", "one").with(ship));
        shop.ship(PayloadBatches.batch(1, 1, true));
        shop.ship(PayloadBatches.batch(2, 1, false));
        shop.ship(PayloadBatches.splitting(3));
        WireClient bank = WireClient.connect(port, Batches.hello("bank", "two").with(ship));
        bank.ship(Batches.recursion(1));
        bank.ship(judged());
        bank.ship(new Batch(3, Batches.now() - 5_000_000, Batches.now() - 2_000_000,
                Contents.NONE.with(Sections.FAILURES, List.of(new FailureRecord("boom", 3, 1)))));
        WireClient sampled = WireClient.connect(port, Batches.hello("sampled", "three").with(ship));
        sampled.ship(Batches.sampled(1));
        sampled.ship(levelled());
        WireClient many = WireClient.connect(port, Batches.hello("many", "seven").with(ship));
        many.ship(PayloadBatches.batch(1, 1, true));
        many.ship(PagesTest.many(2, PagesTest.FIRST, Batches.now() - 5_000_000));
        WireClient front = WireClient.connect(port, Batches.hello("front", "four").with(ship));
        front.ship(Traces.front(1));
        WireClient back = WireClient.connect(port, Batches.hello("back", "five").with(ship));
        back.ship(Traces.back(1));
        APPLICATIONS.addAll(List.of(shop, bank, sampled, many, front, back,
                new ScriptedApplication(port, true, Batches.hello("scripted", "six").with(ship))));
        document = JsonMapper.shared().readTree(server.get(Routes.OPEN_API, null).body());
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : APPLICATIONS) {
            each.close();
        }
        server.close();
    }

    /** {@code get /path} of each operation of the document. */
    static List<String> operations() {
        List<String> operations = new ArrayList<>();
        for (Route route : Routes.rows().values()) {
            if (!route.path().contains("<")) {
                operations.add(route.method().toLowerCase() + " " + route.path());
            }
        }
        return operations;
    }

    @Test
    void isADocumentByTheSpecification() {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(OpenApiTest::specification));
        assertThat(registry.getSchema(SchemaLocation.of(SPECIFICATION)).validate(document)).isEmpty();
        assertThat(registry.getSchema(SchemaLocation.of(SPECIFICATION))
                .validate(((ObjectNode) document.deepCopy()).put("openapi", "3.2"))).as("that this is checked")
                .isNotEmpty();
    }

    @Test
    void anybodyMayReadItAndItNamesNoApplication() throws Exception {
        HttpResponse<String> answer = server.get(Routes.OPEN_API, null);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("ETag")).isPresent();
        assertThat(answer.body()).doesNotContain("\"sampled-\"", folder.toString());
    }

    @Test
    void hasEachRouteOfTheServerAndNoOther() {
        Set<String> described = new TreeSet<>();
        document.path("paths").propertyStream().forEach(path -> path.getValue().propertyNames()
                .forEach(method -> described.add(method.toUpperCase() + " " + path.getKey())));
        Set<String> served = new TreeSet<>();
        server.http.routes().stream().map(each -> each.replaceFirst("^HEAD", "GET"))
                .filter(each -> !each.contains("<")).forEach(served::add);
        assertThat(described).isEqualTo(served);
    }

    @Test
    void hasNoShapeThatNothingAnswersAndNameNoneThatIsMissing() {
        Set<String> named = new TreeSet<>();
        document.findValues("$ref").forEach(each -> named.add(each.asString().substring(SHAPES.length())));
        assertThat(named).isEqualTo(new TreeSet<>(document.path("components").path("schemas").propertyNames()));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aRoleThatIsNotNamedIsRefused(String operation) throws Exception {
        JsonNode said = operation(operation);
        String[] words = operation.split(" ");
        int status = server.ask(words[0].toUpperCase(), words[1], null, body(words[0])).statusCode();
        if (said.path("security").isEmpty()) {
            assertThat(status).isNotEqualTo(401);
        } else {
            assertThat(status).isEqualTo(401);
            assertThat(said.path("security").get(0).path("token").get(0).asString())
                    .isEqualTo(Access.rows().get(words[0].toUpperCase() + " " + words[1]).label());
        }
        assertThat(said.path("responses").has(String.valueOf(status))).as("%s answers %d", operation, status).isTrue();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void takesNoParameterThatIsNotNamed(String operation) throws Exception {
        Set<String> others = new TreeSet<>(Set.of("nonsense"));
        operations().forEach(each -> others.addAll(names(each)));
        others.removeAll(names(operation));
        for (String name : operation.startsWith("post") ? List.of("limit") : others) {
            HttpResponse<String> answer = send(operation.split(" ")[1] + "?" + name + "=1",
                    HttpRequest.BodyPublishers.noBody(), operation.startsWith("post") ? "POST" : "GET");
            refuses(answer, name);
            assertThat(answer.body()).containsAnyOf("no such parameter here", "no parameter at all");
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aWrongValueIsRefusedByItsName(String operation) throws Exception {
        for (JsonNode parameter : operation(operation).path("parameters")) {
            String name = parameter.path("name").asString();
            if (!parameter.path("in").asString().equals("query")) {
                continue;
            }
            for (String wrong : wrong(parameter.path("schema"))) {
                refuses(ask(operation, name + "=" + URLEncoder.encode(wrong, StandardCharsets.UTF_8), Set.of()), name);
            }
            for (String right : right(parameter.path("schema"))) {
                HttpResponse<String> answer = ask(operation,
                        name + "=" + switch (name) {
                            case "from" -> right + "&to=" + right;
                            case "otherFrom" -> right + "&otherTo=" + right;
                            case "otherTag" -> right + "&otherName=" + right;
                            case "tag" -> right + (names(operation).contains("name") ? "&name=" + right : "");
                            case "measure" -> "count&format=collapsed";
                            case "beside" -> right + "&context=order:4711";
                            default -> right;
                        }, names(operation));
                takes(operation, answer.statusCode());
                assertThat(answer.statusCode() == 400 && answer.body().contains("\"parameter\":\"" + name + "\""))
                        .as("%s?%s=%s: %s", operation, name, right, answer.body()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aBodysFieldThatIsNotNamedOrIsWrongIsRefusedByItsName(String operation) throws Exception {
        JsonNode schema = operation(operation).path("requestBody").path("content").path("application/json")
                .path("schema");
        if (operation.startsWith("get")) {
            assertThat(schema.isMissingNode()).isTrue();
            return;
        }
        refuses(post(operation, "{\"odd\":1}"), "odd");
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            for (String wrong : wrongJson(field.getValue())) {
                refuses(post(operation, "{\"" + field.getKey() + "\":" + wrong + "}"), field.getKey());
            }
        }
        for (JsonNode required : schema.path("required")) {
            StringBuilder others = new StringBuilder();
            for (JsonNode other : schema.path("required")) {
                if (!other.equals(required)) {
                    JsonNode choice = schema.path("properties").path(other.asString()).path("enum");
                    others.append(others.isEmpty() ? "" : ",").append('"').append(other.asString()).append("\":\"")
                            .append(choice.isEmpty() ? "shop" : choice.get(0).asString()).append('"');
                }
            }
            refuses(post(operation, "{" + others + "}"), required.asString());
        }
    }

    /** Each answer has the fields of its shape and no other, and each field of a shape was in an answer. */
    @Test
    void answersAsItSays() throws Exception {
        for (String application : List.of("shop", "bank", "sampled", "many", "front", "back", "scripted")) {
            for (String operation : operations()) {
                if (names(operation).contains("application")) {
                    for (String more : more(operation)) {
                        looksAs(operation, ask(operation, "application=" + application + "&last=1h" + more,
                                Set.of("class", "method", "probe", "text")));
                    }
                }
            }
        }
        for (String operation : List.of("get /health/live", "get /health/ready", "get /api/v1/health",
                "get /api/v1/server", "get /api/v1/applications", "get /api/v1/session", "get /api/v1/audit",
                "get /api/v1/forget", "get " + Routes.OPEN_API)) {
            looksAs(operation, ask(operation, "", Set.of()));
        }
        looksAs("get /api/v1/applications", ask("get /api/v1/applications", "cursor=&limit=2", Set.of()));
        looksAs("get /api/v1/audit", ask("get /api/v1/audit", "limit=1", Set.of()));
        looksAs("get /api/v1/health", server.get("/api/v1/health", nobody));
        looksAs("get /api/v1/server", server.get("/api/v1/server", nobody));
        looksAs("get /health/ready", server.get("/health/ready", null));
        looksAs("post /api/v1/hotspots", post("post /api/v1/hotspots",
                "{\"application\":\"bank\",\"action\":\"pin\",\"class\":\"a.A\"}"));
        looksAs("post /api/v1/payloads/recordings", post("post /api/v1/payloads/recordings",
                "{\"application\":\"shop\",\"action\":\"start\",\"probe\":\"all\",\"events\":true}"));
        looksAs("post /api/v1/session", post("post /api/v1/session", "{\"token\":\"" + admin + "\"}"));
        looksAs("post /api/v1/session/end", post("post /api/v1/session/end", "{}"));
        looksAs("post /api/v1/forget", post("post /api/v1/forget", "{\"context\":\"order:nothing\"}"));
        await().until(() -> !ask("get /api/v1/forget", "", Set.of()).body().contains("running"));
        scripts();
        files();
        metrics();
        for (String refused : List.of("/api/v1/methods?limit=0", "/api/v1/methods?application=none",
                "/api/v1/nothing")) {
            HttpResponse<String> answer = server.get(refused, admin);
            looksAs("Error", JsonMapper.shared().readTree(answer.body()), refused);
        }
        Set<String> unseen = new LinkedHashSet<>();
        document.path("components").path("schemas").properties().forEach(shape -> shape.getValue().path("properties")
                .propertyNames().stream().map(field -> shape.getKey() + "." + field)
                .filter(field -> !SEEN.contains(field) && !UNSEEN.containsKey(field)
                        && !UNSEEN.containsKey(shape.getKey() + ".*") && !field.endsWith(".missing"))
                .forEach(unseen::add));
        assertThat(unseen).as("fields that nothing answered").isEmpty();
    }

    private void files() throws Exception {
        JsonNode content = operation("get /api/v1/calltree").path("responses").path("200").path("content");
        Set<String> types = new TreeSet<>(Set.of("application/json"));
        for (String format : List.of("collapsed", "speedscope", "pprof")) {
            HttpResponse<String> file = ask("get /api/v1/calltree", "application=bank&format=" + format, Set.of());
            assertThat(file.statusCode()).as(file.body()).isEqualTo(200);
            types.add(type(file));
            tagged("get /api/v1/calltree", file);
        }
        assertThat(types).isEqualTo(new TreeSet<>(content.propertyNames()));
    }

    private void metrics() throws Exception {
        JsonNode content = operation("get /metrics").path("responses").path("200").path("content");
        Set<String> types = new TreeSet<>();
        for (String accepted : List.of("text/plain", Scrape.OPEN_METRICS)) {
            HttpResponse<String> scrape = server.ask("GET", "/metrics", admin, null, "Accept", accepted);
            assertThat(scrape.statusCode()).as(scrape.body()).isEqualTo(200);
            assertThat(scrape.body()).contains("sim_calls_total{application=\"bank\"");
            types.add(type(scrape));
            tagged("get /metrics", scrape);
        }
        assertThat(types).isEqualTo(new TreeSet<>(content.propertyNames()));
    }

    private static String type(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Type").orElseThrow().replaceAll(";.*", "");
    }

    /** An answer has an {@code ETag} where the document promises it, and nowhere else. */
    private static void tagged(String operation, HttpResponse<String> answer) {
        boolean isPromised = operation(operation).path("responses").path("200").path("headers").has("ETag");
        boolean isLong = answer.body().length() > AnswerStream.HELD;
        assertThat(answer.headers().firstValue("ETag").isPresent()).as("%s: %s", operation, answer.headers())
                .isEqualTo(isPromised && !isLong);
    }

    private void scripts() throws Exception {
        for (String asked : List.of("\"action\":\"look\",\"method\":\"shop.Orders.find(..)\"",
                "\"action\":\"add\",\"name\":\"n\",\"method\":\"shop.Orders.find(..)\",\"expression\":\"kind\"")) {
            HttpResponse<String> answer = post("post " + Routes.SCRIPTS,
                    "{\"application\":\"scripted\"," + asked + "}");
            looksAs("post " + Routes.SCRIPTS, answer);
            String number = JsonMapper.shared().readTree(answer.body()).path("request").asString();
            await().until(() -> server.get(Routes.SCRIPTS + "?request=" + number, admin).body()
                    .contains("\"waiting\":[]"));
            looksAs("get " + Routes.SCRIPTS, server.get(Routes.SCRIPTS + "?request=" + number, admin));
        }
    }

    /** What is asked of a route beside its range. */
    private static List<String> more(String operation) {
        return switch (operation) {
            case "get /api/v1/methods" -> List.of("", "&context=4d&limit=1", "&context=order:4711", "&limit=1",
                    "&name=order");
            case "get /api/v1/kinds" -> List.of("", "&limit=1", "&percentiles=true&points=10&statements=true",
                    "&sort=p99&up=true", "&sort=wall&each=true");
            case "get /api/v1/entrypoints" -> List.of("", "&limit=1", "&points=10");
            case "get /api/v1/errors/series" -> List.of("", "&exception=boom&class=b.B&method=inner");
            case "get /api/v1/kinds/series" -> List.of("", "&buckets=true");
            case "get /api/v1/platform" -> List.of("", "&sums=true");
            case "get /api/v1/payloads/hotspots" ->
                List.of("", "&limit=1", "&name=order", "&context=order:4711");
            case "get /api/v1/payloads/events" -> List.of("", "&limit=1", "&sort=duration");
            case "get /api/v1/invocations" -> List.of("", "&limit=1", "&sort=duration&context=order:4711");
            case "get /api/v1/calltree" ->
                List.of("", "&limit=1", "&fold=true", "&splits=true", "&context=order:4711",
                        "&context=order:4711&beside=false", "&disabled=true");
            case "get /api/v1/calltree/series" -> List.of("&place=1");
            case "get /api/v1/payloads/telemetries" -> List.of("", "&text=A");
            case "get /api/v1/methods/series" -> List.of("&class=a.A&method=outer", "&class=shop.Shop&method=method2");
            case "get /api/v1/contexts" -> List.of("", "&whole=true", "&limit=1");
            case "get /api/v1/payloads/backtraces" -> List.of("&text=A", "&text=B&limit=1");
            default -> List.of("", names(operation).contains("limit") ? "&limit=1" : "");
        };
    }

    private static void looksAs(String operation, HttpResponse<String> answer) {
        JsonNode responses = operation(operation).path("responses");
        assertThat(responses.has(String.valueOf(answer.statusCode()))).as("%s answers %d: %s", operation,
                answer.statusCode(), answer.body()).isTrue();
        JsonNode schema = responses.path(String.valueOf(answer.statusCode())).path("content").path("application/json")
                .path("schema");
        if (answer.statusCode() == 200) {
            tagged(operation, answer);
        }
        JsonNode body = JsonMapper.shared().readTree(answer.body());
        if (operation.endsWith(Routes.OPEN_API)) {
            return;
        }
        String shape = schema.has("oneOf")
                ? body.isArray() ? "Applications" : "InstancesPage"
                : schema.path("$ref").asString().substring(SHAPES.length());
        looksAs(shape, body, operation);
    }

    private static void looksAs(String shape, JsonNode body, String asked) {
        Schema schema = SCHEMAS.computeIfAbsent(shape, added -> SchemaRegistry
                .withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(strict(shape)));
        assertThat(schema.validate(body)).as("%s: %s", asked, body).isEmpty();
        see(body, document.path("components").path("schemas").path(shape), shape);
    }

    /** The schema of a shape, by which an object has no field that is not named. */
    private static JsonNode strict(String shape) {
        ObjectNode schema = JsonMapper.shared().createObjectNode();
        schema.put("$ref", SHAPES + shape);
        JsonNode components = document.path("components").deepCopy();
        components.path("schemas").forEach(each -> {
            if (each.has("properties")) {
                ((ObjectNode) each).put("additionalProperties", false);
            }
        });
        schema.set("components", components);
        return schema;
    }

    /** Notes which fields of which shapes there were. */
    private static void see(JsonNode value, JsonNode schema, String shape) {
        if (schema.has("anyOf")) {
            see(value, schema.path("anyOf").get(0), shape);
        } else if (schema.has("$ref")) {
            String name = schema.path("$ref").asString().substring(SHAPES.length());
            see(value, document.path("components").path("schemas").path(name), name);
        } else if (value.isArray()) {
            value.forEach(each -> see(each, schema.path("items"), shape));
        } else if (value.isObject() && schema.has("additionalProperties")) {
            value.forEach(each -> see(each, schema.path("additionalProperties"), shape));
        } else if (value.isObject()) {
            value.properties().forEach(field -> {
                SEEN.add(shape + "." + field.getKey());
                see(field.getValue(), schema.path("properties").path(field.getKey()), shape);
            });
        }
    }

    private static void takes(String operation, int status) {
        assertThat(operation(operation).path("responses").has(String.valueOf(status))).as("%s answers %d", operation,
                status).isTrue();
    }

    private static void refuses(HttpResponse<String> answer, String name) {
        assertThat(answer.statusCode()).as(name + ": " + answer.body()).isEqualTo(400);
        JsonNode said = JsonMapper.shared().readTree(answer.body());
        assertThat(said.path("parameter").asString()).as(answer.body()).isEqualTo(name);
        assertThat(said.path("allowed").asString()).as(answer.body()).isNotEmpty();
        looksAs("Error", said, name);
    }

    /** Values that a schema does not allow. */
    private static List<String> wrong(JsonNode schema) {
        if (schema.has("enum")) {
            return List.of("nonsense");
        }
        return switch (schema.path("type").asString()) {
            case "integer" -> {
                List<String> wrong = new ArrayList<>(List.of("a", "1.5", "", "99999999999999999999",
                        String.valueOf(schema.path("minimum").asLong() - 1)));
                if (schema.path("maximum").asLong() < Long.MAX_VALUE) {
                    wrong.add(String.valueOf(schema.path("maximum").asLong() + 1));
                }
                yield wrong;
            }
            case "boolean" -> List.of("1", "yes", "TRUE");
            default -> schema.has("pattern")
                    ? Stream.of("!", "5x", ":", "no one: *").filter(each -> !each.matches(schema.path("pattern")
                            .asString())).toList()
                    : List.of();
        };
    }

    /** Values that a schema allows. */
    private static List<String> right(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.path("enum").valueStream().map(JsonNode::asString).toList();
        }
        return switch (schema.path("type").asString()) {
            case "integer" -> List.of(schema.path("minimum").asString(), schema.path("maximum").asString());
            case "boolean" -> List.of("true", "false");
            default -> schema.has("default")
                    ? List.of(schema.path("default").asString())
                    : schema.has("pattern") ? List.of() : List.of("all");
        };
    }

    private static List<String> wrongJson(JsonNode schema) {
        if (schema.has("enum")) {
            return List.of("\"nonsense\"", "1", "null");
        }
        return switch (schema.path("type").asString()) {
            case "integer" -> List.of("\"1\"", "1.5", "null", "99999999999999999999",
                    String.valueOf(schema.path("minimum").asLong() - 1));
            case "boolean" -> List.of("\"true\"", "1", "null");
            default -> List.of("1", "null", "[]",
                    "\"" + "x".repeat((int) schema.path("maxLength").asLong() + 1) + "\"");
        };
    }

    private static Set<String> names(String operation) {
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode each : operation(operation).path("parameters")) {
            if (each.path("in").asString().equals("query")) {
                names.add(each.path("name").asString());
            }
        }
        return names;
    }

    private static JsonNode operation(String operation) {
        String[] words = operation.split(" ");
        return document.path("paths").path(words[1]).path(words[0]);
    }

    private static String body(String method) {
        return method.equals("post") ? "{\"odd\":1}" : null;
    }

    /** Asks with one parameter, and with those that must be given beside it. @param own of which others to give what must be given */
    private static HttpResponse<String> ask(String operation, String query, Set<String> own) throws Exception {
        StringBuilder all = new StringBuilder(query);
        Map<String, String> needed = Map.of("class", "shop.Shop", "method", "method2", "probe", PayloadBatches.PROBE,
                "request", "1");
        for (JsonNode each : operation(operation).path("parameters")) {
            String name = each.path("name").asString();
            if (each.path("required").asBoolean() && own.contains(name) && !("&" + query).contains("&" + name + "=")) {
                all.append('&').append(name).append('=').append(needed.get(name));
            }
        }
        if (own.contains("application") && !query.contains("application=")) {
            all.append("&application=shop");
        }
        return send(operation.split(" ")[1] + (all.isEmpty() ? "" : "?" + all),
                HttpRequest.BodyPublishers.noBody(), "GET");
    }

    private static HttpResponse<String> post(String operation, String body) throws Exception {
        return send(operation.split(" ")[1], HttpRequest.BodyPublishers.ofString(body), "POST");
    }

    private static HttpResponse<String> send(String path, HttpRequest.BodyPublisher body, String method)
            throws Exception {
        HttpResponse<String> answer = HTTP
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http.port() + path))
                        .header("Authorization", "Bearer " + admin).header("Content-Type", "application/json")
                        .method(method, body).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isNotEqualTo(500);
        return answer;
    }

    private static String specification(String id) {
        if (!id.startsWith("https://spec.openapis.org/")) {
            return null;
        }
        try (InputStream in = OpenApiTest.class.getResourceAsStream(id.substring("https:/".length()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One of whose calls not everything is read, and which has all meters. */
    private static Batch levelled() {
        long[] values = new long[Meter.COUNT];
        Arrays.fill(values, 1_000);
        return new Batch(2, Batches.now() - 5_000_000, Batches.now() - 2_000_000, Contents.NONE
                .with(Sections.SCORES,
                        List.of(new Score(1, Standing.MANAGED, 0, 0, Level.SAMPLED, Batches.now(), 3, 4)))
                .with(Sections.ROWS, List.of(new TreeRow(1, 90, 0, (1 << Meter.COUNT) - 1, values, values, values,
                        new long[]{300, 90}))));
    }

    private static Batch judged() {
        return new Batch(2, Batches.now() - 5_000_000, Batches.now() - 2_000_000, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(),
                List.of(new Score(1, Standing.DISABLED, -2, 0, Level.OFF, Batches.now(), 0, 1)),
                List.of(new Verdict(1, 1, Batches.now() - 3_000_000, Standing.MANAGED, Standing.DISABLED, -2, "cheap")),
                List.of(), Map.of("invocations.dropped", 3L));
    }
}

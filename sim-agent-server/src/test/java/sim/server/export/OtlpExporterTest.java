package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.SpanFlags;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.totals.Totals;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.store.DuckDbStore;
import sim.store.loop.Loop;
import sim.wire.Batch;
import sim.wire.PlatformSample;
import sim.wire.Sections;

/**
 * What is shipped to a real server arrives at a real receiver of OTLP, whatever the receiver answers in between: all of it, and once where
 * the receiver takes nothing that it does not acknowledge.
 */
class OtlpExporterTest {
    private static final Duration EVERY = Duration.ofMillis(300);
    /** No receiver is too slow then, however busy the machine is: it would get spans again. */
    private static final Duration PATIENT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private DuckDbStore store;
    private Totals totals;
    private Set<String> connected = Set.of();
    private final List<Loop> loops = new ArrayList<>();

    @BeforeEach
    void open() {
        store = new DuckDbStore(folder);
        totals = new Totals(folder, (instance, place) -> true);
    }

    @AfterEach
    void close() {
        loops.forEach(Loop::close);
        totals.close();
        store.close();
    }

    @Test
    void contextsAndKeptCallsAreSpansWithTheirOwnIds() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "front", Traces.front(1));
            ship(ingest, "back", Traces.back(1));
            // contexts 1, 3 and 9 have ended, 2 is open; 9 was on another thread than the one that began it; five calls are kept
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 9);
            Map<String, Span> spans = receiver.byId();
            Span order = spans.get("0000000000000001");
            assertThat(order.getName()).isEqualTo("order");
            assertThat(Receiver.hex(order.getTraceId().toByteArray())).isEqualTo("000000000000006f0000000000000001");
            assertThat(order.getParentSpanId().isEmpty()).isTrue();
            assertThat(order.getStartTimeUnixNano()).isEqualTo((Batches.now() - 8_000_000) * 1_000);
            assertThat(order.getEndTimeUnixNano()).isEqualTo((Batches.now() - 6_000_000) * 1_000);
            assertThat(Receiver.text(order.getAttributesList(), "order")).isEqualTo("4711");
            assertThat(Receiver.text(order.getAttributesList(), "sim.wall")).isEqualTo("3000");
            Span reservation = spans.get("0000000000000009");
            assertThat(Receiver.hex(reservation.getParentSpanId().toByteArray())).isEqualTo("0000000000000002");
            assertThat(reservation.getTraceId()).isEqualTo(order.getTraceId());
            List<Span> calls = receiver.all().stream().filter(each -> each.getName().startsWith("shop.Orders."))
                    .toList();
            assertThat(calls).hasSize(4).allSatisfy(call -> {
                assertThat(call.getTraceId()).isEqualTo(order.getTraceId());
                assertThat(call.getEndTimeUnixNano() - call.getStartTimeUnixNano()).isEqualTo(1_000);
            });
            assertThat(calls.stream().filter(call -> call.getParentSpanId().equals(order.getSpanId()))).hasSize(3);
            assertThat(receiver.spans).anySatisfy(of -> {
                assertThat(Receiver.text(of.getResource().getAttributesList(), "service.name")).isEqualTo("back");
                assertThat(Receiver.text(of.getResource().getAttributesList(), "service.instance.id"))
                        .isEqualTo("back");
                assertThat(Receiver.text(of.getResource().getAttributesList(), "process.pid")).isEqualTo("42");
            });
            assertThat(receiver.authorizations).containsOnly("Bearer secret");
            // sent again, as when it goes on elsewhere: it is no second span
            ship(ingest, "front", Traces.front(2));
            ship(ingest, "back", ended(2, 77, "shop.Declined: card expired"));
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.byId().containsKey("000000000000004d"));
            assertThat(receiver.all().stream().filter(each -> each.getSpanId().equals(order.getSpanId()))).hasSize(1);
        }
    }

    @Test
    void errorsAreEventsAndHandOversAreLinks() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "shop", ended(1, 77, "shop.Declined: card expired"));
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 2);
            Span failed = receiver.byId().get("000000000000004d");
            assertThat(failed.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(failed.getEvents(0).getName()).isEqualTo("exception");
            assertThat(Receiver.text(failed.getEvents(0).getAttributesList(), "exception.type"))
                    .isEqualTo("shop.Declined");
            assertThat(Receiver.text(failed.getEvents(0).getAttributesList(), "exception.message"))
                    .isEqualTo("card expired");
            assertThat(Receiver.text(failed.getAttributesList(), "error.type")).isEqualTo("shop.Declined");
            Span stay = receiver.all().stream().filter(each -> each.getName().equals("order on pool-1")).findFirst()
                    .orElseThrow();
            assertThat(stay.getParentSpanId()).isEqualTo(failed.getSpanId());
            assertThat(stay.getLinks(0).getSpanId()).isEqualTo(failed.getSpanId());
            assertThat(stay.getLinks(0).getTraceId()).isEqualTo(failed.getTraceId());
            assertThat(Receiver.text(stay.getAttributesList(), "thread.name")).isEqualTo("pool-1");
        }
    }

    @ParameterizedTest
    @CsvSource({"http.request.method,GET,SPAN_KIND_SERVER", "messaging.operation.type,receive,SPAN_KIND_CONSUMER",
            "messaging.operation.type,send,SPAN_KIND_PRODUCER", "db.system.name,h2,SPAN_KIND_CLIENT",
            "order,4711,SPAN_KIND_INTERNAL"})
    void aContextIsASpanOfItsKindAndItsResourceSaysWhoMeasuredWhat(String key, String value, String kind)
            throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            try (WireClient client = WireClient.connect(ingest.port(),
                    Batches.hello("shop", "shop-7").ofProgram("2.3.1"))) {
                client.ship(Batches.of(1, List.of(), List.of(
                        Batches.context(78, 0, Batches.now(), Map.of(key, value)),
                        Batches.context(79, 78, Batches.now(),
                                Map.of("http.request.method", "GET", "url.full", "u")))));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 2);
            assertThat(receiver.byId().get("000000000000004e").getKind().name()).isEqualTo(kind);
            assertThat(receiver.byId().get("000000000000004f").getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
            Map<String, String> said = new HashMap<>();
            receiver.spans.get(0).getResource().getAttributesList()
                    .forEach(each -> said.put(each.getKey(), each.getValue().getStringValue()));
            assertThat(said).containsEntry("service.name", "shop").containsEntry("service.version", "2.3.1")
                    .containsEntry("service.instance.id", "shop-7").containsEntry("telemetry.sdk.name", "sim")
                    .containsEntry("telemetry.sdk.language", "java").containsKey("telemetry.sdk.version")
                    .doesNotContainKey("telemetry.distro.name");
            assertThat(receiver.spans.get(0).getScopeSpans(0).getScope().getVersion())
                    .isEqualTo(said.get("telemetry.sdk.version")).isNotEmpty();
        }
    }

    /** What the application counts as failed is an error, and nothing else is: what the client did wrongly is no error of the server's. */
    @ParameterizedTest
    @CsvSource({"200,,0,", "404,,0,", "500,500,0,500", "503,503,2,503", "200,,1,_OTHER"})
    void aSpanIsAnErrorWhereItsContextHasFailedWithoutAnException(long answer, String error, long errors, String type)
            throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            Map<String, Object> values = new HashMap<>(
                    Map.of("http.request.method", "GET", "http.response.status_code", answer));
            if (error != null) {
                values.put("error.type", error);
            }
            ship(ingest, "shop", Batches.of(1, List.of(), List.of(new ContextRecord(78, 0, "GET /order", "http", "main",
                    Batches.now() - 8_000_000, Batches.now(), error, values, 2, errors, 1, Batches.meters(60)))));
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 1);
            Span span = receiver.all().get(0);
            assertThat(span.getStatus().getCode()).isEqualTo(type == null
                    ? Status.StatusCode.STATUS_CODE_UNSET
                    : Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(span.getStatus().getMessage()).isEqualTo("_OTHER".equals(type) ? "a call in it failed" : "");
            assertThat(span.getEventsCount()).isZero();
            assertThat(Receiver.text(span.getAttributesList(), "error.type")).isEqualTo(type);
        }
    }

    /** Receivers find by it where a service begins. */
    @Test
    void aSpanSaysWhetherItsParentIsOfAnotherProcess() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "front", Batches.of(1, List.of(), List.of(
                    Batches.context(11, 10, Batches.now(), Map.of()), // before its parent
                    Batches.context(10, 9, Batches.now(), Map.of("http.request.method", "GET")))));
            ship(ingest, "back", Batches.of(1, List.of(), List.of(
                    Batches.context(12, 11, Batches.now(), Map.of()),
                    Batches.context(13, 12, Batches.now(), Map.of("messaging.operation.type", "process")),
                    Batches.context(14, 99, Batches.now(), Map.of("messaging.operation.type", "process")))));
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 5);
            Map<String, Boolean> remote = new HashMap<>();
            receiver.byId().forEach((id, span) -> {
                assertThat(span.getFlags() & SpanFlags.SPAN_FLAGS_CONTEXT_HAS_IS_REMOTE_MASK_VALUE).isNotZero();
                remote.put(id.substring(14),
                        (span.getFlags() & SpanFlags.SPAN_FLAGS_CONTEXT_IS_REMOTE_MASK_VALUE) != 0);
            });
            assertThat(remote).isEqualTo(Map.of("0a", true, "0b", false, "0c", true, "0d", false, "0e", true));
        }
    }

    /** The handler of a request begins before the request's context, and ends after it. */
    @Test
    void aCallThatSurroundsOneContextIsInItsTrace() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter);
                WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "shop"))) {
            long start = Batches.now() - 8_000_000;
            long end = start + 2_000_000;
            // 21 in 20, which is alone in its call; two in one call; one that is a small part of its call; one on another thread
            client.ship(Batches.of(1, List.of(), List.of(request(20, 5, "http-1", start, end),
                    request(21, 20, "http-1", start + 1_000, end - 1_000),
                    request(22, 0, "http-1", end + 1_000_000, end + 1_400_000),
                    request(23, 0, "http-1", end + 1_500_000, end + 1_900_000),
                    request(24, 0, "http-2", start, start + 500_000))));
            client.ship(Batches.keeping(2, List.of(call("http-1", start - 10, end + 10),
                    call("http-1", end + 1_000_000, end + 2_000_000), call("http-2", start, start + 2_000_000),
                    call("http-3", start - 10, end + 10))));
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 9);
            List<Span> calls = receiver.all().stream().filter(each -> each.getName().equals("a.A.outer")).toList();
            assertThat(calls).hasSize(4);
            assertThat(calls.stream().filter(call -> !call.getParentSpanId().isEmpty())).singleElement()
                    .satisfies(call -> {
                        assertThat(Receiver.hex(call.getParentSpanId().toByteArray())).isEqualTo("0000000000000014");
                        assertThat(call.getTraceId())
                                .isEqualTo(receiver.byId().get("0000000000000014").getTraceId());
                        assertThat(call.getStartTimeUnixNano()).isEqualTo((start - 10) * 1_000);
                    });
        }
    }

    /** Such as {@code [class loading]}: it has no class, and outside a context it is no trace. */
    @Test
    void whatSimNamesItselfHasNoDotBeforeIt() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            long at = Batches.now() - 6_000_000;
            ship(ingest, "shop", Batches.keeping(1, List.of(
                    new Invocation(1, 77, "main", at, 1, Batches.meters(60), false, null),
                    new Invocation(1, 0, "main", at, 1, Batches.meters(60), false, null),
                    new Invocation(2, 0, "main", at, 1, Batches.meters(60), false, null)))
                    .with(Sections.NAMES, List.of(new NameEntry(1, "", "[class loading]"),
                            new NameEntry(2, "a.A", "outer")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                    .with(Sections.ROWS, List.of(Batches.row(1, 3, 60, 60)))
                    .with(Sections.CONTEXTS, List.of(Batches.context(77, 0, Batches.now(), Map.of()))));
            await().atMost(Duration.ofSeconds(30)).until(() -> receiver.all().size() == 3);
            assertThat(receiver.all()).extracting(Span::getName)
                    .containsExactlyInAnyOrder("order", "[class loading]", "a.A.outer");
            assertThat(receiver.all()).filteredOn(span -> span.getName().startsWith("["))
                    .allSatisfy(span -> assertThat(Receiver.text(span.getAttributesList(), "code.function.name"))
                            .isEqualTo("[class loading]"));
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(receiver
                    .sums("shop", "sim.calls", "code.function.name")).containsEntry("[class loading]", 3.0));
        }
    }

    /** It takes nothing before it answers. */
    @Test
    void aReceiverThatRefusesAndHangsGetsAllOfItOnce() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            receiver.refuse(429, 502, Receiver.HANG, 503);
            ship(ingest, "shop", calls(1, 1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "sent") == 1_000);
            assertThat(receiver.byId()).hasSize(1_000);
            assertThat(receiver.all()).hasSize(1_000);
            assertThat(spans(exporter, "failures")).isEqualTo(4);
            assertThat(spans(exporter, "dropped") + spans(exporter, "refused") + spans(exporter, "waiting")).isZero();
        }
    }

    /** The server cannot know that it was taken: at least once, and under the same ids, by which the receiver can tell. */
    @Test
    void aReceiverThatTakesSpansAndHangsGetsThemAgainUnderTheSameIds() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            receiver.refuse(Receiver.HANG_AND_KEEP);
            ship(ingest, "shop", calls(1, 1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "sent") == 1_000);
            assertThat(receiver.byId()).hasSize(1_000);
            assertThat(receiver.all()).as("the bundle that hung came twice").hasSize(1_000 + 512);
            assertThat(spans(exporter, "failures")).isEqualTo(1);
        }
    }

    @Test
    void aBundleThatIsTooLargeForTheReceiverComesInParts() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000, PATIENT);
                Ingest ingest = ingest(exporter)) {
            receiver.mostSpans = 100;
            ship(ingest, "shop", calls(1, 1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "waiting") == 0);
            assertThat(receiver.byId()).hasSize(1_000);
            assertThat(spans(exporter, "sent")).isEqualTo(1_000);
            assertThat(spans(exporter, "refused") + spans(exporter, "dropped")).isZero();
        }
    }

    @Test
    void aSpanThatIsRefusedTakesNoOthersWithIt() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000, PATIENT);
                Ingest ingest = ingest(exporter)) {
            long bad = (Batches.now() - 6_000_000 + 300) * 1_000;
            receiver.disliked = span -> span.getStartTimeUnixNano() == bad;
            ship(ingest, "shop", calls(1, 1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "waiting") == 0);
            assertThat(spans(exporter, "refused")).isEqualTo(1);
            assertThat(spans(exporter, "sent")).isEqualTo(999);
            assertThat(receiver.byId()).hasSize(999);
        }
    }

    /** Such as one of another protocol, which answers 400 to anything. */
    @Test
    void aReceiverThatRefusesWhateverItIsSentIsNotAskedForEachSpan() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000, PATIENT);
                Ingest ingest = ingest(exporter)) {
            receiver.disliked = span -> true;
            ship(ingest, "shop", calls(1, 5_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "waiting") == 0);
            assertThat(spans(exporter, "refused")).isEqualTo(5_000);
            assertThat(receiver.asked).as("ten bundles, and the parts of one").hasValueLessThan(40);
            receiver.disliked = span -> false;
            ship(ingest, "later", calls(1, 100));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "sent") == 100);
        }
    }

    @Test
    void aReceiverThatIsAwayHoldsNothingUpAndWhatIsLostIsCounted() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (OtlpExporter exporter = exporter(URI.create("http://127.0.0.1:" + port), 2_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "shop", calls(1, 5_000)); // it is acknowledged
            assertThat(spans(exporter, "waiting")).isLessThanOrEqualTo(2_000);
            assertThat(spans(exporter, "waiting") + spans(exporter, "dropped")).isEqualTo(5_000);
            try (Receiver receiver = new Receiver(port)) { // it comes back
                await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "waiting") == 0);
                assertThat((long) receiver.byId().size()).isEqualTo(spans(exporter, "sent"));
                assertThat(spans(exporter, "sent") + spans(exporter, "dropped")).isEqualTo(5_000);
            }
        }
    }

    /** An hour of an application that ships every 5 s, to a receiver that is away: the latest spans are all there afterwards, each once from a receiver that took none of them before, and metrics lack nothing. */
    @Test
    @Tag("long")
    void afterAnHourWithoutAReceiverWhatIsLostIsExactlyWhatIsCounted() throws Exception {
        int batches = 3_600 / 5;
        int each = 50;
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (OtlpExporter exporter = exporter(URI.create("http://127.0.0.1:" + port), 20_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "front", Traces.front(1)); // the first of what is to be dropped
            try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "shop"))) {
                for (int i = 1; i <= batches; i++) {
                    client.ship(calls(i, each));
                }
            }
            long made = 6 + (long) batches * each;
            assertThat(spans(exporter, "sent") + spans(exporter, "refused")).isZero();
            assertThat(spans(exporter, "failures")).isPositive();
            try (Receiver receiver = new Receiver(port)) {
                await().atMost(Duration.ofSeconds(90)).until(() -> spans(exporter, "waiting") == 0);
                long dropped = spans(exporter, "dropped");
                assertThat(dropped).isBetween(made - 20_000, made - 20_000 + 512);
                assertThat(spans(exporter, "sent")).isEqualTo(made - dropped).isEqualTo(receiver.all().size());
                assertThat(receiver.byId()).as("each once").hasSize(receiver.all().size());
                Map<Long, Integer> byTime = new HashMap<>();
                receiver.all().stream().filter(span -> span.getName().equals("a.A.outer"))
                        .forEach(span -> byTime.merge(span.getStartTimeUnixNano(), 1, Integer::sum));
                // each batch has a call at each of fifty times: whole batches went, and one bundle may have been under way
                long whole = (made - dropped) / each;
                assertThat(byTime).hasSize(each);
                assertThat(byTime.values())
                        .allSatisfy(batch -> assertThat((long) batch).isBetween(whole - 1, whole + 2));
                await().atMost(Duration.ofSeconds(60)).untilAsserted(
                        () -> assertThat(receiver.sums("front", "sim.calls", "code.function.name"))
                                .isEqualTo(Map.of("shop.Orders.place", 8.0, "shop.Orders.price", 12.0)));
                ship(ingest, "later", calls(1, 100)); // and it goes on
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> spans(exporter, "sent") == made - dropped + 100);
                assertThat((long) receiver.all().size()).isEqualTo(made - dropped + 100);
                assertThat(spans(exporter, "dropped")).isEqualTo(dropped);
            }
        }
    }

    /** By the specification these are not sent again: they would be refused for ever. */
    @ParameterizedTest
    @ValueSource(ints = {401, 404, 500})
    void whatIsRefusedForGoodIsGivenUpAtOnceAndCounted(int status) throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            receiver.refuse(status);
            ship(ingest, "shop", calls(1, 1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "waiting") == 0);
            assertThat(spans(exporter, "refused")).isEqualTo(512);
            assertThat(spans(exporter, "sent")).isEqualTo(488);
            assertThat(spans(exporter, "failures")).isEqualTo(1);
            assertThat(receiver.all()).hasSize(488);
        }
    }

    /** What it says of the bundle may be true of a part of it alone: the parts are sent, and taken. */
    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422})
    void whatIsRefusedForItsContentIsSentInParts(int status) throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000, PATIENT);
                Ingest ingest = ingest(exporter)) {
            receiver.refuse(status);
            ship(ingest, "shop", calls(1, 1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "sent") == 1_000);
            assertThat(spans(exporter, "refused")).isZero();
            assertThat(spans(exporter, "failures")).isEqualTo(1);
            assertThat(receiver.all()).hasSize(1_000);
        }
    }

    @Test
    void aRoundTripCarriesWhatAHundredInstancesShippedMeanwhile() throws Exception {
        try (Receiver receiver = new Receiver(0); OtlpExporter exporter = exporter(receiver.url(), 20_000)) {
            receiver.held = new CountDownLatch(1); // as long as its answer is under way
            for (int instance = 0; instance < 100; instance++) {
                exporter.opened(Batches.hello("shop", "shop-" + instance));
                for (int sequence = 1; sequence <= 20; sequence++) {
                    exporter.stored("shop-" + instance, calls(sequence, 5));
                }
            }
            receiver.held.countDown();
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "sent") == 10_000);
            assertThat(receiver.byId()).hasSize(10_000);
            assertThat(receiver.asked.get()).as("bundles of 512, and the first").isLessThanOrEqualTo(1 + 20 + 1);
            assertThat(spans(exporter, "dropped")).isZero();
        }
    }

    @Test
    void metricsThatAreRefusedHoldUpNoOthers() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            receiver.tooLarge = "big";
            List<NameEntry> names = new ArrayList<>();
            List<NodeEntry> nodes = new ArrayList<>();
            List<TreeRow> rows = new ArrayList<>();
            for (int i = 1; i <= 1_000; i++) {
                names.add(new NameEntry(i, "n".repeat(900) + i, "m"));
                nodes.add(new NodeEntry(i, 0, i));
                rows.add(new TreeRow(i, 6, 0, 1, Batches.meters(5), Batches.meters(5), Batches.meters(5), new long[0]));
            }
            ship(ingest, "big", Batches.of(1, List.of(), List.of()).with(Sections.NAMES, names)
                    .with(Sections.NODES, nodes).with(Sections.ROWS, rows));
            ship(ingest, "front", Traces.front(1));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !receiver.sums("front", "sim.wall", "code.function.name").isEmpty());
            Map<?, ?> figures = (Map<?, ?>) exporter.figures().get("metrics");
            assertThat((Long) figures.get("refused")).isPositive();
            assertThat(receiver.sums("front", "sim.application.calls", "none")).hasSize(1);
        }
    }

    /** Such as one of another protocol: it is not asked for each metric at each interval. */
    @Test
    void aReceiverThatRefusesAllMetricsIsAskedForFewParts() throws Exception {
        int applications = 10;
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = unsent(receiver.url(), 20_000, PATIENT);
                Ingest ingest = ingest(exporter)) {
            for (int i = 0; i < applications; i++) {
                ship(ingest, "shop-" + i, Traces.front(1));
            }
            receiver.metricsRefusal = 413;
            exporter.sendMetrics();
            assertThat(receiver.askedForMetrics).as("all, each application, and the parts of the first")
                    .hasValueBetween(1 + applications, 1 + applications + 30);
            int first = receiver.askedForMetrics.get();
            exporter.sendMetrics();
            assertThat(receiver.askedForMetrics).as("all of them at once").hasValue(first + 1);
            receiver.metricsRefusal = 0;
            exporter.sendMetrics();
            assertThat(receiver.askedForMetrics).hasValue(first + 2);
            receiver.tooLarge = "shop-0";
            receiver.metrics.clear();
            exporter.sendMetrics();
            for (int i = 0; i < applications; i++) {
                assertThat(receiver.sums("shop-" + i, "sim.application.calls", "none")).as("shop-%d", i)
                        .hasSize(i == 0 ? 0 : 1);
            }
        }
    }

    @Test
    void metricsAreTheTotals() throws Exception {
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "front", Traces.front(1).with(Sections.KINDS, List.of(new KindRecord("order", "shop", 7, 1, 2,
                    9_000_000_000L, 21, 1, 1, Batches.meters(5), List.of()).with(2_000_000_000L,
                            new long[]{Buckets.indexOf(1_500_000_000), 7}))));
            await().atMost(Duration.ofSeconds(30)).until(
                    () -> receiver.sums("front", "sim.calls", "code.function.name")
                            .equals(Map.of("shop.Orders.place", 8.0, "shop.Orders.price", 12.0)));
            assertThat(receiver.sums("front", "sim.wall", "code.function.name"))
                    .isEqualTo(Map.of("shop.Orders.place", 5600 / 1e9, "shop.Orders.price", 2400 / 1e9));
            assertThat(receiver.sums("front", "sim.contexts", "sim.context")).isEqualTo(Map.of("order", 7.0));
            Map<String, Long> ended = new HashMap<>(); // of which two are kept
            receiver.each("front", "sim.context.duration", (Metric metric) -> metric.getHistogram().getDataPointsList()
                    .forEach(point -> ended.put(Receiver.text(point.getAttributesList(), "sim.context"),
                            point.getCount())));
            assertThat(ended).isEqualTo(Map.of("order", 7L));
            receiver.each("front", "sim.calls", (Metric metric) -> {
                assertThat(metric.getUnit()).isEqualTo("{call}");
                assertThat(metric.getSum().getIsMonotonic()).isTrue();
                assertThat(metric.getSum().getDataPoints(0).getStartTimeUnixNano()).isPositive();
            });
            assertThat(((Map<?, ?>) exporter.figures().get("metrics")).get("failures")).isEqualTo(0L);
        }
    }

    @Test
    void thePlatformsLevelsAreSumsThatMayFall() throws Exception {
        connected = Set.of("front");
        try (Receiver receiver = new Receiver(0);
                OtlpExporter exporter = exporter(receiver.url(), 20_000);
                Ingest ingest = ingest(exporter)) {
            ship(ingest, "front", Batches.of(1, List.of(), List.of()).with(Sections.PLATFORM,
                    List.of(new PlatformSample(Batches.now(), Map.of("heap.used", 5e6, "threads.live", 12.0)))));
            for (String metric : new String[]{"jvm.memory.used", "jvm.thread.count"}) {
                List<Metric> read = new ArrayList<>();
                await().atMost(Duration.ofSeconds(60)).until(() -> {
                    receiver.each("front", metric, read::add);
                    return !read.isEmpty();
                });
                assertThat(read).allSatisfy(each -> {
                    assertThat(each.hasSum()).isTrue();
                    assertThat(each.getSum().getIsMonotonic()).isFalse();
                });
            }
            assertThat(receiver.metrics).anySatisfy(of -> assertThat(
                    Receiver.text(of.getResource().getAttributesList(), "telemetry.sdk.name")).isEqualTo("sim"));
        }
    }

    private OtlpExporter exporter(URI url, int mostSpans) {
        return exporter(url, mostSpans, Duration.ofSeconds(2));
    }

    private OtlpExporter exporter(URI url, int mostSpans, Duration patience) {
        OtlpExporter exporter = unsent(url, mostSpans, patience);
        loops.add(new Loop("spans", () -> true, exporter::sendSpans, failure -> {}));
        loops.add(Loop.every("metrics", EVERY, exporter::sendMetrics, failure -> {}));
        return exporter;
    }

    /** It sends what it is told to. */
    private OtlpExporter unsent(URI url, int mostSpans, Duration patience) {
        return new OtlpExporter(new OtlpTarget(url, OtlpTarget.Protocol.HTTP,
                Map.of("Authorization", "Bearer secret"), EVERY, patience, mostSpans,
                Duration.ofMillis(100)), "server", totals, () -> connected);
    }

    private Ingest ingest(OtlpExporter exporter) throws IOException {
        return new Ingest(new ExportedStore(store, totals, Map.of("otlp", exporter)), "127.0.0.1", 0);
    }

    private static long spans(OtlpExporter exporter, String figure) {
        return ((Number) ((Map<?, ?>) exporter.figures().get("spans")).get(figure)).longValue();
    }

    private static void ship(Ingest ingest, String application, Batch batch) throws Exception {
        try (WireClient client = WireClient.connect(ingest.port(), Batches.hello(application, application))) {
            client.ship(batch);
        }
    }

    private static Batch calls(long sequence, int count) {
        return Batches.keeping(sequence, java.util.stream.IntStream.range(0, count)
                .mapToObj(i -> new Invocation(1, 0, "main", Batches.now() - 6_000_000 + i, 1, Batches.meters(60), false,
                        null))
                .toList());
    }

    private static ContextRecord request(long id, long parent, String thread, long start, long end) {
        return new ContextRecord(id, parent, "order", "http", thread, start, end, null, Map.of(), 2, 1, 1,
                Batches.meters(60), 5, id, List.of(), List.of());
    }

    private static Invocation call(String thread, long begin, long end) {
        return new Invocation(1, 0, thread, begin, 1, Batches.meters((end - begin) * 1_000), false, null);
    }

    private static Batch ended(long sequence, long id, String error) {
        return Batches.of(sequence, List.of(), List.of(new ContextRecord(id, 0, "order", "shop", "main",
                Batches.now() - 8_000_000, Batches.now() - 6_000_000, error, Map.of(), 2, 1, 1, Batches.meters(60), 5,
                6,
                List.of(new Stay("main", Batches.now() - 8_000_000, Batches.now() - 7_000_000, 1),
                        new Stay("pool-1", Batches.now() - 7_000_000, Batches.now() - 6_000_000, 3)),
                List.of())));
    }
}

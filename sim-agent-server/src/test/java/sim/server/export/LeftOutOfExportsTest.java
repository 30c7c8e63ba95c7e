package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.Exporter;
import sim.export.totals.Totals;
import sim.export.zipkin.ZipkinExporter;
import sim.export.zipkin.ZipkinTarget;
import sim.server.Batches;
import sim.server.Traces;
import sim.server.http.HttpServer;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.Appended;
import sim.store.DuckDbStore;
import sim.store.PassingStore;
import sim.wire.Batch;
import sim.wire.totals.ApplicationTotals;
import tools.jackson.databind.json.JsonMapper;

/** What is stored and in no export is counted, and an export that fails takes nothing else with it. */
class LeftOutOfExportsTest {
    /** Of a batch. */
    private static final long CALLS = 4;

    @TempDir
    Path folder;

    @Test
    void spansOfAnInstanceThatNobodyKnowsAreCounted() throws Exception {
        Totals totals = new Totals(folder, (instance, place) -> true);
        ZipkinExporter exporter = new ZipkinExporter(new ZipkinTarget(URI.create("http://127.0.0.1:9")), totals);
        exporter.stored("one", Traces.front(1)); // it gave way to others
        assertThat(totals.figures()).containsEntry("leftOut", 1L);
        exporter.stored("one", Batches.of(2, List.of(), List.of()));
        assertThat(totals.figures()).as("no span").containsEntry("leftOut", 1L);
        exporter.opened(Batches.hello("front", "one"));
        exporter.stored("one", Traces.front(1));
        assertThat(totals.figures()).containsEntry("leftOut", 1L);
    }

    /** The new connection's first hello comes before the old one has told what it stored; the second once that has ended. */
    @Test
    void aBatchIsNotMissedWhereItsInstanceConnectsAgainBeforeItIsTold() {
        Totals totals = new Totals(folder, (instance, place) -> true);
        try (DuckDbStore store = new DuckDbStore(folder)) {
            AtomicReference<ExportedStore> exported = new AtomicReference<>();
            exported.set(new ExportedStore(new PassingStore(store) {
                @Override
                public Appended append(String instance, Batch batch) {
                    Appended appended = super.append(instance, batch);
                    exported.get().open(Batches.hello("shop", "one"));
                    return appended;
                }
            }, totals));
            for (long sequence = 1; sequence <= 3; sequence++) {
                exported.get().open(Batches.hello("shop", "one"));
                exported.get().append("one", Batches.recursion(sequence));
            }
            totals.read((applications, instances, missed) -> {
                assertThat(missed).isZero();
                ApplicationTotals shop = applications.iterator().next();
                assertThat(shop.methods().stream().mapToLong(each -> each.figures().calls()).sum()
                        + shop.rest().calls()).isEqualTo(3 * CALLS);
                return null;
            });
        }
        totals.close();
    }

    /** What is stored is acknowledged, and the other exports are told. */
    @Test
    void anExportWithoutMemoryIsCountedAndKeepsItFromNoOther() {
        Totals totals = new Totals(folder, (instance, place) -> true);
        List<String> told = new ArrayList<>();
        Map<String, Exporter> exporters = new LinkedHashMap<>();
        exporters.put("full", exporter((method, given) -> {
            throw new OutOfMemoryError("Java heap space");
        }));
        exporters.put("other", exporter((method, given) -> told.add(method.getName())));
        try (DuckDbStore store = new DuckDbStore(folder)) {
            ExportedStore exported = new ExportedStore(store, totals, exporters);
            exported.open(Batches.hello("shop", "one"));
            assertThat(exported.append("one", Batches.recursion(1))).isEqualTo(Appended.STORED);
        }
        assertThat(told).containsExactly("opened", "stored");
        assertThat(totals.figures()).containsEntry("leftOut", 2L);
        totals.close();
    }

    private static Exporter exporter(BiConsumer<Method, Object[]> does) {
        return (Exporter) Proxy.newProxyInstance(Exporter.class.getClassLoader(), new Class<?>[]{Exporter.class},
                (proxy, method, given) -> {
                    does.accept(method, given);
                    return null;
                });
    }

    @Test
    void anExportThatFailsIsCountedAndAScrapeOfItSaysSo() throws Exception {
        Totals totals = new Totals(folder, (instance, place) -> true);
        Exporter failing = (Exporter) Proxy.newProxyInstance(Exporter.class.getClassLoader(),
                new Class<?>[]{Exporter.class}, (proxy, method, given) -> {
                    throw new IllegalStateException("a fault of its own");
                });
        try (DuckDbStore store = new DuckDbStore(folder)) {
            ExportedStore exported = new ExportedStore(store, totals, Map.of("failing", failing));
            exported.open(Batches.hello("shop", "one"));
            assertThat(exported.append("one", Batches.recursion(1))).isEqualTo(Appended.STORED);
            assertThat(totals.figures()).containsEntry("leftOut", 2L);
            try (Ingest ingest = new Ingest(exported, "127.0.0.1", 0);
                    HttpServer http = new HttpServer(exported, new DuckDbAnswers(store), ingest, "127.0.0.1", 0)) {
                HttpResponse<String> answer = HttpClient.newHttpClient().send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/metrics")).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(500);
                assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                        type -> assertThat(type).startsWith("application/json"));
                assertThat(JsonMapper.shared().readTree(answer.body()).path("error").asString()).contains("its log");
            }
        }
    }
}

package sim.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.server.export.ExportedStore;
import sim.server.ingest.Ingest;
import sim.server.query.QueryGate;
import sim.store.Store;
import sim.store.StoreFigures;
import sim.store.StoreProgress;

/** The server's own measures, read without waiting for anybody. Any thread. */
final class SelfMeasures {
    private final Store store;
    private final Ingest ingest;
    private final QueryGate gate;
    private final Readiness readiness;
    private final long startedNanos = System.nanoTime();

    SelfMeasures(Store store, Ingest ingest, QueryGate gate, Readiness readiness) {
        this.store = store;
        this.ingest = ingest;
        this.gate = gate;
        this.readiness = readiness;
    }

    /** The few that the page's every refresh asks for. */
    Map<String, Object> health() {
        Map<String, Object> health = general();
        health.put("connections", ingest.connected().size());
        health.put("storeBytes", store.bytes());
        health.put("batches", store.batches());
        health.put("refused", ingest.refusals().counts());
        return health;
    }

    /** What says nothing of applications: for callers who may not see all. */
    Map<String, Object> general() {
        Map<String, Object> general = new LinkedHashMap<>();
        String version = HttpServer.class.getPackage().getImplementationVersion();
        general.put("status", readiness.isReady() ? "ok" : "not ready");
        general.put("version", version == null ? "development" : version);
        general.put("uptimeNanos", System.nanoTime() - startedNanos);
        return general;
    }

    /** The same, with what an application has to be told to report here: for callers who may not see all. */
    Map<String, Object> reachable() {
        Map<String, Object> reachable = general();
        reachable.put("collectors", collectors());
        return reachable;
    }

    private Map<String, Object> collectors() {
        Map<String, Object> collectors = new LinkedHashMap<>();
        collectors.put("port", ingest.port());
        collectors.put("tls", ingest.isEncrypted());
        collectors.put("tokens", ingest.asksForTokens());
        return collectors;
    }

    /** All of them. */
    Map<String, Object> all() {
        Map<String, Object> all = general();
        all.put("ready", readiness.describe());
        all.put("store", store());
        Map<String, Object> collectors = collectors();
        collectors.put("connections", ingest.connected().size());
        List<Map<String, Object>> agents = new ArrayList<>();
        ingest.agents().forEach((version, count) -> agents.add(Map.of("version", version, "connections", count)));
        collectors.put("agents", agents);
        collectors.put("refused", ingest.refusals().counts());
        collectors.put("redacted", ingest.net().caught());
        all.put("collectors", collectors);
        all.put("queries", queries());
        if (store instanceof ExportedStore exported) {
            all.putAll(exported.exports());
        }
        Runtime runtime = Runtime.getRuntime();
        Map<String, Object> memory = new LinkedHashMap<>();
        memory.put("heapUsedBytes", runtime.totalMemory() - runtime.freeMemory());
        memory.put("heapMaxBytes", runtime.maxMemory());
        all.put("memory", memory);
        return all;
    }

    private Map<String, Object> store() {
        StoreFigures figures = store.figures();
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("bytes", store.bytes());
        said.put("batches", figures.batches());
        said.put("batchesAlready", figures.already());
        said.put("batchesUnknown", figures.unknown());
        said.put("batchesWaiting", figures.waiting());
        said.put("longestWaitNanos", figures.longestWaitNanos());
        said.put("commits", figures.commits());
        said.put("commitNanos", figures.commitNanos());
        said.put("commitFailures", figures.failures());
        said.put("reopenings", figures.reopenings());
        said.put("quarantined", figures.quarantined());
        said.put("quarantineFiles", figures.quarantineFiles());
        said.put("quarantineBytes", figures.quarantineBytes());
        said.put("quarantineRemoved", figures.quarantineRemoved());
        StoreProgress progress = store.progress();
        said.put("doing", progress.doing());
        said.put("behindNanos", progress.behindNanos());
        said.put("slots", progress.slots());
        said.put("segments", progress.segments());
        said.put("segmentBytes", progress.segmentBytes());
        said.put("clockInDoubt", progress.isClockInDoubt());
        said.put("damaged", progress.damaged());
        said.put("stuck", progress.stuck());
        said.put("removed", progress.removed().stream().map(SelfMeasures::removal).toList());
        return said;
    }

    private static Map<String, Object> removal(StoreProgress.Removal removal) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("time", removal.timeMicros() / 1_000);
        said.put("why", removal.why());
        said.put("what", removal.what());
        said.put("rows", removal.rows());
        said.put("bytes", removal.bytes());
        said.put("upTo", removal.upToMicros() / 1_000);
        return said;
    }

    private Map<String, Object> queries() {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("atOnce", gate.limits().atOnce());
        said.put("active", gate.active());
        said.put("mostWaiting", gate.limits().waiting());
        said.put("waiting", gate.waiting());
        said.put("answered", gate.answered());
        said.put("refused", gate.refused());
        return said;
    }
}

package sim.server.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.export.Exporter;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.totals.Totals;
import sim.export.zipkin.ZipkinExporter;
import sim.export.zipkin.ZipkinTarget;
import sim.server.export.ExportedStore;
import sim.server.export.ServerId;
import sim.server.export.StorePlaces;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.store.DuckDbStore;
import sim.store.StoreException;
import sim.store.loop.Loop;

/** What counts and hands on what the store gets, and the threads it takes. The store is to be closed after it. */
final class ServerExports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerExports.class);
    private static final Duration SAVE = Duration.ofSeconds(2);
    /** Of 2,000 instances a save takes some 0.2 s of a processor: no more than a twentieth of its time is spent on it. */
    private static final int REST = 19;
    /** Where the disk is slow. What was counted since the last save is lost to a kill. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final StorePlaces places;
    private final Totals totals;
    private final ExportedStore store;
    /** By the names that {@code /api/v1/server} has of them. */
    private final Map<String, Exporter> exporters = new LinkedHashMap<>();
    private final List<Loop> loops = new ArrayList<>();
    private final LastingFailure notKept = new LastingFailure("the exported totals cannot be kept",
            "the exported totals are kept again", LOG::warn, LOG::info);
    private volatile Supplier<Set<String>> connected = Set::of;

    /** @param otlp where to send by OTLP, or null; @param zipkin where to send to Zipkin, or null */
    ServerExports(Path data, DuckDbStore kept, OtlpTarget otlp, ZipkinTarget zipkin) {
        this.places = new StorePlaces(new DuckDbAnswers(kept),
                new QueryGate(QueryGate.Limits.standard(), kept::behindNanos));
        this.totals = new Totals(data, places, kept::isThere);
        if (otlp != null) {
            OtlpExporter exporter = new OtlpExporter(otlp, ServerId.of(data), totals, () -> connected.get());
            exporters.put("otlp", exporter);
            loops.add(new Loop("sim-otlp-spans", () -> true, exporter::sendSpans,
                    failure -> said("spans wait", failure)));
            loops.add(Loop.every("sim-otlp-metrics", otlp.every(), exporter::sendMetrics,
                    failure -> said("metrics wait", failure)));
        }
        if (zipkin != null) {
            ZipkinExporter exporter = new ZipkinExporter(zipkin, totals);
            exporters.put("zipkin", exporter);
            loops.add(new Loop("sim-zipkin-spans", () -> true, exporter::sendSpans,
                    failure -> said("spans wait", failure)));
        }
        this.store = new ExportedStore(kept, totals, exporters);
        loops.add(Loop.sparing("sim-totals", SAVE, REST, LONGEST, this::save, notKept::met));
    }

    private void save() throws IOException {
        store.save();
        notKept.isOver();
    }

    private static void said(String what, Throwable failure) {
        if (!(failure instanceof InterruptedException)) { // then the server ends
            LOG.warn("{}: {}", what, String.valueOf(failure.getMessage()));
        }
    }

    /** The store that tells of what it gets. */
    ExportedStore store() {
        return store;
    }

    /** From now on it is known which instances are connected. */
    void connected(Supplier<Set<String>> now) {
        connected = now;
    }

    @Override
    public void close() {
        try (totals) {
            store.save(); // first: the process has 10 s to end
        } catch (IOException | StoreException failure) {
            said("the exported totals cannot be kept", failure);
        }
        exporters.values().forEach(Exporter::close);
        loops.forEach(Loop::close);
        places.close();
    }
}

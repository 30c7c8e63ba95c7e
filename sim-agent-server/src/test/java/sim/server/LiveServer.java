package sim.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import sim.export.totals.Totals;
import sim.server.export.ExportedStore;
import sim.server.export.StorePlaces;
import sim.server.http.HttpServer;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.wire.Hello;
import sim.wire.WireException;

/** The agent server in the test's JVM: store, collector port and HTTP interface, on free ports. */
public final class LiveServer implements AutoCloseable {
    private final DuckDbStore kept;
    private final StorePlaces places;
    private final Totals totals;
    private final Ingest ingest;
    private final HttpServer http;
    private final Deque<AutoCloseable> connected = new ArrayDeque<>();

    public LiveServer(Path folder) throws IOException {
        kept = new DuckDbStore(folder);
        places = new StorePlaces(new DuckDbAnswers(kept),
                new QueryGate(QueryGate.Limits.standard(), kept::behindNanos));
        totals = new Totals(folder, places, kept::isThere);
        ExportedStore store = new ExportedStore(kept, totals);
        ingest = new Ingest(store, "127.0.0.1", 0);
        http = new HttpServer(store, new DuckDbAnswers(kept), ingest, "127.0.0.1", 0);
    }

    /** One round, by a {@code --max-size} that is passed already if it is small. */
    public void upkeep(long maxBytes) {
        kept.keep(Keep.STANDARD, maxBytes);
        kept.upkeep();
    }

    /** Where browsers ask; ends with a slash. */
    public String address() {
        return "http://127.0.0.1:" + http.port() + "/";
    }

    /** Where collectors report. */
    public int collectorPort() {
        return ingest.port();
    }

    /** A collector that stays connected until the server is closed. */
    public WireClient connect(Hello hello) throws IOException, WireException {
        return closing(WireClient.connect(collectorPort(), hello));
    }

    /** Closes it with the server, and before it. */
    public <C extends AutoCloseable> C closing(C with) {
        connected.addFirst(with);
        return with;
    }

    /** The instances that are connected now. */
    public Set<String> connected() {
        return ingest.connected();
    }

    @Override
    public void close() {
        connected.forEach(LiveServer::end);
        http.close();
        ingest.close();
        totals.close();
        places.close();
        kept.close();
    }

    private static void end(AutoCloseable connected) {
        try {
            connected.close();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}

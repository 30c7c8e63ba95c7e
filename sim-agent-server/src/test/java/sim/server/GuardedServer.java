package sim.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import sim.export.Exporter;
import sim.export.totals.Totals;
import sim.server.export.ExportedStore;
import sim.server.http.HttpServer;
import sim.server.http.Site;
import sim.server.identity.Audit;
import sim.server.identity.Guard;
import sim.server.identity.Looking;
import sim.server.identity.Proxy;
import sim.server.identity.Role;
import sim.server.identity.TokenFile;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.server.tls.ServerTls;
import sim.store.DuckDbStore;

/** An agent server in the test's JVM that asks callers who they are, on free ports, with or without TLS. */
public final class GuardedServer implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    public final TokenFile tokens;
    public final Audit audit;
    public final Guard guard;
    private final DuckDbStore store;
    private final Totals totals;
    private final Map<String, Exporter> exporters;
    public final Ingest ingest;
    public final HttpServer http;
    private final ServerTls tls;

    public GuardedServer(Path folder) throws IOException {
        this(folder, null, null);
    }

    /** One that sends to receivers. @param exporters by the names that their measures have */
    public GuardedServer(Path folder, Function<Totals, Map<String, Exporter>> exporters) throws IOException {
        this(folder, null, null, exporters);
    }

    /** @param tls null for clear text; @param proxy null for none */
    public GuardedServer(Path folder, ServerTls tls, Proxy proxy) throws IOException {
        this(folder, tls, proxy, totals -> Map.of());
    }

    private GuardedServer(Path folder, ServerTls tls, Proxy proxy, Function<Totals, Map<String, Exporter>> exporters)
            throws IOException {
        this.tls = tls;
        tokens = new TokenFile(folder);
        audit = new Audit(folder, false);
        guard = Guard.of(tokens, audit, true, proxy, false);
        store = new DuckDbStore(folder);
        totals = new Totals(folder, (instance, place) -> false);
        this.exporters = exporters.apply(totals);
        ExportedStore exported = new ExportedStore(store, totals, this.exporters);
        ingest = new Ingest(exported, "127.0.0.1", 0, guard, tls);
        http = new HttpServer(exported, new DuckDbAnswers(store), ingest, Site.at("127.0.0.1", 0).with(guard, tls));
    }

    /** Makes a token that the server knows. */
    public String token(String name, Role role, String... apps) throws IOException {
        String text = tokens.add(name, role, List.of(apps), null);
        Looking.now(guard);
        return text;
    }

    public String address() {
        return (tls == null ? "http" : "https") + "://127.0.0.1:" + http.port() + "/";
    }

    /** @param token null for none */
    public HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        return ask("GET", path, token, null);
    }

    /** @param body null for none */
    public HttpResponse<String> ask(String method, String path, String token, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path))
                .timeout(Duration.ofSeconds(20)).method(method, body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.close();
        ingest.close();
        exporters.values().forEach(Exporter::close);
        totals.close();
        store.close();
        guard.close();
        if (tls != null) {
            tls.close();
        }
    }
}

package sim.server.http;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.staticfiles.Location;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.server.ingest.Ingest;
import sim.server.query.Queries;
import sim.server.store.Store;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP interface of API.md and the page. */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Store store;
    private final Ingest ingest;
    private final Queries queries;
    private final Javalin javalin;
    private final long startedNanos = System.nanoTime();

    /** @param port 0 for any free one */
    public HttpServer(Store store, Ingest ingest, String bind, int port) {
        this.store = store;
        this.ingest = ingest;
        this.queries = new Queries(store);
        this.javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.staticFiles.enableWebjars();
            config.staticFiles.add(files -> {
                files.hostedPath = "/";
                files.directory = "/web";
                files.location = Location.CLASSPATH;
            });
            config.routes.before(HttpServer::headers);
            config.routes.get("/api/v1/health", request -> answer(request, health()));
            config.routes.get("/api/v1/applications",
                    request -> answer(request, queries.applications(ingest.connected())));
            config.routes.get("/api/v1/methods", request -> {
                Parameters given = new Parameters(request, "sort", "search", "context", "disabled");
                answer(request, queries.methods(given.range(queries), given.work(), given.sort(), given.search(),
                        given.limit(50)));
            });
            config.routes.get("/api/v1/calltree", request -> {
                Parameters given = new Parameters(request, "context", "disabled");
                answer(request, queries.callTree(given.range(queries), given.work(), given.limit(5_000)));
            });
            config.routes.get("/api/v1/hotspots", request -> {
                Parameters given = new Parameters(request, "standing", "search");
                answer(request, queries.hotspots(given.range(queries), given.standing(), given.search(),
                        given.limit(500)));
            });
            config.routes.post("/api/v1/hotspots",
                    request -> answer(request.status(202), new ControlRequest(request).send(queries, ingest)));
            config.routes.get("/api/v1/verdicts", request -> {
                Parameters given = new Parameters(request, "search");
                answer(request, queries.verdicts(given.range(queries), given.search(), given.limit(200)));
            });
            config.routes.get("/api/v1/contexts", request -> {
                Parameters given = new Parameters(request, "open", "search", "context", "whole");
                answer(request, queries.contexts(given.range(queries), given.contexts(), given.limit(200)));
            });
            config.routes.get("/api/v1/invocations", request -> {
                Parameters given = new Parameters(request, "class", "method", "errors", "context");
                answer(request, queries.invocations(given.range(queries), given.invocations(), given.limit(200)));
            });
            config.routes.get("/api/v1/events", request -> {
                Parameters given = new Parameters(request, "context");
                answer(request, queries.events(given.range(queries), given.context(), given.limit(200)));
            });
            config.routes.get("/api/v1/platform", request -> {
                Parameters given = new Parameters(request);
                answer(request, queries.platform(given.range(queries)));
            });
            config.routes.get("/api/<path>", request -> refuse(request, 404, "path", request.path(),
                    "see API.md: /api/v1/health, applications, methods, calltree, contexts, invocations, events, "
                            + "hotspots, verdicts, platform"));
            config.routes.exception(BadParameter.class, (bad, request) -> refuse(request, bad.status, bad.parameter,
                    bad.value, bad.allowed));
            config.routes.exception(Exception.class, HttpServer::fail);
        });
        javalin.start(bind, port);
    }

    public int port() {
        return javalin.port();
    }

    private Map<String, Object> health() {
        Map<String, Object> health = new LinkedHashMap<>();
        String version = HttpServer.class.getPackage().getImplementationVersion();
        health.put("status", "ok");
        health.put("version", version == null ? "development" : version);
        health.put("uptimeSeconds", (System.nanoTime() - startedNanos) / 1_000_000_000);
        health.put("connections", ingest.connected().size());
        health.put("storeBytes", store.bytes());
        health.put("batches", store.batches());
        health.put("refused", ingest.refusals().counts());
        return health;
    }

    private static void headers(Context request) {
        request.header("Content-Security-Policy", "default-src 'self'");
        request.header("X-Content-Type-Options", "nosniff");
        request.header("Referrer-Policy", "no-referrer");
        if (request.path().startsWith("/api/")) {
            request.header("Cache-Control", "no-store");
        }
    }

    private static void refuse(Context request, int status, String parameter, String value, String allowed) {
        Map<String, Object> refusal = new LinkedHashMap<>();
        refusal.put("parameter", parameter);
        refusal.put("value", value);
        refusal.put("allowed", allowed);
        request.status(status);
        answer(request, refusal);
    }

    private static void fail(Exception failure, Context request) {
        LOG.warn("{} cannot be answered: {}", request.path(), String.valueOf(failure.getMessage()).lines().findFirst()
                .orElse(failure.toString()));
        request.status(500).contentType("text/plain").result("The server cannot answer; its log says why.");
    }

    private static void answer(Context request, Object answer) {
        request.contentType("application/json").result(JSON.writeValueAsBytes(answer));
    }

    @Override
    public void close() {
        javalin.stop();
    }
}

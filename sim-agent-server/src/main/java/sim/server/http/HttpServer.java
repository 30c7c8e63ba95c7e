package sim.server.http;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import sim.export.prometheus.MetricsPage;
import sim.server.export.ExportedStore;
import sim.server.identity.Guard;
import sim.server.ingest.Ingest;
import sim.server.query.Answer;
import sim.server.query.Answers;
import sim.server.query.QueryGate;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.tls.ServerTls;
import sim.store.Store;

/** The HTTP interface of API.md and the page. */
public final class HttpServer implements AutoCloseable {
    /** A line ends with CR and LF: a proxy in front and this server must see the same requests in the same bytes. */
    private static final HttpCompliance STRICT = HttpCompliance.RFC9110.without("SIM",
            HttpCompliance.Violation.LF_HEADER_TERMINATION, HttpCompliance.Violation.LF_CHUNK_TERMINATION);
    /** Without a byte while an answer is asked for or leaves: longer than a request may wait and take. */
    private static final Duration ANSWERING = Duration.ofSeconds(30);

    /** What Javalin counts as a handler beside these runs before or after every route. */
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS",
            "TRACE", "CONNECT", "QUERY");

    /** What is no other route: whatever is given with it. */
    private static final String ANY = "/api/<path>";

    private final Readiness readiness;
    private final SelfMeasures measures;
    private final Ingest ingest;
    private final QueryGate gate;
    private final Answering answering;
    private final ForgetRoutes forget;
    private final Javalin javalin;

    /** On its own machine, asking nobody who they are. */
    public HttpServer(Store store, Answers answers, Ingest ingest, String bind, int port) {
        this(store, answers, ingest, Site.at(bind, port));
    }

    /** Where the site says, and behind its doors. */
    public HttpServer(Store store, Answers answers, Ingest ingest, Site site) {
        Guard guard = site.guard();
        ServerTls tls = site.tls();
        Entrance entrance = new Entrance(guard);
        PageFiles page = new PageFiles();
        this.ingest = ingest;
        this.gate = new QueryGate(site.limits(), store::behindNanos);
        this.answering = new Answering(answers, gate);
        this.forget = new ForgetRoutes(answering, guard, store);
        this.readiness = new Readiness(store, answers, ingest);
        this.measures = new SelfMeasures(store, ingest, gate, readiness);
        this.javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.jetty.modifyHttpConfiguration(http -> {
                http.setIdleTimeout(ANSWERING.toMillis());
                http.setHttpCompliance(STRICT);
                http.setSendServerVersion(false);
                if (tls != null) { // the doors look at the host's name, whatever the handshake said
                    http.addCustomizer(new SecureRequestCustomizer(false, false, -1, false));
                }
            });
            config.jetty.addConnector((server, http) -> {
                HttpConnectionFactory plain = new HttpConnectionFactory(http);
                ServerConnector connector = tls == null
                        ? new ServerConnector(server, plain)
                        : new ServerConnector(server, new SslConnectionFactory(tls.http(), plain.getProtocol()), plain);
                connector.setHost(site.bind());
                connector.setPort(site.port());
                connector.setIdleTimeout(site.idle().toMillis());
                server.setErrorHandler(new ErrorLine());
                server.addBean(new NetworkConnectionLimit(site.connections(), connector));
                Deadlines deadlines = new Deadlines(site.idle());
                connector.addBean(deadlines, false);
                server.insertHandler(new PlainRequests());
                server.insertHandler(deadlines);
                return connector;
            });
            config.staticFiles.enableWebjars();
            page.serve(config.staticFiles);
            config.routes.before(HttpServer::headers);
            config.routes.before(request -> {
                try {
                    site.doors().check(request);
                } catch (BadParameter foreign) {
                    entrance.refused(request, foreign);
                    throw foreign;
                }
            });
            config.routes.before(page::answer);
            config.routes.beforeMatched(entrance::check);
            config.routes.beforeMatched(HttpServer::parameters);
            config.routes.after(entrance::note);
            config.routes.exception(Exception.class, (failure, request) -> answering.failed(request, failure));
            get(config.routes, "/health/live", request -> answering.plain(request, () -> Map.of("status", "live")));
            get(config.routes, "/health/ready",
                    request -> answering.plain(request.status(readiness.isReady() ? 200 : 503),
                            guard.isRequired() ? readiness::say : readiness::describe));
            new SessionRoutes(answering, entrance, guard).add(config.routes);
            forget.add(config.routes);
            get(config.routes, "/api/v1/health", request -> answering.plain(request,
                    seesAll(request) ? measures::health : measures::general));
            get(config.routes, "/api/v1/server", request -> answering.plain(request,
                    seesAll(request) ? measures::all : measures::reachable));
            if (store instanceof ExportedStore exported) {
                new MetricsRoute(answering, new MetricsPage(exported.totals(), ingest::connected, measures::all))
                        .add(config.routes);
            }
            routes(config.routes);
            get(config.routes, Routes.OPEN_API, request -> answering.plain(request, () -> OpenApi.DOCUMENT));
            get(config.routes, ANY, request -> answering.plain(request, () -> {
                throw new BadParameter(404, "path", request.path(),
                        "a path of " + Routes.OPEN_API);
            }));
        });
        javalin.start();
    }

    private void routes(RoutesConfig routes) {
        get(routes, "/api/v1/applications", request -> answering.asking(request, (questions, answer) -> {
            Parameters given = new Parameters(request);
            questions.applications(ingest.connected(), given.limit(), given.position(), answer);
        }));
        ask(routes, "methods", (given, range, questions, answer) -> {
            NameCheck names = new NameCheck(questions.names(range));
            questions.methods(range, given.part(names, ingest.connected()), given.sort(names), given.search(),
                    given.page(range), answer);
        });
        ask(routes, "methods/series", (given, range, questions, answer) -> questions.methodSeries(range,
                given.owner(), given.text("method"), answer));
        ask(routes, "calltree/series", (given, range, questions, answer) -> questions.placeSeries(range,
                (int) given.number("place", 0), answer));
        get(routes, "/api/v1/calltree", new CallTreeRoute(answering, ingest)::answer);
        new PayloadRoutes(answering, ingest).add(routes);
        new ScriptRoutes(answering, ingest).add(routes);
        ask(routes, "hotspots", (given, range, questions, answer) -> questions.hotspots(range, given.standing(),
                given.search(), given.page(range), answer));
        routes.post("/api/v1/hotspots", request -> answering.plain(request, () -> {
            ControlRequest control = new ControlRequest(request);
            answering.asking(request.status(202), (questions, answer) -> {
                Entrance.was(request, control.before(questions, answer));
                answer.whole(control.send(request, questions, ingest));
            });
            return Answering.ANSWERED;
        }));
        ask(routes, "verdicts", (given, range, questions, answer) -> questions.verdicts(range, given.search(),
                given.page(range), answer));
        ask(routes, "contexts", (given, range, questions, answer) -> {
            NameCheck names = new NameCheck(questions.names(range));
            questions.contexts(given.ofVersion(range, names), given.contexts(names), ingest.connected(),
                    given.page(range), answer);
        });
        ask(routes, "kinds",
                (given, range, questions, answer) -> questions.kinds(range, given.kindOrder(),
                        given.isSet("percentiles"),
                        given.isSet("statements"), given.points(), given.page(range), answer));
        ask(routes, "entrypoints", (given, range, questions, answer) -> questions.entryPoints(range, given.points(),
                given.page(range), answer));
        ask(routes, "kinds/series", (given, range, questions, answer) -> questions.kindSeries(range,
                given.kind(new NameCheck(questions.names(range))), given.isSet("buckets"), answer));
        ask(routes, "errors", (given, range, questions, answer) -> questions.errors(range, given.context(),
                given.search(), given.limit(), answer));
        ask(routes, "errors/series", (given, range, questions, answer) -> questions.errorSeries(range,
                given.errorRow(new NameCheck(questions.names(range))), given.context(), given.search(), answer));
        ask(routes, "compare", (given, range, questions, answer) -> questions.compare(
                given.compared(range, new NameCheck(questions.names(range))), given.other(questions, range),
                given.comparison(), given.limit(), answer));
        ask(routes, "compare/tree", (given, range, questions, answer) -> questions.compareTrees(
                given.compared(range, new NameCheck(questions.names(range))), given.other(questions, range),
                given.comparison(), given.limit(), answer));
        ask(routes, "compare/statements", (given, range, questions, answer) -> questions.compareStatements(
                given.compared(range, new NameCheck(questions.names(range))), given.other(questions, range),
                given.comparison(), given.limit(), answer));
        ask(routes, "errors/stacks", (given, range, questions, answer) -> questions.stacks(range,
                given.stacks(new NameCheck(questions.names(range))), given.limit(), answer));
        ask(routes, "invocations", (given, range, questions, answer) -> questions.invocations(range,
                given.invocations(new NameCheck(questions.names(range))), given.page(range), answer));
        ask(routes, "events", (given, range, questions, answer) -> questions.events(range, given.context(),
                given.page(range), answer));
        ask(routes, "marks", (given, range, questions, answer) -> questions.marks(range, ingest.connected(),
                given.limit(), answer));
        ask(routes, "losses", (given, range, questions, answer) -> questions.losses(range, answer));
        ask(routes, "platform", (given, range, questions, answer) -> {
            if (given.isSet("sums")) {
                if (range.instance() != null) {
                    throw new BadParameter(400, "instance", range.instance(),
                            "not beside 'sums', which are of all instances; leave one of both out");
                }
                questions.platformSums(range, answer);
            } else {
                questions.platform(range, answer);
            }
        });
    }

    /** A parameter that a route does not take is refused: without it the answer would be another one than was asked for. */
    private static void parameters(Context request) {
        Route route = Routes.of(request);
        if (route != null && !route.path().equals(ANY)) {
            new Parameters(request);
        }
    }

    /** The server's own figures count what it has of all applications, and its errors may name one. */
    private static boolean seesAll(Context request) {
        return Entrance.caller(request).applications().isAll();
    }

    private void ask(RoutesConfig routes, String path, Ranged ranged) {
        get(routes, "/api/v1/" + path, request -> answering.asking(request, (questions, answer) -> {
            Parameters given = new Parameters(request);
            ranged.answer(given, given.range(questions), questions, answer);
        }));
    }

    /** HEAD is answered as GET is, without the body. */
    static void get(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, handler);
        routes.head(path, handler);
    }

    public int port() {
        return javalin.port();
    }

    /** The routes: method and path as they are registered. */
    List<String> routes() {
        return javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .filter(each -> METHODS.contains(each.endpoint.method.name()))
                .map(each -> each.endpoint.method.name() + " " + each.endpoint.path).toList();
    }

    /** Requests that ask the store now. */
    int active() {
        return gate.active();
    }

    /** Requests that wait for their turn to. */
    int waiting() {
        return gate.waiting();
    }

    private static void headers(Context request) {
        request.header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
                + "form-action 'none'; object-src 'none'");
        request.header("X-Frame-Options", "DENY"); // for browsers that do not know frame-ancestors
        request.header("Cross-Origin-Resource-Policy", "same-origin");
        request.header("Cross-Origin-Opener-Policy", "same-origin");
        request.header("X-Content-Type-Options", "nosniff");
        request.header("Referrer-Policy", "no-referrer");
        if (request.path().startsWith("/api/")) {
            request.header("Cache-Control", "no-store");
        }
    }

    @Override
    public void close() {
        answering.close();
        readiness.close();
        javalin.stop();
        forget.close();
    }

    /** A question of what was in a range of time. */
    private interface Ranged {
        void answer(Parameters given, Range range, Questions questions, Answer answer);
    }
}

package sim.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import sim.model.payload.PayloadControl;
import sim.model.payload.PayloadControl.Action;
import sim.model.snapshot.Control;
import sim.server.ingest.Ingest;
import sim.server.query.PayloadQuery;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.query.ToldProbe;

/** The part of the HTTP interface that is about payload probes. */
final class PayloadRoutes {
    static final String ALL = "all";

    private final Answering answering;
    private final Ingest ingest;

    PayloadRoutes(Answering answering, Ingest ingest) {
        this.answering = answering;
        this.ingest = ingest;
    }

    void add(RoutesConfig routes) {
        HttpServer.get(routes, "/api/v1/payloads/probes",
                request -> answering.asking(request, (questions, answer) -> questions
                        .payloadProbes(new Parameters(request).range(questions), ingest.connected(), answer)));
        ask(routes, "hotspots", (given, range, payloads) -> {
            String narrowed = given.text("context") != null ? "context" : "name";
            if (given.text(narrowed) == null) {
                payloads.hotspots(given.page(range));
            } else if (given.text("cursor") != null) {
                throw new BadParameter(400, "cursor", given.text("cursor"),
                        "not beside '" + narrowed + "', whose answers have one page");
            } else if (narrowed.equals("context") && given.text("name") != null) {
                throw new BadParameter(400, "name", given.text("name"), "not beside 'context'");
            } else {
                payloads.statements(given.limit());
            }
        });
        ask(routes, "backtraces", (given, range, payloads) -> payloads.backTraces(given.limit()));
        ask(routes, "calltree", (given, range, payloads) -> payloads.callTree(given.limit()));
        ask(routes, "events", (given, range, payloads) -> payloads.events(given.page(range), given.isByDuration()));
        ask(routes, "objects", (given, range, payloads) -> payloads.objects(given.page(range), given.isSet("open")));
        ask(routes, "timeline", (given, range, payloads) -> payloads.timeline(given.limit()));
        ask(routes, "telemetries", (given, range, payloads) -> payloads.telemetries());
        routes.post("/api/v1/payloads/recordings", request -> answering.plain(request, () -> {
            JsonRequest body = new JsonRequest(request);
            answering.asking(request.status(202), (questions, answer) -> {
                Entrance.was(request, Before.recordings(questions, answer, ingest, body.text("application"),
                        body.text("instance"), body.text("probe")));
                answer.whole(record(request, body, questions));
            });
            return Answering.ANSWERED;
        }));
    }

    private void ask(RoutesConfig routes, String path, Asked asked) {
        HttpServer.get(routes, "/api/v1/payloads/" + path, request -> answering.asking(request, (questions, answer) -> {
            Parameters given = new Parameters(request);
            Range range = given.range(questions);
            asked.ask(given, range, questions.payloads(range, given.payloads(questions, range), answer));
        }));
    }

    /** Hands on what somebody wants recorded. The instances act when they next ship. */
    private Map<String, Object> record(Context request, JsonRequest body, Questions questions) {
        String action = body.choice("action");
        String probe = body.text("probe");
        if (probe.isBlank()) {
            throw new BadParameter(400, "probe", probe, "a probe's class or name, or all");
        }
        Control control = new PayloadControl(action.equals("stop")
                ? Action.STOP_RECORDING
                : body.isSet("events") ? Action.RECORD_EVENTS : Action.RECORD, probe);
        List<String> connected = body.connected(questions, ingest);
        List<ToldProbe> probes = questions.toldProbes(body.text("application"), body.text("instance")).stream()
                .filter(each -> connected.contains(each.instance())).toList();
        Sent sent = Sent.to(request, connected, instance -> ingest.control(instance, control));
        if (sent.to().isEmpty()) {
            throw new BadParameter(429, "action", action,
                    "fewer at a time, and an application whose release knows payload probes");
        }
        List<String> knowing = sent.to().stream().filter(instance -> probe.equals(ALL) || probes.stream()
                .anyMatch(each -> each.instance().equals(instance) && each.isCalled(probe))).toList();
        return Map.of("instances", sent.to(), "full", sent.full(), "knowing", knowing, "probes",
                probes.stream().map(ToldProbe::name).distinct().sorted().toList());
    }

    private interface Asked {
        void ask(Parameters given, Range range, PayloadQuery payloads);
    }
}

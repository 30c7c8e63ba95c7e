package sim.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sim.model.payload.ScriptAnswer;
import sim.model.payload.ScriptRequest;
import sim.model.payload.ScriptRequest.Action;
import sim.server.ingest.Ingest;
import sim.server.ingest.ScriptDesk;
import sim.server.query.Questions;

/** The part of the HTTP interface that puts scripts into applications. Whether one takes any is for the application to say. */
final class ScriptRoutes {
    private final Answering answering;
    private final Ingest ingest;

    ScriptRoutes(Answering answering, Ingest ingest) {
        this.answering = answering;
        this.ingest = ingest;
    }

    void add(RoutesConfig routes) {
        routes.post(Routes.SCRIPTS, request -> answering.plain(request, () -> {
            JsonRequest body = new JsonRequest(request);
            answering.asking(request.status(202), (questions, answer) -> {
                Entrance.was(request, Before.script(questions, answer, ingest, body.text("application"),
                        body.text("instance"), body.text("name")));
                answer.whole(ask(request, body, questions));
            });
            return Answering.ANSWERED;
        }));
        HttpServer.get(routes, Routes.SCRIPTS, request -> answering.plain(request, () -> heard(request)));
    }

    /** Hands on what somebody wants. The instances act, and answer, when they next ship. */
    private Map<String, Object> ask(Context request, JsonRequest body, Questions questions) {
        long number = ingest.scripts().next();
        ScriptRequest wanted = wanted(body, number);
        List<String> connected = body.connected(questions, ingest);
        ingest.scripts().expect(number, body.text("application"), connected); // before it is asked: it may answer at once
        Sent sent = Sent.to(request, connected, instance -> ingest.control(instance, wanted));
        ingest.scripts().expectNoMore(number, sent.full());
        if (sent.to().isEmpty()) {
            throw new BadParameter(429, "action", body.text("action"),
                    "fewer at a time, and an application whose release takes scripts");
        }
        return Map.of("request", number, "instances", sent.to(), "full", sent.full());
    }

    private static ScriptRequest wanted(JsonRequest body, long number) {
        Action action = Action.valueOf(body.choice("action").toUpperCase(Locale.ROOT));
        if (!body.has("telemetry")) {
            return new ScriptRequest(number, action, body.text("name"), body.text("method"),
                    body.text("expression"), body.isSet("split"));
        }
        for (String other : List.of("method", "expression", "split")) {
            if (body.has(other)) {
                throw body.bad(other, "nothing beside telemetry");
            }
        }
        return new ScriptRequest(number, action, body.text("name"), body.text("in"), body.text("telemetry"),
                false, new ScriptRequest.Telemetry(body.text("line"), body.text("unit"), (int) body.number("scale", 0),
                        body.isSet("stacked")));
    }

    private Map<String, Object> heard(Context request) {
        long number = new Parameters(request).number("request", 0);
        ScriptDesk.Heard heard = ingest.scripts().heard(number);
        if (heard == null || !Entrance.caller(request).maySee(heard.application())) {
            throw new BadParameter(404, "request", String.valueOf(number),
                    "a number that POST " + Routes.SCRIPTS + " returned recently");
        }
        return Map.of("answers", heard.answers().entrySet().stream().map(each -> answer(each.getKey(),
                each.getValue())).toList(), "waiting", heard.waiting());
    }

    private static Map<String, Object> answer(String instance, ScriptAnswer answer) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("instance", instance);
        said.put("done", answer.done());
        said.put("text", answer.text());
        said.put("methods", answer.methods().stream().map(ScriptRoutes::method).toList());
        said.put("scripts", answer.scripts().stream().map(ScriptRoutes::script).toList());
        return said;
    }

    private static Map<String, Object> method(ScriptAnswer.Method method) {
        return Map.of("method", method.method(), "returns", method.returned(), "types", method.types(), "names",
                method.names(), "refusal", method.refusal());
    }

    private static Map<String, Object> script(ScriptAnswer.Script script) {
        return Map.of("name", script.name(), "method", script.method(), "expression", script.expression(), "split",
                script.splits());
    }
}

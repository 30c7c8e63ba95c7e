package sim.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sim.model.snapshot.HotspotControl;
import sim.server.ingest.Ingest;
import sim.server.query.Answer;
import sim.server.query.Questions;
import sim.server.query.Range;

/** What somebody wants of the hotspot extension, read strictly from a request's JSON, and handed to the collectors. */
final class ControlRequest {
    private static final List<String> NAMES = List.of("class", "method");
    private static final List<String> NUMBERS = List.of("threshold", "inherent");

    private final JsonRequest body;

    ControlRequest(Context request) {
        body = new JsonRequest(request);
    }

    /** How the names that it is about stand now. */
    String before(Questions questions, Answer answer) {
        return Before.standings(questions, answer, body.text("application"), body.text("instance"), body.text("class"),
                body.text("method"));
    }

    /** Hands it on; tells to which instances, and which have too much waiting. They act when they next ship. */
    Map<String, Object> send(Context request, Questions questions, Ingest ingest) {
        HotspotControl control = control();
        List<String> connected = body.connected(questions, ingest);
        Range ever = new Range(body.text("application"), body.text("instance").isEmpty() ? null : body.text("instance"),
                0, Long.MAX_VALUE);
        long names = questions.names(ever).controlled(body.text("class"), body.text("method"));
        Sent sent = Sent.to(request, connected, instance -> ingest.control(instance, control));
        if (sent.to().isEmpty()) {
            throw new BadParameter(429, "action", body.text("action"),
                    "fewer at a time: waiting controls are sent when the application next reports");
        }
        return Map.of("instances", sent.to(), "full", sent.full(), "names", names);
    }

    private HotspotControl control() {
        String action = body.choice("action");
        HotspotControl.Action known = HotspotControl.Action.valueOf(action.toUpperCase(Locale.ROOT));
        for (String field : known == HotspotControl.Action.THRESHOLDS ? NAMES : NUMBERS) {
            if (body.has(field)) {
                throw body.bad(field, "not with action " + action);
            }
        }
        if (known == HotspotControl.Action.THRESHOLDS && NUMBERS.stream().noneMatch(body::has)) {
            throw body.bad("threshold", "a threshold, an inherent one, or both");
        }
        return new HotspotControl(known, body.text("class"), body.text("method"), body.number("threshold", -1),
                body.number("inherent", -1));
    }
}

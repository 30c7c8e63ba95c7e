package sim.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.server.identity.Audit;
import sim.server.identity.Caller;
import sim.server.identity.Guard;
import sim.server.identity.Role;
import sim.server.query.Answer;
import sim.server.query.Page;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The part of the HTTP interface about who looks: signing in and out at the page, and the audit log. */
final class SessionRoutes {
    static final String SESSION = "/api/v1/session";
    static final String END = "/api/v1/session/end";
    static final String AUDIT = "/api/v1/audit";

    private final Answering answering;
    private final Entrance entrance;
    private final Guard guard;

    SessionRoutes(Answering answering, Entrance entrance, Guard guard) {
        this.answering = answering;
        this.entrance = entrance;
        this.guard = guard;
    }

    void add(RoutesConfig routes) {
        HttpServer.get(routes, SESSION,
                request -> answering.plain(request, () -> describe(entrance.identify(request))));
        routes.post(SESSION, request -> answering.plain(request, () -> signIn(request)));
        routes.post(END, request -> answering.plain(request, () -> signOut(request)));
        HttpServer.get(routes, AUDIT,
                request -> answering.asking(request, (questions, answer) -> audit(request, answer)));
    }

    private Map<String, Object> describe(Caller caller) {
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("required", guard.isRequired());
        session.put("signedIn", caller != Caller.NOBODY);
        session.put("insecure", guard.isInsecure());
        session.put("byProxy", guard.proxy() != null && caller.token() == null && caller != Caller.NOBODY);
        session.put("name", caller.name());
        session.put("role", caller.role() == null ? "none" : caller.role().label());
        session.put("applications", caller.role() == null ? List.of() : caller.applications().patterns());
        session.put("may", java.util.stream.Stream.of(Role.values()).filter(caller::may).map(Role::label).toList());
        return session;
    }

    private Map<String, Object> signIn(Context request) {
        JsonRequest body = JsonRequest.secret(request);
        if (!guard.isRequired()) {
            return describe(Caller.ANYBODY);
        }
        Caller caller = entrance.byToken(request, body.text("token"));
        if (caller == null) {
            throw new BadParameter(401, "token", "",
                    "a good one: ./sim token list shows the names and when they expire");
        }
        if (!caller.may(Role.LOOK)) {
            entrance.mayNot(request, caller);
            throw new BadParameter(403, "role", caller.role().label(),
                    "a token of a role that may look: a collector's may not");
        }
        request.header("Set-Cookie", Entrance.set(entrance.newCookie(request), guard.signIn(caller)));
        guard.done(caller, Entrance.address(request), "sign in", "done", "", caller.role().label());
        return describe(caller);
    }

    private Map<String, Object> signOut(Context request) {
        JsonRequest.secret(request);
        String cookie = entrance.cookie(request);
        String id = entrance.session(request);
        Caller caller = id == null || !guard.isRequired() ? null : guard.bySession(id);
        if (caller != null) {
            guard.signOut(id);
            guard.done(caller, Entrance.address(request), "sign out", "done", "", "");
        }
        request.header("Set-Cookie", Entrance.set(cookie, "") + "; Max-Age=0");
        return describe(guard.isRequired() ? Caller.NOBODY : Caller.ANYBODY);
    }

    /** A line of the log, whose time is a text for people who read the file. */
    private static ObjectNode entry(String line) {
        ObjectNode entry = (ObjectNode) JsonMapper.shared().readTree(line);
        return entry.put("time", Instant.parse(entry.path("time").asString()).toEpochMilli());
    }

    private void audit(Context request, Answer answer) {
        Page page = new Parameters(request).page();
        Audit audit = guard.audit();
        answer.rows("entries", Map.of("unwritten", audit == null ? 0 : audit.unwritten()), () -> {
            try {
                if (audit != null) {
                    audit.latest(page.toMillis(), page.offset(), page.asked(), answer::look, line -> {
                        if (page.takes()) {
                            answer.row(entry(line));
                        }
                    });
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }, page::next);
    }
}

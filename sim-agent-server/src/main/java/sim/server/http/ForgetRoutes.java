package sim.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import sim.server.identity.Audit;
import sim.server.identity.Caller;
import sim.server.identity.Guard;
import sim.store.ContextValue;
import sim.store.Store;
import sim.store.StoreException;
import sim.store.StoreProgress.Removal;

/**
 * The part of the HTTP interface that removes a past for good: one at a time, on a thread of its own, because it takes longer than a
 * request may. The audit log has who asked for it and what went; it has no value by which contexts were found.
 */
final class ForgetRoutes implements AutoCloseable {
    static final String PATH = "/api/v1/forget";
    private static final String ACTION = "forget";
    /** What is said of a failure that the store does not expect: it may have come behind the removal. */
    private static final String UNKNOWN = "the server failed at it, and whether it is forgotten is not known; its log says "
            + "why. Forget again";

    private final Answering answering;
    private final Guard guard;
    private final Store store;
    private static final State NONE = new State(0, "none", "", null, "");
    /** What ended long ago is in the audit log. */
    private static final int MOST = 20;

    /** What is being removed, and what was, the oldest first. Guarded by itself. */
    private final Map<Integer, State> states = new LinkedHashMap<>();
    private int last;
    private Thread thread;

    ForgetRoutes(Answering answering, Guard guard, Store store) {
        this.answering = answering;
        this.guard = guard;
        this.store = store;
    }

    void add(RoutesConfig routes) {
        HttpServer.get(routes, PATH, request -> answering.plain(request, () -> state(request).told()));
        routes.post(PATH, request -> answering.plain(request, () -> begin(request)));
    }

    /** That of the number asked for, or the last one. */
    private State state(Context request) {
        int id = (int) new Parameters(request).number("id", 0);
        synchronized (states) {
            if (id == 0) {
                return states.getOrDefault(last, NONE);
            }
            State known = states.get(id);
            if (known == null) {
                throw new BadParameter(404, "id", String.valueOf(id),
                        "the id that POST " + PATH + " answered; of the last " + MOST
                                + " alone, the audit log has all");
            }
            return known;
        }
    }

    private void put(State state) {
        synchronized (states) {
            states.put(state.id, state);
            last = state.id;
            states.remove(last - MOST);
        }
    }

    private State last() {
        synchronized (states) {
            return states.getOrDefault(last, NONE);
        }
    }

    private Map<String, Object> begin(Context request) {
        JsonRequest body = JsonRequest.secret(request);
        String application = body.text("application");
        String context = body.text("context");
        if (application.isEmpty() == context.isEmpty()) {
            throw body.bad("application", "a name, or a context's KEY:VALUE instead");
        }
        Caller caller = Entrance.caller(request);
        InetAddress from = Entrance.address(request);
        State begun;
        if (context.isEmpty()) {
            begun = begin("application", application, "application " + application, caller, from,
                    () -> store.forget(application));
        } else {
            ContextValue value = ContextValue.of(context);
            if (value == null) {
                throw body.bad("context", "KEY:VALUE, such as order:4711");
            }
            begun = begin("context", value.key(), "contexts by a value of " + value.key(), caller, from,
                    () -> store.forget(value.key(), value.value()));
        }
        request.status(202);
        return begun.told();
    }

    /**
     * @param field by which field of the body it is wanted
     * @param asked what it says, without a context's value
     */
    private synchronized State begin(String field, String asked, String what, Caller caller, InetAddress from,
            Supplier<Removal> work) {
        State before = last();
        if (before.is("running")) {
            throw new BadParameter(409, field, asked,
                    "one at a time: GET " + PATH + " says when " + before.what + " is forgotten");
        }
        State begun = new State(before.id + 1, "running", what, null, "");
        put(begun);
        guard.done(caller, from, ACTION, Audit.BEGUN, "", what);
        thread = new Thread(() -> run(begun.id, what, caller, from, work), "sim-forget");
        thread.setDaemon(true);
        thread.start();
        return begun;
    }

    private void run(int id, String what, Caller caller, InetAddress from, Supplier<Removal> work) {
        State end = new State(id, "failed", what, null, UNKNOWN);
        try {
            end = new State(id, "done", what, work.get(), "");
        } catch (StoreException refused) {
            end = new State(id, "failed", what, null, Answering.line(refused));
        } finally { // whoever waits is told in any case
            guard.done(caller, from, ACTION, end.removed == null ? "failed: " + end.error : "done", "",
                    end.removed == null ? what : what + ": " + end.removed.rows() + " rows");
            put(end);
        }
    }

    /** Waits for what is being removed, as long as the process has to end; what was not committed then is as it was. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            running = thread;
        }
        try {
            if (running != null) {
                running.join();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param removed null unless it is done; @param error empty unless it failed */
    private record State(int id, String state, String what, Removal removed, String error) {
        boolean is(String other) {
            return state.equals(other);
        }

        Map<String, Object> told() {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("id", id);
            told.put("state", state);
            told.put("what", what);
            told.put("rows", removed == null ? 0 : removed.rows());
            told.put("bytes", removed == null ? 0 : removed.bytes());
            told.put("upTo", removed == null || removed.rows() == 0 ? null : removed.upToMicros() / 1_000);
            told.put("remarks", removed == null ? List.of() : removed.remarks());
            told.put("error", error);
            return told;
        }
    }
}

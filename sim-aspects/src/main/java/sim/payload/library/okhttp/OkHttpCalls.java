package sim.payload.library.okhttp;

import java.util.Map;
import sim.context.ContextSnapshot;
import sim.payload.runtime.LoosePayload;
import sim.payload.common.ByIdentity;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;
import sim.payload.common.LibraryVersion;
import sim.payload.library.client.ClientPayloads;

/**
 * Called by {@link OkHttpAspect}, on the application's threads and on OkHttp's. An enqueued call is a payload of the place that enqueued
 * it, from that moment on, and its callback runs in the context of that place. Never throws.
 */
public final class OkHttpCalls {
    private static final LibraryVersion VERSION = new LibraryVersion("okhttp", "okhttp(?:-jvm)?", 3, 5, null, null);
    /** The enqueued calls, by their tasks. */
    private static final ByIdentity<Enqueued> ENQUEUED = new ByIdentity<>(10_000);
    private static final ThreadLocal<Enqueued> RUNNING = new ThreadLocal<>();

    private static final LibraryMethod REQUEST = new LibraryMethod("request", 0);
    private static final LibraryMethod METHOD = new LibraryMethod("method", 0);
    private static final LibraryMethod URL = new LibraryMethod("url", 0);
    private static final LibraryMethod SCHEME = new LibraryMethod("scheme", 0);
    private static final LibraryMethod HOST = new LibraryMethod("host", 0);
    private static final LibraryMethod PORT = new LibraryMethod("port", 0);
    private static final LibraryMethod PATH = new LibraryMethod("encodedPath", 0);
    private static final LibraryMethod QUERY = new LibraryMethod("encodedQuery", 0);
    private static final LibraryMethod HEADER = new LibraryMethod("header", 1);
    private static final LibraryMethod CODE = new LibraryMethod("code", 0);
    private static final LibraryMethod NEW_BUILDER = new LibraryMethod("newBuilder", 0);
    private static final LibraryMethod SET_HEADER = new LibraryMethod("header", 2);
    private static final LibraryMethod BUILD = new LibraryMethod("build", 0);

    private OkHttpCalls() {}

    /** Notes a call that is about to go to another thread. */
    public static void enqueued(Object task) {
        try {
            if (!VERSION.isKnown(task.getClass())) {
                return;
            }
            ContextSnapshot in = ContextPropagation.snapshot();
            LoosePayload payload = ClientPayloads.beginLoose();
            if (in != null || payload != null) {
                ENQUEUED.put(task, new Enqueued(in, payload));
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Makes the context of an enqueued call current, because its task runs now. */
    public static void runs(Object task) {
        try {
            Enqueued known = ENQUEUED.remove(task);
            if (known != null) {
                known.task = task;
                RUNNING.set(known);
                ContextPropagation.enter(known.in, task);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Restores what was current before an enqueued call, because its task has run. */
    public static void ran(Object task) {
        try {
            Enqueued known = RUNNING.get();
            if (known != null && known.task == task) {
                RUNNING.remove();
                ContextPropagation.leave(known.in, task);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Begins the payload of a call that waits for its answer. */
    public static void begin(Object call) {
        try {
            Enqueued known = RUNNING.get();
            if (known != null && known.call == null) {
                known.call = call;
            } else if (VERSION.isKnown(call.getClass())) {
                ClientPayloads.begin();
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Ends the payload of a call that has waited. */
    public static void end(Object call, Object response, Throwable error) {
        try {
            if (!VERSION.isKnown(call.getClass())) {
                return;
            }
            boolean isRecording = ClientPayloads.isRecording();
            String text = isRecording ? text(REQUEST.of(call)) : null;
            int status = isRecording && response != null ? (int) CODE.of(response) : 0; // reflection returns a number as an object
            Enqueued known = RUNNING.get();
            if (known != null && known.call == call) {
                ClientPayloads.end(known.payload, text, status, error);
            } else {
                ClientPayloads.end(text, status, error);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    private static String text(Object request) throws Throwable {
        Object url = URL.of(request);
        return ClientPayloads.text((String) METHOD.of(request), (String) SCHEME.of(url), (String) HOST.of(url),
                (int) PORT.of(url), (String) PATH.of(url));
    }

    /**
     * Returns the request for the network: the request itself, or a copy that names the context. The response refers to the application's
     * request.
     */
    public static Object outgoing(Object request) {
        try {
            if (!ContextPropagation.isCurrent() || !VERSION.isKnown(request.getClass())) {
                return request;
            }
            Map<String, String> headers = ContextPropagation.outgoing(name -> header(request, name),
                    (String) QUERY.of(URL.of(request)));
            if (headers.isEmpty()) {
                return request;
            }
            Object copy = NEW_BUILDER.of(request);
            for (Map.Entry<String, String> each : headers.entrySet()) {
                copy = SET_HEADER.of(copy, each.getKey(), each.getValue());
            }
            return BUILD.of(copy);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return request;
        }
    }

    private static String header(Object request, String name) {
        try {
            return (String) HEADER.of(request, name);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** An enqueued call, on its way to another thread and on it. */
    private static final class Enqueued {
        final ContextSnapshot in;
        final LoosePayload payload;
        Object task;
        /** The call itself; null until it runs. Interceptors and callbacks may make further calls on that thread. */
        Object call;

        Enqueued(ContextSnapshot in, LoosePayload payload) {
            this.in = in;
            this.payload = payload;
        }
    }
}

package sim.payload.library.jdkhttp;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import sim.payload.runtime.LoosePayload;
import sim.payload.common.ContextPropagation;
import sim.payload.library.client.ClientPayloads;

/** Called by {@link JdkHttpAspect} for calls of a {@code java.net.http.HttpClient}, on the application's threads. Never throws. */
public final class ClientCalls {
    private static final Module JDKS = HttpClient.class.getModule();

    private ClientCalls() {}

    /** Begins the payload of a request whose caller waits for the answer. */
    public static void begin(HttpClient client) {
        if (isTheJdks(client)) {
            ClientPayloads.begin();
        }
    }

    /** Ends the payload of a request whose caller has waited. */
    public static void end(HttpClient client, HttpRequest request, Object response, Throwable error) {
        if (isTheJdks(client)) {
            ClientPayloads.end(text(request), status(response), error);
        }
    }

    /** Begins a request whose answer comes to a future; null if it is not recorded. */
    public static Object beginAsync(HttpClient client) {
        return isTheJdks(client) ? ClientPayloads.beginLoose() : null;
    }

    /**
     * Makes the payload end with the future. The application gets the client's own future, because cancelling a derived one would not
     * cancel the request.
     */
    public static Object endAsync(Object begun, HttpRequest request, Object future) {
        try {
            if (begun instanceof LoosePayload payload && future instanceof CompletableFuture<?> answer) {
                String text = text(request);
                answer.whenComplete((response, error) -> ClientPayloads.end(payload, text, status(response),
                        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error));
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        return future;
    }

    /**
     * Returns the request to send: the request itself, or a copy that names the current context. A copy, because requests are immutable.
     */
    public static HttpRequest outgoing(HttpClient client, HttpRequest request) {
        try {
            if (!ContextPropagation.isCurrent() || request == null || request.getClass().getModule() != JDKS
                    || !isTheJdks(client)) {
                return request;
            }
            URI address = request.uri();
            Map<String, String> headers = ContextPropagation.outgoing(
                    name -> request.headers().firstValue(name).orElse(null),
                    address == null ? null : address.getQuery());
            if (headers.isEmpty()) {
                return request;
            }
            HttpRequest.Builder copy = HttpRequest.newBuilder(request, (name, value) -> true);
            headers.forEach(copy::header);
            return copy.build();
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return request;
        }
    }

    /** Whether the client is the JDK's own. One of the application's is a mock, or calls the JDK's itself. */
    private static boolean isTheJdks(HttpClient client) {
        return client != null && client.getClass().getModule() == JDKS;
    }

    private static int status(Object response) {
        return response instanceof HttpResponse<?> answer ? answer.statusCode() : 0;
    }

    private static String text(HttpRequest request) {
        try {
            if (request == null || !ClientPayloads.isRecording()) {
                return null;
            }
            URI address = request.uri();
            return ClientPayloads.text(request.method(), address.getScheme(), address.getAuthority(),
                    address.getPath());
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }
}

package sim.payload.library.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.net.InetSocketAddress;
import sim.context.Context;
import sim.metrics.probe.Metering;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;
import sim.payload.common.PathPattern;

/**
 * Writes into a request's context what the request is, under the names of OpenTelemetry's attributes: method, route, path, scheme, peer, and in the end the
 * status. Of the address the path alone, without what may be a token: queries and path parameters have secrets. Never throws. On the application's threads.
 */
final class RequestValues {
    private static final String METHOD = "http.request.method";
    private static final String ROUTE = "http.route";
    private static final String PATH = "url.path";
    private static final String SCHEME = "url.scheme";
    private static final String PEER = "network.peer.address";
    private static final String STATUS = "http.response.status_code";
    private static final int FAILED = 500;
    private static final int FIRST_FAILURE = 400;

    private static final LibraryMethod REMOTE = new LibraryMethod("getRemoteAddr", 0);
    private static final LibraryMethod SCHEME_OF = new LibraryMethod("getScheme", 0);
    private static final LibraryMethod STATUS_OF = new LibraryMethod("getStatus", 0);

    private RequestValues() {}

    /** A request of the JDK's own server has begun. */
    static void begun(Context context, HttpExchange exchange, String route) {
        try {
            put(context, exchange.getRequestMethod(), route,
                    exchange.getRequestURI().getRawPath(), exchange instanceof HttpsExchange ? "https" : "http",
                    peer(exchange.getRemoteAddress()));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    private static String peer(InetSocketAddress peer) {
        return peer == null || peer.isUnresolved() ? null : peer.getAddress().getHostAddress();
    }

    /** A servlet's request has begun. */
    static void begun(Context context, Object request, String method, String route, String path) {
        try {
            put(context, method, route, path, SCHEME_OF.isOf(request) ? (String) SCHEME_OF.of(request) : null,
                    REMOTE.isOf(request) ? (String) REMOTE.of(request) : null);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    private static void put(Context context, String method, String route, String path, String scheme, String peer) {
        put(context, METHOD, method);
        put(context, ROUTE, route);
        put(context, PATH, path == null ? null : kept(path, Metering.runtime().keepsWholePaths()));
        put(context, SCHEME, scheme);
        put(context, PEER, peer);
    }

    private static void put(Context context, String key, String value) {
        if (value != null && !value.isEmpty()) {
            context.put(key, value);
        }
    }

    /** Tokens stand in paths too, and whoever has a link to set a password anew has the account. */
    static String kept(String path, boolean isWhole) {
        return isWhole ? PathPattern.withoutParameters(path) : PathPattern.withoutTokens(path);
    }

    /** A request of the JDK's own server is answered. */
    static void answered(Context context, int status) {
        try {
            answered(context, status, false);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /**
     * A request of the JDK's own server ends, or another thread is done with its part of one.
     *
     * @param failed whether an exception ends it
     */
    static void ended(Context context, HttpExchange exchange, boolean failed) {
        try {
            int status = exchange.getResponseCode();
            if (status > 0) {
                answered(context, status, failed);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /**
     * A servlet's request, or a part of it, ends.
     *
     * @param failed whether an exception leaves for the container, which then answers that the server failed, unless it says otherwise
     */
    static void ended(Context context, Object response, boolean failed) {
        try {
            if (STATUS_OF.isOf(response)) {
                int status = (int) STATUS_OF.of(response);
                answered(context, failed && status < FIRST_FAILURE ? FAILED : status, failed);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /**
     * By OpenTelemetry's conventions an answer of 500 or more is an error of the server, and what the client did wrongly is none. An exception says
     * more than the status: whoever ends the context tells it.
     */
    private static void answered(Context context, int status, boolean failed) {
        if (!Long.valueOf(status).equals(number(context.get(STATUS)))) {
            context.put(STATUS, status);
        }
        if (status >= FAILED && !failed) {
            context.fail(String.valueOf(status));
        }
    }

    private static Long number(Object value) {
        return value instanceof Number known ? known.longValue() : null;
    }
}

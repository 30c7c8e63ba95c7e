package sim.payload.library.http;

import com.sun.net.httpserver.HttpExchange;
import java.util.function.UnaryOperator;
import sim.base.thread.ThreadId;
import sim.context.Context;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;
import sim.payload.common.PathPattern;
import sim.payload.spi.PayloadRuntime;

/**
 * Called where {@link RequestAspect} and {@link SpringMvcAspect} point. Each request gets a flow context within its sender's trace. While
 * requests are recorded, the call tree below each is split. Never throws. On the application's threads.
 */
public final class RequestSplits {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();
    private static final String TAG = "http";
    private static final String TEMPLATE = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

    // methods of servlet requests, found by name: the application brings the servlet API
    private static final LibraryMethod METHOD = new LibraryMethod("getMethod", 0);
    private static final LibraryMethod PATH = new LibraryMethod("getRequestURI", 0);
    private static final LibraryMethod HEADER = new LibraryMethod("getHeader", 1);
    private static final LibraryMethod ATTRIBUTE = new LibraryMethod("getAttribute", 1);
    private static final LibraryMethod CONTEXT_PATH = new LibraryMethod("getContextPath", 0);

    /**
     * Whether a servlet is Spring's, which hands requests to handlers. It finds them by path templates, and each request is then split by
     * its template.
     */
    private static final ClassValue<Boolean> SPRINGS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                if (at.getName().equals("org.springframework.web.servlet.FrameworkServlet")) {
                    return true;
                }
            }
            return false;
        }
    };

    private RequestSplits() {}

    /** The JDK's own server begins a request, or another thread goes on with one. */
    public static void begin(HttpExchange exchange) {
        Exchanges.Known known = Exchanges.of(exchange);
        if (ContextPropagation.goOn(exchange, TAG,
                known == null || isBehindFilter(exchange, known) ? null : known.snapshot())) {
            return;
        }
        String text = null;
        String route = null;
        try {
            route = PathPattern.of(exchange.getRequestURI().getPath());
            text = exchange.getRequestMethod() + " " + route;
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        Context context = begin(exchange, text, exchange.getRequestHeaders()::getFirst);
        if (context != null) {
            Exchanges.begun(exchange, context);
            RequestValues.begun(context, exchange, route);
        }
    }

    /**
     * Whether the first part was a filter's, such as the operation of {@code Filter.beforeHandler}: it is over, nobody has answered, and the same thread comes
     * again. Then the request begins here.
     */
    private static boolean isBehindFilter(HttpExchange exchange, Exchanges.Known known) {
        return known.thread() == ThreadId.of(Thread.currentThread()) && !known.context().isOpen()
                && exchange.getResponseCode() <= 0;
    }

    /** A request of the JDK's own server is answered, on any thread. */
    public static void answered(HttpExchange exchange, int status) {
        Exchanges.Known known = Exchanges.of(exchange);
        if (known != null) {
            RequestValues.answered(known.context(), status);
            Exchanges.ended(exchange); // no part that ends may follow
        }
    }

    /** A servlet begins a request. */
    public static void begin(Object servlet, Object request) {
        if (SPRINGS.get(servlet.getClass())) {
            Dispatches.enter(request);
        } else {
            beginPart(request, false);
        }
    }

    /** A handler of Spring begins a request. */
    public static void beginHandled(Object request) {
        beginPart(request, true);
    }

    private static void beginPart(Object request, boolean hasTemplate) {
        if (!ContextPropagation.goOn(request, TAG, Dispatches.earlier(request))) {
            String route = route(request, hasTemplate);
            Context context = begin(request, text(request, route), name -> header(request, name));
            if (context != null) {
                describe(context, request, route);
            }
        }
    }

    private static Context begin(Object request, String text, UnaryOperator<String> header) {
        Context context = ContextPropagation.begin(request, text == null ? "request" : text, TAG, header);
        RUNTIME.enterSplit(RequestProbe.class, RUNTIME.isRecording(RequestProbe.class) ? text : null);
        return context;
    }

    private static void describe(Context context, Object request, String route) {
        try {
            RequestValues.begun(context, request, (String) METHOD.of(request), route, (String) PATH.of(request));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** The template by which Spring found the handler; null without one. */
    private static String template(Object request) throws Throwable {
        return ATTRIBUTE.of(request, TEMPLATE) instanceof String known && !known.isEmpty()
                ? known.startsWith("/") ? known : "/" + known
                : null;
    }

    /** A servlet's request ends. */
    public static void end(Object servlet, Object request, Object response, Throwable error) {
        if (SPRINGS.get(servlet.getClass())) {
            Context failed = Dispatches.leave();
            if (failed != null) { // its handler failed: what Spring has made of that is known now
                RequestValues.ended(failed, response, error != null);
            }
        } else {
            Context context = ContextPropagation.contextOf(request);
            if (context != null && !Dispatches.isLeftOpen(request)) {
                RequestValues.ended(context, response, error != null);
            }
            endPart(request, error);
        }
    }

    /** A request ends at a handler of Spring. */
    public static void endHandled(Object request, Object response, Throwable error) {
        Context context = ContextPropagation.contextOf(request);
        if (context != null && error != null) {
            Dispatches.failed(context);
        } else if (context != null && !Dispatches.isLeftOpen(request)) {
            RequestValues.ended(context, response, false);
        }
        endPart(request, error);
    }

    private static void endPart(Object request, Throwable error) {
        Dispatches.ended(request);
        ended(request, error);
    }

    /** A request of the JDK's own server ends, or another thread is done with its part of one. */
    public static void end(HttpExchange exchange, Throwable error) {
        Context context = ContextPropagation.contextOf(exchange);
        if (context != null) {
            RequestValues.ended(context, exchange, error != null);
            Exchanges.ended(exchange);
        }
        ended(exchange, error);
    }

    /** A later part has no split of its own, and its failure is the request's. */
    private static void ended(Object request, Throwable error) {
        if (ContextPropagation.isGoingOn(TAG)) {
            failed(request, error);
        } else {
            RUNTIME.exitSplit(error);
        }
        ContextPropagation.end(request, error);
    }

    private static void failed(Object request, Throwable error) {
        try {
            Context context = error == null ? null : ContextPropagation.contextOf(request);
            if (context != null) {
                context.fail(error);
            }
        } catch (Throwable failure) { // such as for want of memory: the context has to be left all the same
            ContextPropagation.failed(failure);
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

    /**
     * What stands for the path in the request's name: Spring's template, or the path with ids replaced. The pattern of a servlet, such as {@code /*}, or of
     * a context of the JDK's server is no template of the requests below it.
     */
    private static String route(Object request, boolean hasTemplate) {
        try {
            String template = hasTemplate ? template(request) : null;
            return template != null ? CONTEXT_PATH.of(request) + template : PathPattern.of((String) PATH.of(request));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    private static String text(Object request, String route) {
        try {
            return route == null ? null : METHOD.of(request) + " " + route;
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }
}

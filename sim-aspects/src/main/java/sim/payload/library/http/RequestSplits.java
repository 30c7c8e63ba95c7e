package sim.payload.library.http;

import com.sun.net.httpserver.HttpExchange;
import java.util.function.UnaryOperator;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;
import sim.payload.common.PathPattern;
import sim.payload.spi.PayloadRuntime;

/**
 * What happens at the places {@link RequestAspect} and {@link SpringMvcAspect} point at: a request has a flow context, in its sender's
 * trace, and while it is recorded the call tree below it is split. Never throws; on the application's threads.
 */
public final class RequestSplits {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();
    private static final String TAG = "http";
    private static final String TEMPLATE = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

    // of servlet requests: their API comes with the application
    private static final LibraryMethod METHOD = new LibraryMethod("getMethod", 0);
    private static final LibraryMethod PATH = new LibraryMethod("getRequestURI", 0);
    private static final LibraryMethod HEADER = new LibraryMethod("getHeader", 1);
    private static final LibraryMethod ATTRIBUTE = new LibraryMethod("getAttribute", 1);
    private static final LibraryMethod CONTEXT_PATH = new LibraryMethod("getContextPath", 0);

    /** Spring's servlet hands requests to handlers it finds by templates: there each is split by its own. */
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

    /** A request of the JDK's own server begins. */
    public static void begin(HttpExchange exchange) {
        String text = null;
        try {
            text = exchange.getRequestMethod() + " " + PathPattern.of(exchange.getRequestURI().getPath());
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        begin(exchange, text, exchange.getRequestHeaders()::getFirst);
    }

    /** A request of a servlet begins. */
    public static void begin(Object servlet, Object request) {
        if (SPRINGS.get(servlet.getClass())) {
            Dispatches.enter(request);
        } else {
            beginPart(request, false);
        }
    }

    /** A request of a handler of Spring's begins. */
    public static void beginHandled(Object request) {
        beginPart(request, true);
    }

    private static void beginPart(Object request, boolean hasTemplate) {
        if (!ContextPropagation.goOn(request, TAG, Dispatches.earlier(request))) {
            begin(request, text(request, hasTemplate), name -> header(request, name));
        }
    }

    private static void begin(Object request, String text, UnaryOperator<String> header) {
        ContextPropagation.begin(request, text == null ? "request" : text, TAG, header);
        RUNTIME.enterSplit(RequestProbe.class, RUNTIME.isRecording(RequestProbe.class) ? text : null);
    }

    /** A request of a servlet ends. */
    public static void end(Object servlet, Object request, Throwable error) {
        if (SPRINGS.get(servlet.getClass())) {
            Dispatches.leave();
        } else {
            endHandled(request, error);
        }
    }

    /** A request of a handler of Spring's ends, or any other of a servlet's. */
    public static void endHandled(Object request, Throwable error) {
        Dispatches.ended(request);
        if (ContextPropagation.isGoingOn(TAG)) {
            ContextPropagation.end(request, error);
        } else {
            ended(request, error);
        }
    }

    /** A request of the JDK's own server ends. */
    public static void end(HttpExchange exchange, Throwable error) {
        ended(exchange, error);
    }

    private static void ended(Object request, Throwable error) {
        RUNTIME.exitSplit(error);
        ContextPropagation.end(request, error);
    }

    private static String header(Object request, String name) {
        try {
            return (String) HEADER.of(request, name);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    private static String text(Object request, boolean hasTemplate) {
        try {
            String method = (String) METHOD.of(request);
            Object template = hasTemplate ? ATTRIBUTE.of(request, TEMPLATE) : null;
            return method + " " + (template instanceof String known && !known.isEmpty()
                    ? CONTEXT_PATH.of(request) + (known.startsWith("/") ? known : "/" + known)
                    : PathPattern.of((String) PATH.of(request)));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }
}

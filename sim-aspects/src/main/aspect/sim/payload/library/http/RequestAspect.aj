package sim.payload.library.http;

import com.sun.net.httpserver.HttpExchange;

/**
 * Stands where requests are handled: handlers of the JDK's own server, lambdas among them, and servlets by whatever name their API
 * has. Gives each a context, and splits the call tree by method and path pattern. The compiler hands what a lambda captured to it before
 * the exchange. So a task that captured the exchange last looks the same as a handler; {@link RequestSplits} knows it by its exchange.
 */
public aspect RequestAspect {
    pointcut handles(HttpExchange exchange):
        !within(sim.payload..*) && !within(com.sun.net.httpserver.Filter+) && args(.., exchange) && (execution(void *(com.sun.net.httpserver.HttpExchange))
            || execution(void *lambda$*(.., com.sun.net.httpserver.HttpExchange)));

    /** On whichever thread, in whatever code of the application's. */
    pointcut answers(HttpExchange exchange, int status):
        !within(sim.payload..*) && target(exchange) && args(status, *)
            && call(void com.sun.net.httpserver.HttpExchange.sendResponseHeaders(int, long));

    pointcut serves(Object servlet, Object request, Object response):
        this(servlet) && args(request, response) && execution(void service(*..HttpServletRequest, *..HttpServletResponse));

    before(HttpExchange exchange): handles(exchange) {
        RequestSplits.begin(exchange);
    }

    after(HttpExchange exchange) returning: handles(exchange) {
        RequestSplits.end(exchange, null);
    }

    after(HttpExchange exchange) throwing(Throwable error): handles(exchange) {
        RequestSplits.end(exchange, error);
    }

    after(HttpExchange exchange, int status) returning: answers(exchange, status) {
        RequestSplits.answered(exchange, status);
    }

    before(Object servlet, Object request): serves(servlet, request, *) {
        RequestSplits.begin(servlet, request);
    }

    after(Object servlet, Object request, Object response) returning: serves(servlet, request, response) {
        RequestSplits.end(servlet, request, response, null);
    }

    after(Object servlet, Object request, Object response) throwing(Throwable error):
        serves(servlet, request, response) {
        RequestSplits.end(servlet, request, response, error);
    }
}

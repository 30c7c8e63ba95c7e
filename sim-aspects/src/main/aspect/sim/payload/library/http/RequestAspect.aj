package sim.payload.library.http;

/**
 * Stands where requests are handled: handlers of the JDK's own server, lambdas among them, and servlets by whatever name their API
 * has. Splits the call tree by method and path pattern.
 */
public aspect RequestAspect {
    pointcut handles(Object request):
        args(request) && execution(void *(com.sun.net.httpserver.HttpExchange));

    pointcut serves(Object request):
        args(request, *) && execution(void service(*..HttpServletRequest, *..HttpServletResponse));

    before(Object request): handles(request) || serves(request) {
        RequestSplits.begin(request);
    }

    after(Object request) returning: handles(request) || serves(request) {
        RequestSplits.end(null);
    }

    after(Object request) throwing(Throwable error): handles(request) || serves(request) {
        RequestSplits.end(error);
    }
}

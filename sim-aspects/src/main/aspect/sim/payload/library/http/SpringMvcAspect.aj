package sim.payload.library.http;

/**
 * Stands where Spring MVC calls the handler it has found for a request, whose URL template it knows by then. Gives each request a
 * context, and splits the call tree, by method and template.
 */
public aspect SpringMvcAspect {
    pointcut handles(Object request, Object response):
        args(request, response, *) && execution(* org.springframework.web.servlet..*Adapter.handle(*..HttpServletRequest,
            *..HttpServletResponse, Object));

    before(Object request): handles(request, *) {
        RequestSplits.beginHandled(request);
    }

    after(Object request, Object response) returning: handles(request, response) {
        RequestSplits.endHandled(request, response, null);
    }

    after(Object request, Object response) throwing(Throwable error): handles(request, response) {
        RequestSplits.endHandled(request, response, error);
    }
}

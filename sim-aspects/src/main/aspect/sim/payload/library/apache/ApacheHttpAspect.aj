package sim.payload.library.apache;

/**
 * Stands in Apache HttpClient 5 where its clients send a request and where it leaves for the network. Written against names: HttpClient
 * comes with the application.
 */
public aspect ApacheHttpAspect {
    pointcut sends(Object client, Object target, Object request):
        this(client) && args(target, request, *) && execution(* org.apache.hc.client5.http.impl.classic..*HttpClient.doExecute(..));

    pointcut sendsAsync(Object client, Object callback):
        this(client) && args(*, *, *, *, *, callback)
            && execution(* org.apache.hc.client5.http.impl.async..InternalAbstractHttpAsyncClient.doExecute(..));

    before(Object client, Object target, Object request): sends(client, target, request) {
        ApacheHttpCalls.begin(client);
    }

    after(Object client, Object target, Object request) returning(Object response): sends(client, target, request) {
        ApacheHttpCalls.end(client, target, request, response, null);
    }

    after(Object client, Object target, Object request) throwing(Throwable error): sends(client, target, request) {
        ApacheHttpCalls.end(client, target, request, null, error);
    }

    // The client's own copy of the request, as all interceptors left it.
    before(Object sender, Object request): this(sender) && args(*, request, ..)
            && within(org.apache.hc.client5.http.impl.classic..MainClientExec)
            && call(* org.apache.hc.client5.http.classic..ExecRuntime.execute(..)) {
        ApacheHttpCalls.leaves(sender, request);
    }

    Object around(Object client, Object callback): sendsAsync(client, callback) {
        AsyncRequest begun = ApacheHttpCalls.beginAsync(client);
        if (begun == null) {
            return proceed(client, callback);
        }
        try {
            return proceed(client, begun.callback(client, callback));
        } finally {
            begun.isSent();
        }
    }

    // On the thread of the caller, with the client's own copy.
    before(Object client, Object request): this(client) && args(request, ..)
            && execution(void org.apache.hc.client5.http.impl.async..InternalAbstractHttpAsyncClient.executeImmediate(..)) {
        ApacheHttpCalls.leavesAsync(client, request);
    }
}

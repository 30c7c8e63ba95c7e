package sim.payload.library.okhttp;

/**
 * Stands in OkHttp where a call is handed to another thread, where it waits for its answer and where its request leaves for the
 * network, behind the application's interceptors. Written against names: OkHttp comes with the application.
 */
public aspect OkHttpAspect {
    pointcut enqueues(Object task): this(task) && execution(okhttp3..RealCall.AsyncCall.new(..));

    // Up to version 3 the task has its work in execute.
    pointcut runs(Object task):
        this(task) && (execution(void okhttp3..RealCall.AsyncCall.run()) || execution(void okhttp3..RealCall.AsyncCall.execute()));

    pointcut answers(Object call): this(call) && execution(* okhttp3..RealCall.getResponseWithInterceptorChain*());

    before(Object task): enqueues(task) {
        OkHttpCalls.enqueued(task);
    }

    before(Object task): runs(task) {
        OkHttpCalls.runs(task);
    }

    after(Object task): runs(task) {
        OkHttpCalls.ran(task);
    }

    before(Object call): answers(call) {
        OkHttpCalls.begin(call);
    }

    after(Object call) returning(Object response): answers(call) {
        OkHttpCalls.end(call, response, null);
    }

    after(Object call) throwing(Throwable error): answers(call) {
        OkHttpCalls.end(call, null, error);
    }

    Object around(): call(okhttp3..Request okhttp3..Builder.build()) && within(okhttp3.internal.http..Bridge*) {
        return OkHttpCalls.outgoing(proceed());
    }
}

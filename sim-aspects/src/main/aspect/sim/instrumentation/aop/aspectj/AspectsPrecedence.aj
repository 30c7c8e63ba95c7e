package sim.instrumentation.aop.aspectj;

/**
 * The order at one join point: a handed-over context becomes current; a new context begins inside it, that of a request before any other;
 * that context is handed on or written to; the call is metered in it. So the method that handles a request is the outermost call of the request.
 * Payloads are recorded inside the metered call, at its place. The aspects of requests are named by a pattern: no weaver without them reads them.
 */
public aspect AspectsPrecedence {
    declare precedence: TaskPropagator+, sim.payload.library.http.*Aspect, AbstractContextCreator+, AbstractContextPropagator+,
            (CodeStyleContextPropagator+ && !TaskPropagator+),
            AbstractContextWriter+, AbstractContextCounter+, AbstractMethodInstrumentation+, AbstractMethodInterceptor+,
            AbstractPayloadRecorder+, AbstractCallTreeSplitter+;
}

package sim.instrumentation.aop.aspectj;

/**
 * The order at one join point: a handed-over context becomes current; a new context begins inside it; that context is handed on
 * or written to; the call is metered in it. Payloads are recorded inside the metered call, at its place.
 */
public aspect AspectsPrecedence {
    declare precedence: TaskPropagator+, AbstractContextCreator+, AbstractContextPropagator+,
            (CodeStyleContextPropagator+ && !TaskPropagator+),
            AbstractContextWriter+, AbstractContextCounter+, AbstractMethodInstrumentation+, AbstractMethodInterceptor+,
            AbstractPayloadRecorder+, AbstractCallTreeSplitter+;
}

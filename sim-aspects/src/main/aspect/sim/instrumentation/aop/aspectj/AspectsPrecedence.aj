package sim.instrumentation.aop.aspectj;

/**
 * At one join point the context that was handed over is there before a new one is made in it; that is there before it is
 * handed on or written to, and all before the call is measured in it. What a call was about is recorded inside that, at the call's place.
 */
public aspect AspectsPrecedence {
    declare precedence: TaskPropagator+, AbstractContextCreator+, AbstractContextPropagator+,
            (CodeStyleContextPropagator+ && !TaskPropagator+),
            AbstractContextWriter+, AbstractContextCounter+, AbstractMethodInstrumentation+, AbstractMethodInterceptor+,
            AbstractPayloadRecorder+, AbstractCallTreeSplitter+;
}

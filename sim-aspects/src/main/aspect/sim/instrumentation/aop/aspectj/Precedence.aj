package sim.instrumentation.aop.aspectj;

/** At one join point a context is there before it is written to, and both before the call is measured in it. */
public aspect Precedence {
    declare precedence: AbstractContextCreator+, AbstractContextWriter+, AbstractContextCounter+,
            AbstractMethodInterceptor+;
}

package sim.instrumentation.aop.aspectj;

import sim.instrumentation.annotation.Instrument;

/** Meters the methods and constructors that {@link Instrument} marks one by one. */
public aspect AnnotationMethodInstrumentation extends AbstractMethodInterceptor {
    public pointcut methodsToInstrument(): execution(@Instrument * *(..)) || execution(@Instrument *.new(..));
}

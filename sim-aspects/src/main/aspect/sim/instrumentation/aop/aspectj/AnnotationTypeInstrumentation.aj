package sim.instrumentation.aop.aspectj;

import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.InstrumentationScope;

/**
 * Meters the methods and constructors of types that {@link Instrument} marks, but for those it marks one by one. The type
 * has to carry the annotation itself or inherit it from a superclass ({@code @within}): an annotated interface does not select
 * its implementations, nor an annotated type its nested ones.
 */
public aspect AnnotationTypeInstrumentation extends AbstractMethodInterceptor {
    pointcut all(): execution(* (@Instrument(value = InstrumentationScope.ALL) *).*(..))
            || execution((@Instrument(value = InstrumentationScope.ALL) *).new(..));

    pointcut publicOnes(): execution(public * (@Instrument(value = InstrumentationScope.PUBLIC) *).*(..))
            || execution(public (@Instrument(value = InstrumentationScope.PUBLIC) *).new(..));

    pointcut privateOnes(): execution(private * (@Instrument(value = InstrumentationScope.PRIVATE) *).*(..))
            || execution(private (@Instrument(value = InstrumentationScope.PRIVATE) *).new(..));

    pointcut marked(): execution(@Instrument * *(..)) || execution(@Instrument *.new(..));

    public pointcut methodsToInstrument(): @within(Instrument) && (all() || publicOnes() || privateOnes()) && !marked();
}

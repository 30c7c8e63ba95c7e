package sim.instrumentation.aop.aspectj;

import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.InstrumentationScope;

/**
 * Meters what {@link Instrument} marks. The type has to carry the annotation itself or inherit it from a superclass
 * ({@code @within}): an annotated interface does not select its implementations, nor an annotated type its nested ones.
 */
public aspect InstrumentAspect extends AbstractMethodInterceptor {
    pointcut all(): execution(* (@Instrument(value = InstrumentationScope.ALL) *).*(..))
            || execution((@Instrument(value = InstrumentationScope.ALL) *).new(..));

    pointcut publicOnes(): execution(public * (@Instrument(value = InstrumentationScope.PUBLIC) *).*(..))
            || execution(public (@Instrument(value = InstrumentationScope.PUBLIC) *).new(..));

    pointcut privateOnes(): execution(private * (@Instrument(value = InstrumentationScope.PRIVATE) *).*(..))
            || execution(private (@Instrument(value = InstrumentationScope.PRIVATE) *).new(..));

    pointcut marked(): execution(@Instrument * *(..)) || execution(@Instrument *.new(..));

    public pointcut methodsToInstrument(): marked()
            || (@within(Instrument) && (all() || publicOnes() || privateOnes()));
}

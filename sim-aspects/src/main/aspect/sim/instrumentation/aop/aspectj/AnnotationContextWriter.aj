package sim.instrumentation.aop.aspectj;

import sim.instrumentation.annotation.WriteToContext;

/** Writes what {@link WriteToContext} marks. */
public aspect AnnotationContextWriter extends AbstractContextWriter {
    public pointcut placeToTriggerTheContextWrite(): execution(@WriteToContext * *(..))
            || execution(@WriteToContext *.new(..));
}

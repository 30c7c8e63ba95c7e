package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.instrumentation.annotation.Payload;

/** Makes payloads of the calls {@link Payload} marks, described by its template. */
public aspect AnnotationPayloadRecorder extends AbstractPayloadRecorder {
    private static final Templates TEMPLATES = new Templates(member -> Annotated.by(Payload.class, member).value());

    public pointcut methodsToRecord(): execution(@Payload * *(..)) || execution(@Payload *.new(..));

    @Override
    public String getName() {
        return "@Payload";
    }

    @Override
    public String getDescription() {
        return "Calls of methods annotated with @Payload, by its template";
    }

    @Override
    protected String describe(JoinPoint joinPoint, Object returned, Throwable error) {
        return TEMPLATES.describe(joinPoint, returned, error);
    }
}

package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.instrumentation.annotation.Split;

/** Splits the call tree below the methods {@link Split} marks, by its template. */
public aspect AnnotationCallTreeSplitter extends AbstractCallTreeSplitter {
    private static final Templates TEMPLATES = new Templates(member -> Annotated.by(Split.class, member).value());

    public pointcut methodsToSplit(): execution(@Split * *(..));

    @Override
    public String getName() {
        return "@Split";
    }

    @Override
    public String getDescription() {
        return "Splits below methods annotated with @Split, by its template";
    }

    @Override
    protected String splitBy(JoinPoint joinPoint) {
        return TEMPLATES.describe(joinPoint, null, null);
    }
}

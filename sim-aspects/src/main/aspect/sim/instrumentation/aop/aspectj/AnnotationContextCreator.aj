package sim.instrumentation.aop.aspectj;

import java.lang.reflect.AnnotatedElement;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.ConstructorSignature;
import org.aspectj.lang.reflect.MethodSignature;
import sim.instrumentation.annotation.CreateContext;

/** Creates the contexts {@link CreateContext} asks for. */
public aspect AnnotationContextCreator extends AbstractContextCreator {
    public pointcut methodToCreateNewContext(): execution(@CreateContext * *(..)) || execution(@CreateContext *.new(..));

    @Override
    protected String[] getContextNameAndTag(JoinPoint joinPoint) {
        AnnotatedElement member = joinPoint.getSignature() instanceof MethodSignature
                ? ((MethodSignature) joinPoint.getSignature()).getMethod()
                : ((ConstructorSignature) joinPoint.getSignature()).getConstructor();
        CreateContext wanted = Annotated.by(CreateContext.class, member);
        String[] nameAndTag = super.getContextNameAndTag(joinPoint);
        if (!wanted.name().isEmpty()) {
            nameAndTag[0] = wanted.name();
        }
        if (!wanted.tag().isEmpty()) {
            nameAndTag[1] = wanted.tag();
        }
        return nameAndTag;
    }
}

package woven;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractPayloadRecorder;

/** A user's recorder, in @AspectJ style. */
@Aspect
public class Saves extends AbstractPayloadRecorder {
    @Pointcut("execution(* woven.Described.save(..)) || execution(woven.Described.new(..))")
    public void methodsToRecord() {}

    @Override
    public boolean isControlObjects() {
        return true;
    }

    @Override
    public String getControlObjectName(Object controlObject) {
        return "shop " + ((Described) controlObject).shop;
    }

    @Override
    protected Object controlObjectOf(JoinPoint joinPoint) {
        return joinPoint.getThis();
    }

    @Override
    protected String describe(JoinPoint joinPoint, Object returned, Throwable error) {
        if (joinPoint.getArgs().length == 1 && "bad".equals(joinPoint.getArgs()[0])) {
            throw new IllegalStateException("cannot say");
        }
        return "save " + returned + " " + (error == null ? "" : error.getMessage());
    }
}

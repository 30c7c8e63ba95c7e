package woven;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractContextPropagator;

@Aspect
public class AnnotationStylePropagator extends AbstractContextPropagator {
    @Pointcut("call(* woven.Unchanged.Bus.byAnnotationStyle(..))")
    public void callsToPropagate() {}
}

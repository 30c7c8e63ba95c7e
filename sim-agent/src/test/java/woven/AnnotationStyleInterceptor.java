package woven;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractMethodInterceptor;

@Aspect
public class AnnotationStyleInterceptor extends AbstractMethodInterceptor {
    @Pointcut("within(woven.Styles) && execution(* byAnnotationStyle(..))")
    public void methodsToInstrument() {}
}

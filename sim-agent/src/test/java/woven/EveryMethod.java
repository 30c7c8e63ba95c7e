package woven;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractMethodInterceptor;

@Aspect
public class EveryMethod extends AbstractMethodInterceptor {
    @Pointcut("execution(* *(..)) && !within(woven.EveryMethod)")
    public void methodsToInstrument() {}
}

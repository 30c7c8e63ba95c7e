package woven;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractMethodInterceptor;

/** An aspect as wide as can be; {@link Styles} alone is not in it, which the compiler weaves with all aspects of this folder. */
@Aspect
public class EveryMethod extends AbstractMethodInterceptor {
    @Pointcut("execution(* *(..)) && !within(woven.EveryMethod) && !within(woven.Styles)")
    public void methodsToInstrument() {}
}

package workload;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** An aspect that does nothing where SIM meters: what the weaver itself takes once it has something to weave. */
@Aspect
public final class Nothing {
    @Before("execution(* workload.Recursion.call(..))")
    public void before() {}

    @After("execution(* workload.Recursion.call(..))")
    public void after() {}
}

package woven;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;

/** An application's own aspect beside SIM's. */
@Aspect
public class AroundAll {
    /** Goes on as it was. */
    @Around("execution(* woven.Pile.*(..))")
    public Object around(ProceedingJoinPoint point) throws Throwable {
        return point.proceed();
    }

    /** Nothing is thrown. */
    @AfterThrowing("execution(* woven.Pile.*(..)) || execution(woven.Pile.new(..))")
    public void thrown() {
        System.out.println("thrown");
    }
}

package woven;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** An aspect that has nothing to do with SIM. */
@Aspect
public class BesideAspect {
    static int seen;

    @Before("execution(int woven.Beside.twice(int))")
    public void count() {
        seen++;
    }
}

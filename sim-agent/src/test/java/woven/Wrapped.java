package woven;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import sim.instrumentation.annotation.Instrument;

/** A program with an aspect of its own, for which the weaver makes classes beside those it weaves. */
public class Wrapped {
    /** Doubles. */
    @Aspect
    public static class Doubling {
        @Around("execution(int woven.Wrapped.single(int))")
        public Object around(ProceedingJoinPoint point) throws Throwable {
            return 2 * (int) point.proceed(new Object[]{1 + (int) point.getArgs()[0]});
        }
    }

    public static void main(String[] args) {
        System.out.println("doubled " + new Wrapped().single(4));
        Report.print();
    }

    @Instrument
    int single(int number) {
        return number;
    }
}

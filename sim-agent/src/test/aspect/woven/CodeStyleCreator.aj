package woven;

import org.aspectj.lang.JoinPoint;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;

public aspect CodeStyleCreator extends AbstractContextCreator {
    public pointcut methodToCreateNewContext(): within(woven.Styles) && execution(* inContext(..));

    protected String[] getContextNameAndTag(JoinPoint joinPoint) {
        return new String[] {"custom " + joinPoint.getArgs()[0], "tagged"};
    }
}

package woven;

import sim.instrumentation.aop.aspectj.AbstractMethodInterceptor;

public aspect CodeStyleInterceptor extends AbstractMethodInterceptor {
    public pointcut methodsToInstrument(): within(woven.Styles) && execution(* byCode(..));
}

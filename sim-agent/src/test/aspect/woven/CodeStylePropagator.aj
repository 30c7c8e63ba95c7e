package woven;

import sim.instrumentation.aop.aspectj.CodeStyleContextPropagator;

public aspect CodeStylePropagator extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(* woven.Unchanged.Bus.byCode(..));
}

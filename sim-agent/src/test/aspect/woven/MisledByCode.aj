package woven;

import org.aspectj.lang.JoinPoint;
import sim.instrumentation.aop.aspectj.CodeStyleContextPropagator;

/** The propagator of Misled in AspectJ's own language. */
public aspect MisledByCode extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(* woven.Misled.hand(..));

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return Misled.answer(position, task);
    }
}

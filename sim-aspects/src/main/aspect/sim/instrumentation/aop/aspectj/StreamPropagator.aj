package sim.instrumentation.aop.aspectj;

import java.util.stream.BaseStream;
import org.aspectj.lang.JoinPoint;

/**
 * Hands the current context to the functions of streams that are parallel when the function is added. The context is set for each
 * element, which pays only if an element is enough work.
 */
public aspect StreamPropagator extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(* BaseStream+.*(..));

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.givenToStream(call, receiver, position, task);
    }
}

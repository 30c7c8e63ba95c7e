package sim.instrumentation.aop.aspectj;

import java.util.stream.BaseStream;
import org.aspectj.lang.JoinPoint;

/**
 * To the functions of streams that are parallel when the function is added. A function is then put into its context
 * element by element, which only pays where an element is some work.
 */
public aspect StreamPropagator extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(* BaseStream+.*(..));

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.givenToStream(call, receiver, position, task);
    }
}

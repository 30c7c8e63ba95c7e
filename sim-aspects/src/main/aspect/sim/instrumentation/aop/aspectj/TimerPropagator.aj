package sim.instrumentation.aop.aspectj;

import java.util.Timer;
import java.util.TimerTask;
import org.aspectj.lang.JoinPoint;

/** Hands the current context to the tasks of a {@link Timer}, every time they run. */
public aspect TimerPropagator extends TaskPropagator {
    public pointcut callsToPropagate(): call(void Timer+.schedule*(TimerTask, ..));

    pointcut taskRuns(): execution(void TimerTask+.run());

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.scheduled(call, position, task);
    }
}

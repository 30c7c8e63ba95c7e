package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.CodeSignature;

/** Checks, for the propagators of both styles, what a hook of the application returns. */
final class Propagation {
    private Propagation() {}

    /**
     * Returns what to pass on instead of a task.
     *
     * @throws IllegalArgumentException if the call cannot take it, also for null, which would be a task that is never run
     */
    static Object checked(Object aspect, JoinPoint.StaticPart call, int position, Object task, Object given) {
        if (given == task || given != null && fits(call, position, task, given)) {
            return given;
        }
        throw new IllegalArgumentException("propagate() of " + aspect.getClass().getName() + " answers "
                + (given == null ? "null" : given.getClass().getName()) + " for argument " + position + " of "
                + call.getSignature() + ": the task is passed on as it is");
    }

    private static boolean fits(JoinPoint.StaticPart call, int position, Object task, Object given) {
        Class<?> declared = ((CodeSignature) call.getSignature()).getParameterTypes()[position];
        return declared.isPrimitive() ? task.getClass() == given.getClass() : declared.isInstance(given);
    }
}

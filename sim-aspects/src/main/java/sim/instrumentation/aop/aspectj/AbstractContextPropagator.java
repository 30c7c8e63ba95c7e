package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;

/**
 * Takes the current context to another thread: tasks among the arguments of the calls that its pointcut selects run in the context of the
 * caller. For {@code <concrete-aspect>} in {@code aop.xml} and for {@code @Aspect} classes. In AspectJ's own language extend {@link
 * CodeStyleContextPropagator}, because AspectJ passes a changed argument on only between aspects of one style. Without a current context
 * a call is made unchanged.
 */
@Aspect
public abstract class AbstractContextPropagator {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractContextPropagator.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** The calls that hand work to another thread. */
    @Pointcut
    public abstract void callsToPropagate();

    /** The test that the woven code makes first: whether there is a context to hand on. */
    @Pointcut("callsToPropagate() && if()")
    public static boolean handsOn() {
        return HandOver.isContextCurrent();
    }

    /**
     * Returns what to pass instead of a task. By default it is the task wrapped in the current context, if the parameter's type is a
     * functional interface of the JDK. If this method throws, or returns null or an object of the wrong type, the task is passed on as it
     * is, and SIM counts that.
     *
     * @param receiver the object that is called, null for static methods and constructors
     * @param position of the argument, from 0
     */
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.wrapped(call, position, task);
    }

    /** The advice. It throws what the call throws. */
    @Around("handsOn() && (call(* *(..)) || call(*.new(..)))")
    public Object handOn(ProceedingJoinPoint call) throws Throwable {
        Object[] arguments = call.getArgs();
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = handed(call.getStaticPart(), call.getTarget(), i, arguments[i]);
        }
        return call.proceed(arguments);
    }

    private Object handed(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(this);
            return hooks == null
                    ? task
                    : Propagation.checked(this, call, position, task, propagate(call, receiver, position, task));
        } catch (Throwable failure) {
            own.failed("propagate", failure);
            return task;
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }
}

package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/**
 * {@link AbstractContextPropagator} in AspectJ's own language; SIM's ready-made propagators extend it. It uses around advice,
 * because it may have to replace a task, and advises calls and not executions, so that the task's own stack does not change. It
 * looks at the first three arguments.
 */
public abstract aspect CodeStyleContextPropagator {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(CodeStyleContextPropagator.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** The calls that hand work to another thread. */
    public abstract pointcut callsToPropagate();

    /**
     * Returns what to pass instead of a task. By default it is the task wrapped in the current context, if the parameter's type
     * is a functional interface of the JDK; without a current context it is the task itself. If this method throws, or returns
     * null or an object of the wrong type, the task is passed on as it is, and SIM counts that. Tasks of calls that this method
     * itself makes are also passed on as they are.
     *
     * @param receiver the object that is called, null for static methods and constructors
     * @param position of the argument, from 0
     */
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.wrapped(call, position, task);
    }

    private Object handed(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        RunningHooks hooks = null;
        try {
            if (!own.runs("propagate")) {
                return propagate(call, receiver, position, task);
            }
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

    // The woven code tests first: without a current context the call is made unchanged, and nothing is allocated. SIM's own rooms
    // for libraries are compiled together with the propagators, but the propagators must not select their calls.
    pointcut handsOn(): !within(sim.payload..*) && callsToPropagate() && if(HandOver.isContextCurrent());

    pointcut onObject(Object receiver): handsOn() && call(* *(..)) && target(receiver);

    pointcut onNone(): handsOn() && (call(static * *(..)) || call(*.new(..)));

    // One advice for each pattern of references and primitives: binding a primitive would box it.
    pointcut first(): call(* *(Object+)) || call(* *(Object+, !Object+, ..)) || call(*.new(Object+))
            || call(*.new(Object+, !Object+, ..));

    pointcut second(): call(* *(!Object+, Object+)) || call(* *(!Object+, Object+, !Object+, ..))
            || call(*.new(!Object+, Object+)) || call(*.new(!Object+, Object+, !Object+, ..));

    pointcut secondTwo(): call(* *(!Object+, Object+, Object+, ..)) || call(*.new(!Object+, Object+, Object+, ..));

    pointcut firstTwo(): call(* *(Object+, Object+)) || call(* *(Object+, Object+, !Object+, ..))
            || call(*.new(Object+, Object+)) || call(*.new(Object+, Object+, !Object+, ..));

    pointcut firstThree(): call(* *(Object+, Object+, Object+, ..)) || call(*.new(Object+, Object+, Object+, ..));

    Object around(Object receiver, Object a): onObject(receiver) && first() && args(a, ..) {
        return proceed(receiver, handed(thisJoinPointStaticPart, receiver, 0, a));
    }

    Object around(Object receiver, Object b): onObject(receiver) && second() && args(*, b, ..) {
        return proceed(receiver, handed(thisJoinPointStaticPart, receiver, 1, b));
    }

    Object around(Object receiver, Object b, Object c): onObject(receiver) && secondTwo() && args(*, b, c, ..) {
        return proceed(receiver, handed(thisJoinPointStaticPart, receiver, 1, b),
                handed(thisJoinPointStaticPart, receiver, 2, c));
    }

    Object around(Object receiver, Object a, Object b): onObject(receiver) && firstTwo() && args(a, b, ..) {
        return proceed(receiver, handed(thisJoinPointStaticPart, receiver, 0, a),
                handed(thisJoinPointStaticPart, receiver, 1, b));
    }

    Object around(Object receiver, Object a, Object b, Object c): onObject(receiver) && firstThree()
            && args(a, b, c, ..) {
        return proceed(receiver, handed(thisJoinPointStaticPart, receiver, 0, a),
                handed(thisJoinPointStaticPart, receiver, 1, b), handed(thisJoinPointStaticPart, receiver, 2, c));
    }

    Object around(Object a): onNone() && first() && args(a, ..) {
        return proceed(handed(thisJoinPointStaticPart, null, 0, a));
    }

    Object around(Object b): onNone() && second() && args(*, b, ..) {
        return proceed(handed(thisJoinPointStaticPart, null, 1, b));
    }

    Object around(Object b, Object c): onNone() && secondTwo() && args(*, b, c, ..) {
        return proceed(handed(thisJoinPointStaticPart, null, 1, b), handed(thisJoinPointStaticPart, null, 2, c));
    }

    Object around(Object a, Object b): onNone() && firstTwo() && args(a, b, ..) {
        return proceed(handed(thisJoinPointStaticPart, null, 0, a), handed(thisJoinPointStaticPart, null, 1, b));
    }

    Object around(Object a, Object b, Object c): onNone() && firstThree() && args(a, b, c, ..) {
        return proceed(handed(thisJoinPointStaticPart, null, 0, a), handed(thisJoinPointStaticPart, null, 1, b),
                handed(thisJoinPointStaticPart, null, 2, c));
    }
}

package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Meters the methods and constructors its pointcut selects. Before and after advice with the static part only: around
 * advice takes 6 to 60 ns, an extra class a method, and a constructor's final fields. Under SIM's agent these three are
 * only marks for it: it puts direct calls of the probe in their place.
 *
 * <p>The pointcut was published under two names; an aspect defines one of them. One that defines neither selects nothing. It has
 * no hooks: methods {@code beforeInvoke} and {@code afterInvoke} of an aspect that extends it are not called, those of one that
 * extends {@link AbstractMethodInstrumentation} are.
 */
public abstract aspect AbstractMethodInterceptor {
    /** Which methods and constructors; join points of other kinds are left alone. */
    public pointcut methodsToInstrument();

    /** The same, under the name it was published with first. */
    public pointcut methodExecution();

    pointcut calls(): (methodsToInstrument() || methodExecution()) && (execution(* *(..)) || execution(*.new(..)));

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): calls() {
        JoinPoints.site(thisJoinPointStaticPart, this).begin();
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning: calls() {
        JoinPoints.site(thisJoinPointStaticPart, this).end();
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() throwing(Throwable error): calls() {
        JoinPoints.site(thisJoinPointStaticPart, this).end(error);
    }
}

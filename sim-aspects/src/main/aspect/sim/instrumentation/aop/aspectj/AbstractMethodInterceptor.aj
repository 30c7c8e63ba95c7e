package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Meters the methods and constructors its pointcut selects. It has before and after advice with the static part only. Around
 * advice would take 6 to 60 ns and an extra class for each method, and cannot be used for constructors with final fields. Under
 * SIM's agent the advice only marks the places: the agent replaces it by direct calls of the probe.
 *
 * <p>The pointcut was published under two names, and an aspect defines one of them. An aspect that defines neither selects
 * nothing. There are no hooks: SIM does not call methods {@code beforeInvoke} and {@code afterInvoke} of an aspect that extends
 * this one. For hooks, extend {@link AbstractMethodInstrumentation}.
 */
public abstract aspect AbstractMethodInterceptor {
    /** The methods and constructors to meter. Join points of other kinds are left alone. */
    public pointcut methodsToInstrument();

    /** The same, under its first published name. */
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

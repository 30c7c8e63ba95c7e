package sim.instrumentation.aop.aspectj;

/**
 * Meters the methods and constructors its pointcut selects. Before and after advice with the static part only: around
 * advice takes 6 to 60 ns, an extra class a method, and a constructor's final fields. Under SIM's agent these three are
 * only marks for it: it puts direct calls of the probe in their place.
 */
public abstract aspect AbstractMethodInterceptor {
    /** Which methods and constructors; join points of other kinds are left alone. */
    public abstract pointcut methodsToInstrument();

    pointcut calls(): methodsToInstrument() && (execution(* *(..)) || execution(*.new(..)));

    before(): calls() {
        JoinPoints.site(thisJoinPointStaticPart, this).begin();
    }

    after() returning: calls() {
        JoinPoints.site(thisJoinPointStaticPart, this).end();
    }

    after() throwing(Throwable error): calls() {
        JoinPoints.site(thisJoinPointStaticPart, this).end(error);
    }
}

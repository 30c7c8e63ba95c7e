package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;
import sim.payload.embedded.PayloadProbe;

/**
 * Makes a payload of each call of the methods and constructors its pointcut selects, while it records. The aspect is the payload probe: it
 * may override {@link #getName}, which is else its class's simple name, and what else a probe says of itself. While nothing records a
 * call costs some 2 ns; the join point is made while something does.
 */
public abstract aspect AbstractPayloadRecorder extends PayloadProbe {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractPayloadRecorder.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** It is to be seen, and to record if somebody wants it, before anything is recorded. */
    protected AbstractPayloadRecorder() {
        PayloadCalls.meet(getClass());
    }

    /** Which methods and constructors; join points of other kinds are left alone. */
    public abstract pointcut methodsToRecord();

    /**
     * What a call was, asked at its end. Unless overridden the class's simple name and the method's. Leave out ids and times: equal
     * descriptions are added up. What it throws is counted and goes no further.
     *
     * @param returned null after a constructor, a method without a result, or an exception
     * @param error    what the call threw, or null
     * @return null for no payload
     * @throws Exception counted, said once, and kept from the application
     */
    protected String describe(JoinPoint joinPoint, Object returned, Throwable error) throws Exception {
        return PayloadCalls.nameOf(joinPoint);
    }

    /** What the call belongs to, asked at its end; null for nothing. A probe that has such objects overrides {@link #isControlObjects}. */
    protected Object controlObjectOf(JoinPoint joinPoint) {
        return null;
    }

    /** A constant of {@link #getCustomTypes}, asked at the call's end; null for none. */
    protected Enum<?> typeOf(JoinPoint joinPoint) {
        return null;
    }

    @Override
    public String getName() {
        return getClass().getSimpleName();
    }

    pointcut recorded(): methodsToRecord() && (execution(* *(..)) || execution(*.new(..)));

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): recorded() && if(PayloadCalls.isActive()) {
        PayloadCalls.begin(this);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning(Object returned): recorded() && execution(* *(..)) && if(PayloadCalls.isActive()) {
        PayloadCalls.end(this, thisJoinPoint, returned, null);
    }

    // These return nothing that could be matched above.
    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning: recorded() && execution(*.new(..)) && if(PayloadCalls.isActive()) {
        PayloadCalls.end(this, thisJoinPoint, null, null);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() throwing(Throwable error): recorded() && if(PayloadCalls.isActive()) {
        PayloadCalls.end(this, thisJoinPoint, null, error);
    }
}

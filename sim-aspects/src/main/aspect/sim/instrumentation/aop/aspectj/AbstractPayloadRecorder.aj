package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;
import sim.payload.embedded.PayloadProbe;

/**
 * Makes a payload of each call of the methods and constructors its pointcut selects, while it records. The aspect is the payload
 * probe: it may override {@link #getName} (default: the simple name of its class) and the other methods of a probe. While nothing
 * records, a call costs some 2 ns. The join point object is made only while a probe records.
 */
public abstract aspect AbstractPayloadRecorder extends PayloadProbe {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractPayloadRecorder.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** SIM has to know the probe before anything is recorded, so that it is listed and can record. */
    protected AbstractPayloadRecorder() {
        PayloadCalls.meet(getClass());
    }

    /** The methods and constructors to record. Join points of other kinds are left alone. */
    public abstract pointcut methodsToRecord();

    /**
     * Describes a call; called at the call's end. By default it gives the class's simple name and the method's. Leave ids and
     * times out, because equal descriptions are added up. What it throws is counted and goes no further.
     *
     * @param returned null after a constructor, a method without a result, or an exception
     * @param error    what the call threw, or null
     * @return null for no payload
     * @throws Exception counted, said once, and kept from the application
     */
    protected String describe(JoinPoint joinPoint, Object returned, Throwable error) throws Exception {
        return PayloadCalls.nameOf(joinPoint);
    }

    /**
     * Returns the control object of a call; called at the call's end; null for none. A probe with control objects also overrides
     * {@link #isControlObjects}.
     */
    protected Object controlObjectOf(JoinPoint joinPoint) {
        return null;
    }

    /** Returns the event type of a call, a constant of {@link #getCustomTypes}; called at the call's end; null for none. */
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

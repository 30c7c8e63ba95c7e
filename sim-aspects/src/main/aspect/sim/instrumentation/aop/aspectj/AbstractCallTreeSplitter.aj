package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;
import sim.payload.embedded.SplitProbe;

/**
 * Splits the call tree below the methods its pointcut selects, while it records. The aspect is the split probe: it may override
 * {@link #getName} (default: the simple name of its class), {@link #isPayloads} and {@link #isReentrant}.
 */
public abstract aspect AbstractCallTreeSplitter extends SplitProbe {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractCallTreeSplitter.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** SIM has to know the probe before anything is recorded, so that it is listed and can record. */
    protected AbstractCallTreeSplitter() {
        PayloadCalls.meet(getClass());
    }

    /** Which methods; join points of other kinds are left alone. */
    public abstract pointcut methodsToSplit();

    /**
     * Returns the text to split by; called when the call begins. By default it is the first argument. Leave ids and times out.
     * What this method throws is counted and goes no further.
     *
     * @return null for no split
     * @throws Exception counted, said once, and kept from the application
     */
    protected String splitBy(JoinPoint joinPoint) throws Exception {
        Object[] arguments = joinPoint.getArgs();
        return arguments.length == 0 || arguments[0] == null ? null : arguments[0].toString();
    }

    @Override
    public String getName() {
        return getClass().getSimpleName();
    }

    pointcut split(): methodsToSplit() && execution(* *(..));

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): split() && if(PayloadCalls.isActive()) {
        PayloadCalls.beginSplit(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning: split() && if(PayloadCalls.isActive()) {
        PayloadCalls.endSplit(null);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() throwing(Throwable error): split() && if(PayloadCalls.isActive()) {
        PayloadCalls.endSplit(error);
    }
}

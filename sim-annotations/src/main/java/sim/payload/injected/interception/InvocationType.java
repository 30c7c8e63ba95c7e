package sim.payload.injected.interception;

/** When a handler is called. */
public enum InvocationType {
    /** Before the method's code. */
    ENTER,
    /** After it, whether it returned or threw. */
    EXIT,
    /** After it, if it threw. */
    EXCEPTION
}

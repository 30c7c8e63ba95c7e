package sim.payload.injected.interception;

/** When a handler is called. */
public enum InvocationType {
    /** Before the method's code. */
    ENTER,
    /** After the method's code, whether it returned or threw. */
    EXIT,
    /** After the method's code, if it threw. */
    EXCEPTION
}

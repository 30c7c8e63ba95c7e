package sim.agent.inject;

/**
 * A call of an intercepted method, as the method's own code sees it. If an exception leaves the method, that code sets {@link #left}, by a
 * single store. On a full stack it cannot call anything more, so the end of the call is never reported.
 */
public abstract class Begun {
    /** Whether an exception has left the method, so that the call is no longer in progress. */
    public boolean left;

    Begun() {}
}

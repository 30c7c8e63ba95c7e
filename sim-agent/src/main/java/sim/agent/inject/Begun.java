package sim.agent.inject;

/**
 * A call of an intercepted method. The method's own code says that it is left, by a store alone: where its stack is full it cannot
 * call anything, and what would end the call is never called.
 */
public abstract class Begun {
    /** Whether something was thrown out of the method: it goes on no more. */
    public boolean left;

    Begun() {}
}

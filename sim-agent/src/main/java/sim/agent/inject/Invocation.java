package sim.agent.inject;

/** A call of an intercepted method in progress, for one interception. Touched by its thread alone. */
final class Invocation {
    final Site site;
    final Placed placed;
    final LoadedProbe probe;
    /** The object, null in a static method, and the arguments as they were on entry. */
    final Object[] values;
    /** The call of the same probe around it. */
    final Invocation outer;
    /** What began before it at the same call. */
    Invocation before;
    Object returned;
    Throwable error;
    /** Null where it makes none. */
    Description payload;
    /** Whether the payload is the runtime's to time. */
    boolean entered;
    /** Whose payload this one's is to replace. */
    Invocation replaces;
    boolean split;
    boolean over;

    Invocation(Site site, Placed placed, Object[] values, Invocation outer) {
        this.site = site;
        this.placed = placed;
        this.probe = placed.probe;
        this.values = values;
        this.outer = outer;
    }

    /** The innermost call around it that makes a payload; null for none. */
    Invocation outerPayload() {
        Invocation at = outer;
        while (at != null && at.payload == null) {
            at = at.outer;
        }
        return at;
    }
}

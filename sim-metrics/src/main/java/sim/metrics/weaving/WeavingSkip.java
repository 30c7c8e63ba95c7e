package sim.metrics.weaving;

/** Why a class was left alone on purpose. Each has a counter of its own, {@code weaving.skipped.<label>}. */
public enum WeavingSkip {
    /** The JDK's, AspectJ's and SIM's own classes. */
    OWN("own"),
    /** Proxies and other generated classes, as {@code weave.skip} names them. */
    GENERATED("generated"),
    /** Classes of the internal loaders of other agents, and of loaders {@code weave.skip} names. */
    LOADER("loader"),
    /** Classes of a loader that does not see SIM's AspectJ runtime: woven code could not be linked there. */
    RUNTIME("runtime"),
    /** Classes of an archive that was woven before the program started. */
    BUILT("built"),
    /** Classes that another agent's transformer loads while it changes a class: SIM never waits there. */
    NESTED("nested");

    private final String label;

    WeavingSkip(String label) {
        this.label = label;
    }

    /** Lower case. */
    public String label() {
        return label;
    }
}

package sim.metrics.snapshot;

/** A name's standing with the hotspot extension. The order is the wire's. */
public enum Standing {
    /** Metered and judged. */
    MANAGED,
    /** Metered and judged, and worth its cost. */
    HOTSPOT,
    /** Not worth its cost: not metered. */
    DISABLED,
    /** Metered, and no longer judged: only the probe budget may switch it off. */
    UNMANAGED,
    /** Switched off by hand. */
    OFF,
    /** Switched on by hand, and not judged. */
    PINNED;

    /** Whether firings are metered. */
    public boolean isMetered() {
        return this != DISABLED && this != OFF;
    }

    /** Whether firings change the balance. */
    public boolean isJudged() {
        return this == MANAGED || this == HOTSPOT;
    }
}

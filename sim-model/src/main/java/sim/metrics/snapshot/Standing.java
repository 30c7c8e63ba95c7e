package sim.metrics.snapshot;

/** Where a name stands with the hotspot extension. The order is the wire's. */
public enum Standing {
    /** Metered and judged. */
    MANAGED,
    /** Metered and judged, and worth it. */
    HOTSPOT,
    /** Not worth its cost: not metered. */
    DISABLED,
    /** Metered for good, judged no more. */
    UNMANAGED,
    /** Switched off by hand. */
    OFF,
    /** Kept on by hand, judged no more. */
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

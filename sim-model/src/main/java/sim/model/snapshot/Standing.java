package sim.model.snapshot;

import sim.model.packed.Numbered;

/** A name's standing with the hotspot extension. */
public enum Standing implements Numbered {
    /** Metered and judged. */
    MANAGED(0),
    /** Metered and judged, and worth its cost. */
    HOTSPOT(1),
    /** Not worth its cost: not metered. */
    DISABLED(2),
    /** Metered, and no longer judged: only the probe budget may switch it off. */
    UNMANAGED(3),
    /** Switched off by hand. */
    OFF(4),
    /** Switched on by hand, and not judged. */
    PINNED(5);

    private final int number;

    Standing(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** Whether firings are metered. */
    public boolean isMetered() {
        return this != DISABLED && this != OFF;
    }

    /** Whether firings change the balance. */
    public boolean isJudged() {
        return this == MANAGED || this == HOTSPOT;
    }
}

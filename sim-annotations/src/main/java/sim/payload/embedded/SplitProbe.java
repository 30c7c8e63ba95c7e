package sim.payload.embedded;

/** What a probe that splits the call tree is called and how it splits. Otherwise as {@link PayloadProbe}. */
public abstract class SplitProbe {
    /** For subclasses. */
    protected SplitProbe() {}

    /** What the probe is called, in a view and on a command line. */
    public abstract String getName();

    /** What it splits by, in a sentence; null for nothing to say. */
    public String getDescription() {
        return null;
    }

    /** Whether a split is a payload too, described by its text. */
    public boolean isPayloads() {
        return false;
    }

    /** Whether a split inside another one of this probe splits again. */
    public boolean isReentrant() {
        return false;
    }
}

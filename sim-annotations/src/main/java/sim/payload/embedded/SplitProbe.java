package sim.payload.embedded;

/** A probe that splits the call tree: its name and how it splits. The rules for {@link PayloadProbe} hold here too. */
public abstract class SplitProbe {
    /** For subclasses. */
    protected SplitProbe() {}

    /** The probe's name, on the page and on the command line; null for the simple name of its class. */
    public String getName() {
        return null;
    }

    /** What the probe splits by, in a sentence; null for no description. */
    public String getDescription() {
        return null;
    }

    /** Whether a split is also a payload, with its text as the description. */
    public boolean isPayloads() {
        return false;
    }

    /** Whether a split inside another one of this probe splits again. */
    public boolean isReentrant() {
        return false;
    }
}

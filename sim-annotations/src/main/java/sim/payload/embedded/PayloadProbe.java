package sim.payload.embedded;

/**
 * What a payload probe is called and what it offers. A subclass needs a constructor without parameters; SIM makes one object
 * of it, at its first use. It is the key of {@link Payload}'s methods and holds no state of a recording.
 */
public abstract class PayloadProbe {
    /** For subclasses. */
    protected PayloadProbe() {}

    /** What the probe is called, in a view and on a command line. */
    public abstract String getName();

    /** What it records, in a sentence; null for nothing to say. */
    public String getDescription() {
        return null;
    }

    /** Whether single events may be kept. */
    public boolean isEvents() {
        return true;
    }

    /** Whether payloads may belong to control objects. */
    public boolean isControlObjects() {
        return false;
    }

    /** The event types; null for one type only. The constants' {@code toString} is shown. */
    @SuppressWarnings("rawtypes") // the published signature
    public Class<? extends Enum> getCustomTypes() {
        return null;
    }

    /** The name of a control object that nobody opened; null for its class and a number. Called once an object. */
    public String getControlObjectName(Object controlObject) {
        return null;
    }
}

package sim.payload.embedded;

/**
 * A payload probe: its name and its features. A subclass needs a constructor without parameters. SIM makes one object of it, at
 * its first use. Pass the class to the methods of {@link Payload}; the object has no state of a recording.
 */
public abstract class PayloadProbe {
    /** For subclasses. */
    protected PayloadProbe() {}

    /** The probe's name, on the page and on the command line. */
    public abstract String getName();

    /** What the probe records, in a sentence; null for no description. */
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

    /** The name of a control object that nobody opened; null for its class and a number. Called once for each object. */
    public String getControlObjectName(Object controlObject) {
        return null;
    }
}

package sim.payload.controller;

/** What a recording keeps in addition to its sums. */
public final class ProbeRecordingOptions {
    /** Nothing. */
    public static final ProbeRecordingOptions NONE = new ProbeRecordingOptions(false);
    /** Single events, up to a bound. */
    public static final ProbeRecordingOptions EVENTS = new ProbeRecordingOptions(true);

    private final boolean events;

    private ProbeRecordingOptions(boolean events) {
        this.events = events;
    }

    boolean isEvents() {
        return events;
    }
}

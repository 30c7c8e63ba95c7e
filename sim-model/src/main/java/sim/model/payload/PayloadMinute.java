package sim.model.payload;

/**
 * Sums of events past the bound, by minute: no event is lost, but they are no longer single.
 *
 * @param recording the {@link PayloadRecording#id()}
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param minute the minute they began in, minutes since the epoch
 * @param text the description
 * @param type the number of the event type, -1 for none
 * @param object the {@link ControlObject#id()}, 0 for none
 */
public record PayloadMinute(long recording, int probe, long minute, String text, int type, long object,
        PayloadSum sum) {}

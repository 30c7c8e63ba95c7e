package sim.model.payload;

/**
 * The gain of the payloads of one control object and one event type since the last snapshot.
 *
 * @param recording the {@link PayloadRecording#id()}
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param object the {@link ControlObject#id()}, 0 for none, or {@link ControlObject#OTHER}
 * @param type the number of the event type, -1 for none
 */
public record ObjectRow(long recording, int probe, long object, int type, PayloadSum sum) {}

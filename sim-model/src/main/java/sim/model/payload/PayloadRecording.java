package sim.model.payload;

/**
 * The time in which a payload probe records. Sent when it begins and when it ends, and from time to time in between.
 *
 * @param id grows with each recording of the instance; probes that were switched on together share an id
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param beginMicros microseconds since the epoch
 * @param endMicros 0 while it records
 * @param events whether single events are kept
 */
public record PayloadRecording(long id, int probe, long beginMicros, long endMicros, boolean events) {}

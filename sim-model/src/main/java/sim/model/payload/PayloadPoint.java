package sim.model.payload;

/**
 * One reading of a telemetry.
 *
 * @param recording the {@link PayloadRecording#id()}
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param telemetry the chart
 * @param line the line in it, or empty
 * @param timeMicros microseconds since the epoch
 */
public record PayloadPoint(long recording, int probe, String telemetry, String line, long timeMicros, double value) {}

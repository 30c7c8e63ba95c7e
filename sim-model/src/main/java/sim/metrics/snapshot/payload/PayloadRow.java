package sim.metrics.snapshot.payload;

/**
 * What a payload gained at its place since the last snapshot.
 *
 * @param recording the {@link PayloadRecording#id()}
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param node the place in the call tree, 0 for the top
 * @param text the payload's description
 * @param sum what they came to
 * @param buckets pairs (bucket of {@code Buckets}, payloads), ascending
 */
public record PayloadRow(long recording, int probe, int node, String text, PayloadSum sum, long[] buckets) {}

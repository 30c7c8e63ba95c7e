package sim.model.payload;

/**
 * The gain of one payload at one place since the last snapshot.
 *
 * @param recording the {@link PayloadRecording#id()}
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param node the place in the call tree, 0 for the top
 * @param text the payload's description
 * @param sum their sums
 * @param buckets pairs (bucket of {@code Buckets}, payloads), ascending
 */
public record PayloadRow(long recording, int probe, int node, String text, PayloadSum sum, long[] buckets) {}

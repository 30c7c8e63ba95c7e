package sim.metrics.snapshot;

/**
 * How the values of one meter at one node of the call tree spread since the last snapshot. Wall time's are in {@link TreeRow}.
 *
 * @param node the {@link NodeEntry#id()}
 * @param meter the meter's position: {@code Meter.ordinal()}, or behind these that of an extension's
 * @param buckets pairs (bucket of {@link Buckets}, calls) of the meter's unit, ascending
 */
public record HistogramRow(int node, int meter, long[] buckets) {}

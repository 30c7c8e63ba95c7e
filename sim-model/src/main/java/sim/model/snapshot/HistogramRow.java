package sim.model.snapshot;

/**
 * The histogram of one meter at one node of the call tree since the last snapshot. Histograms of wall time are in
 * {@link TreeRow}.
 *
 * @param node the {@link NodeEntry#id()}
 * @param meter the meter's position: {@code Meter.ordinal()}; an extension's meters follow after these
 * @param buckets pairs (bucket of {@link Buckets}, calls) of the meter's unit, ascending
 */
public record HistogramRow(int node, int meter, long[] buckets) {}

package sim.collector.wire;

import java.util.Map;

/**
 * The platform's measures at a time.
 *
 * @param timeMicros microseconds since the epoch
 * @param values by {@link PlatformMeasure#label()}; what could not be read is absent
 */
public record PlatformSample(long timeMicros, Map<String, Double> values) {}

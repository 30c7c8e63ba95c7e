package sim.metrics.snapshot.payload;

/**
 * What some payloads came to.
 *
 * @param count how many
 * @param errors how many of them ended by an exception
 * @param total how long all took, ns
 * @param max how long the longest took, ns
 */
public record PayloadSum(long count, long errors, long total, long max) {
    /** Both together. */
    public PayloadSum plus(PayloadSum other) {
        return new PayloadSum(count + other.count, errors + other.errors, total + other.total,
                Math.max(max, other.max));
    }
}

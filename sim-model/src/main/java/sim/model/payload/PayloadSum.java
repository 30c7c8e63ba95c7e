package sim.model.payload;

/**
 * The sums of some payloads.
 *
 * @param count how many
 * @param errors how many of them ended by an exception
 * @param total the sum of their times, ns
 * @param max the longest time, ns
 */
public record PayloadSum(long count, long errors, long total, long max) {
    /** The sum of both. */
    public PayloadSum plus(PayloadSum other) {
        return new PayloadSum(count + other.count, errors + other.errors, total + other.total,
                Math.max(max, other.max));
    }
}

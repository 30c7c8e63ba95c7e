package sim.metrics.snapshot;

/**
 * A name changed its standing.
 *
 * @param name the {@link NameEntry#id()}
 * @param sequence 1 for the name's first verdict, one more for each that followed
 * @param timeMicros microseconds since the epoch
 * @param from what it was
 * @param to what it is
 * @param balance the scorecard's when the verdict fell
 * @param reason for people
 */
public record Verdict(int name, long sequence, long timeMicros, Standing from, Standing to, long balance,
        String reason) {}

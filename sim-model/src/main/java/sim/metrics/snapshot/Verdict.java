package sim.metrics.snapshot;

/**
 * A name changed its standing.
 *
 * @param name the {@link NameEntry#id()}
 * @param sequence 1 for the name's first verdict, one more for each that followed
 * @param timeMicros microseconds since the epoch
 * @param from the former standing
 * @param to the new standing
 * @param balance the scorecard's balance at the verdict
 * @param reason for people
 */
public record Verdict(int name, long sequence, long timeMicros, Standing from, Standing to, long balance,
        String reason) {}

package sim.model.snapshot;

/**
 * A name changed its standing, or its level, or both.
 *
 * @param name the {@link NameEntry#id()}
 * @param sequence 1 for the name's first verdict, one more for each that followed
 * @param timeMicros microseconds since the epoch
 * @param from the former standing
 * @param to the new standing
 * @param balance the scorecard's balance at the verdict
 * @param reason for people
 * @param fromLevel the former level
 * @param toLevel the new level
 */
public record Verdict(int name, long sequence, long timeMicros, Standing from, Standing to, long balance,
        String reason, Level fromLevel, Level toLevel) {
    /** A verdict in which the levels follow from the standings. */
    public Verdict(int name, long sequence, long timeMicros, Standing from, Standing to, long balance, String reason) {
        this(name, sequence, timeMicros, from, to, balance, reason, Level.of(from), Level.of(to));
    }

    /** Whether the levels follow from the standings. */
    public boolean isOfStanding() {
        return fromLevel == Level.of(from) && toLevel == Level.of(to);
    }
}

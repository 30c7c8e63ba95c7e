package sim.model.snapshot;

/**
 * The present state of a name's scorecard.
 *
 * @param name the {@link NameEntry#id()}
 * @param standing the name's standing
 * @param balance the balance, from {@code sim.hotspot.initial} on
 * @param trials how often the name was tried again after it was disabled
 * @param level how much is read of its calls
 * @param levelMicros since when, microseconds since the epoch; 0: since the start
 * @param groups which measures are read, a set of {@link MeasureGroup#bit}; 0 while it is off
 * @param oneIn one call in so many is read; 1 for each
 */
public record Score(int name, Standing standing, long balance, int trials, Level level, long levelMicros, int groups,
        int oneIn) {
    /** The state of a name whose level was never moved. */
    public Score(int name, Standing standing, long balance, int trials) {
        this(name, standing, balance, trials, Level.of(standing), 0, standing.isMetered() ? MeasureGroup.EVERY : 0, 1);
    }

    /** Whether its level follows from its standing, and nothing else is said of it. */
    public boolean isUnmoved() {
        return equals(new Score(name, standing, balance, trials));
    }
}

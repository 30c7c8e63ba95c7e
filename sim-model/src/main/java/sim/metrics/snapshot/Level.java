package sim.metrics.snapshot;

/**
 * How much is read of a name's calls. A name that costs too much loses readings before it loses its probe. Calls and errors are
 * counted at every level but {@link #OFF}.
 */
public enum Level {
    /** Every meter is read in every call. */
    ALL(0),
    /** Wall time and allocation are read in every call, and the measures of which the name explains a part. */
    QUICK(1),
    /** One call in so many is read as at {@link #QUICK}; the time of the others stays in their callers' self time. */
    SAMPLED(2),
    /** Nothing: the calls are their callers' own work. */
    OFF(3);

    private static final Level[] BY_NUMBER = values();

    private final int number;

    Level(int number) {
        this.number = number;
    }

    /** The number on the wire, which never changes. */
    public int number() {
        return number;
    }

    /** The level with that number on the wire, or null. */
    public static Level numbered(long number) {
        for (Level level : BY_NUMBER) {
            if (level.number == number) {
                return level;
            }
        }
        return null;
    }

    /** The level of a name that was never moved: {@link #OFF} while its standing says that it is not metered. */
    public static Level of(Standing standing) {
        return standing.isMetered() ? ALL : OFF;
    }
}

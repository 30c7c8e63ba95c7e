package sim.model.snapshot;

import sim.model.packed.Numbered;

/**
 * How much is read of a name's calls. A name that costs too much loses readings before it loses its probe. Calls and errors are
 * counted at every level but {@link #OFF}.
 */
public enum Level implements Numbered {
    /** Every meter is read in every call. */
    ALL(0),
    /** Wall time and allocation are read in every call, and the measures of which the name explains a part. */
    QUICK(1),
    /** One call in so many is read as at {@link #QUICK}; the time of the others stays in their callers' self time. */
    SAMPLED(2),
    /** Nothing: the calls are their callers' own work. */
    OFF(3);

    private final int number;

    Level(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** The level of a name that was never moved: {@link #OFF} while its standing says that it is not metered. */
    public static Level of(Standing standing) {
        return standing.isMetered() ? ALL : OFF;
    }
}

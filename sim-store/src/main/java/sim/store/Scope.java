package sim.store;

import java.util.Locale;

/** Whose rows: of each instance, or the sum of an application's instances. */
enum Scope {
    /** Their coarsest step is the hour. */
    INSTANCE(3),
    /** Added up from the second step on; the first one's rows are those of the instances. */
    APPLICATION(4);

    /** The coarsest level it has. */
    final int top;

    Scope(int top) {
        this.top = top;
    }

    /** How the manifest and file names have it; also the column of who. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

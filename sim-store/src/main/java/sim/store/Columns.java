package sim.store;

import sim.model.snapshot.Meter;

/** How meters are called in the tables: {@code wall_total}, {@code thread_cpu_self}, {@code gc_count_max}. */
public final class Columns {
    /** What the name of a series begins with that tells how a counter of the application stood: {@code platform} has both. */
    public static final String COUNTER = "counter:";

    private Columns() {}

    /** The meter's column for {@code total}, {@code self} or {@code max}. */
    public static String of(Meter meter, String part) {
        return name(meter) + "_" + part;
    }

    /** The meter's column where there is one value. */
    public static String of(Meter meter) {
        return name(meter);
    }

    private static String name(Meter meter) {
        return meter.label().replace('.', '_');
    }
}

package sim.model.snapshot;

/** Meters that are read together: a call reads all meters of a group or none. A set of groups is a bit set of {@link #bit}. */
public enum MeasureGroup {
    /** What every timed call reads; some 60 ns. Meters of extensions belong here. */
    TIME,
    /** What may take a system call of 0.3 us, and what is read with it: CPU time, and the counters of the process. */
    CPU,
    /** What the JVM is asked for after the thread may have been blocked or has waited; 0.7 to 1.2 us. */
    CONTENTION;

    /** The bit set of all groups. */
    public static final int EVERY = 7;

    /** The bit set of its meters. */
    public int meters() {
        return Meter.in(bit());
    }

    /** This group's bit in a set of groups. */
    public int bit() {
        return 1 << ordinal();
    }

    /** The group of a built-in meter. */
    public static MeasureGroup of(Meter meter) {
        return meter.group();
    }

    /** The bit set of the built-in meters of a set of groups. */
    public static int metersOf(int groups) {
        return Meter.in(groups);
    }
}

package sim.model.snapshot;

/** Meters that are read together: a call reads all meters of a group or none. A set of groups is a bit set of {@link #bit}. */
public enum MeasureGroup {
    /** What every timed call reads; some 60 ns. Meters of extensions belong here. */
    TIME(Meter.WALL.bit() | Meter.ALLOC.bit()),
    /** What may take a system call of 0.3 us, and what is read with it: CPU time, and the counters of the process. */
    CPU(Meter.CPU.bit() | Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit() | Meter.PROCESS_CPU.bit()
            | Meter.THREADS_STARTED.bit() | Meter.GC_COUNT.bit() | Meter.GC_TIME.bit()),
    /** What the JVM is asked for after the thread may have been blocked or has waited; 0.7 to 1.2 us. */
    CONTENTION(Meter.BLOCK_COUNT.bit() | Meter.BLOCK_TIME.bit() | Meter.WAIT_COUNT.bit() | Meter.WAIT_TIME.bit());

    /** The bit set of all groups. */
    public static final int EVERY = 7;

    private final int meters;

    MeasureGroup(int meters) {
        this.meters = meters;
    }

    /** The bit set of its meters. */
    public int meters() {
        return meters;
    }

    /** This group's bit in a set of groups. */
    public int bit() {
        return 1 << ordinal();
    }

    /** The group of a built-in meter. */
    public static MeasureGroup of(Meter meter) {
        return (CONTENTION.meters & meter.bit()) != 0 ? CONTENTION : (CPU.meters & meter.bit()) != 0 ? CPU : TIME;
    }

    /** The bit set of the built-in meters of a set of groups. */
    public static int metersOf(int groups) {
        int meters = 0;
        for (MeasureGroup group : values()) {
            meters |= (groups & group.bit()) != 0 ? group.meters : 0;
        }
        return meters;
    }
}

package sim.model.snapshot;

/**
 * The built-in meters, in the order in which they travel. The {@link #label() label} is the one name used in code, on the wire,
 * in the HTTP interface and on the page. Adding a meter at the end is compatible; moving one is a new version of the wire.
 *
 * <p>Each says with which others it is read, and whether most calls change it. Begin, end, ledger and contexts follow that.
 */
public enum Meter {
    /** Elapsed time between entry and exit. */
    WALL("wall", "ns", MeasureGroup.TIME, false),
    /** CPU time of the thread, user and system together. */
    CPU("thread.cpu", "ns", MeasureGroup.CPU, false),
    /** CPU time of the thread in user mode; it changes in the kernel's steps, see {@code ThreadMeters}. */
    CPU_USER("thread.cpu.user", "ns", MeasureGroup.CPU, false),
    /** CPU time of the thread in the kernel: total less user. */
    CPU_SYSTEM("thread.cpu.system", "ns", MeasureGroup.CPU, true),
    /** CPU time of the whole process while the invocation ran, all threads. */
    PROCESS_CPU("process.cpu", "ns", MeasureGroup.CPU, true),
    /** Threads the process started while the invocation ran. */
    THREADS_STARTED("threads.started", "count", MeasureGroup.CPU, true),
    /** How often the thread was blocked at a monitor. */
    BLOCK_COUNT("blocking.count", "count", MeasureGroup.CONTENTION, true),
    /** Time the thread was blocked at a monitor. */
    BLOCK_TIME("blocking.time", "ns", MeasureGroup.CONTENTION, true),
    /** How often the thread waited, parked or slept. */
    WAIT_COUNT("waiting.count", "count", MeasureGroup.CONTENTION, true),
    /** Time the thread waited, parked or slept. */
    WAIT_TIME("waiting.time", "ns", MeasureGroup.CONTENTION, true),
    /** Collections that ended in the process while the invocation ran. */
    GC_COUNT("gc.count", "count", MeasureGroup.CPU, true),
    /** Time the process spent in those collections. */
    GC_TIME("gc.time", "ns", MeasureGroup.CPU, true),
    /** Bytes the thread allocated. */
    ALLOC("alloc.bytes", "bytes", MeasureGroup.TIME, false);

    /** How many meters there are. */
    public static final int COUNT = values().length;

    private static final Meter[] ALL = values();

    /** The bit set of meters that seldom change during a call: those of the process and of contention. */
    public static final int SELDOM = seldom();

    /** The bit set of meters by set of groups. */
    private static final int[] IN_GROUPS = inGroups();

    private final String label;
    private final String unit;
    private final MeasureGroup group;
    private final boolean isSeldom;

    /**
     * @param group the meters with which it is read
     * @param isSeldom whether most calls do not change it: the end of a call then looks at it only if something of that kind has changed
     */
    Meter(String label, String unit, MeasureGroup group, boolean isSeldom) {
        this.label = label;
        this.unit = unit;
        this.group = group;
        this.isSeldom = isSeldom;
    }

    private static int seldom() {
        int seldom = 0;
        for (Meter meter : ALL) {
            seldom |= meter.isSeldom ? meter.bit() : 0;
        }
        return seldom;
    }

    private static int[] inGroups() {
        int[] meters = new int[MeasureGroup.EVERY + 1];
        for (int groups = 0; groups < meters.length; groups++) {
            for (Meter meter : ALL) {
                meters[groups] |= (groups & meter.group.bit()) != 0 ? meter.bit() : 0;
            }
        }
        return meters;
    }

    /** The bit set of the meters of a set of groups. */
    static int in(int groups) {
        return IN_GROUPS[groups];
    }

    /** The meters with which it is read. */
    MeasureGroup group() {
        return group;
    }

    /** The name users see. */
    public String label() {
        return label;
    }

    /** {@code ns}, {@code count} or {@code bytes}. */
    public String unit() {
        return unit;
    }

    /** This meter's bit in a set of meters. */
    public int bit() {
        return 1 << ordinal();
    }

    /** The meter at a position of the arrays that travel. */
    public static Meter at(int ordinal) {
        return ALL[ordinal];
    }

    /** The meter with that label, or null. */
    public static Meter labelled(String label) {
        for (Meter meter : ALL) {
            if (meter.label.equals(label)) {
                return meter;
            }
        }
        return null;
    }
}

package sim.model.snapshot;

/**
 * The built-in meters, in the order in which they travel. The {@link #label() label} is the one name used in code, on the wire,
 * in the HTTP interface and on the page. Adding a meter at the end is compatible; moving one is a new version of the wire.
 */
public enum Meter {
    /** Elapsed time between entry and exit. */
    WALL("wall", "ns"),
    /** CPU time of the thread, user and system together. */
    CPU("thread.cpu", "ns"),
    /** CPU time of the thread in user mode; it changes in the kernel's steps, see {@code ThreadMeters}. */
    CPU_USER("thread.cpu.user", "ns"),
    /** CPU time of the thread in the kernel: total less user. */
    CPU_SYSTEM("thread.cpu.system", "ns"),
    /** CPU time of the whole process while the invocation ran, all threads. */
    PROCESS_CPU("process.cpu", "ns"),
    /** Threads the process started while the invocation ran. */
    THREADS_STARTED("threads.started", "count"),
    /** How often the thread was blocked at a monitor. */
    BLOCK_COUNT("blocking.count", "count"),
    /** Time the thread was blocked at a monitor. */
    BLOCK_TIME("blocking.time", "ns"),
    /** How often the thread waited, parked or slept. */
    WAIT_COUNT("waiting.count", "count"),
    /** Time the thread waited, parked or slept. */
    WAIT_TIME("waiting.time", "ns"),
    /** Collections that ended in the process while the invocation ran. */
    GC_COUNT("gc.count", "count"),
    /** Time the process spent in those collections. */
    GC_TIME("gc.time", "ns"),
    /** Bytes the thread allocated. */
    ALLOC("alloc.bytes", "bytes");

    /** How many meters there are. */
    public static final int COUNT = values().length;

    /** The bit set of meters that seldom change during a call: those of the process and of contention. */
    public static final int SELDOM = PROCESS_CPU.bit() | THREADS_STARTED.bit() | GC_COUNT.bit() | GC_TIME.bit()
            | BLOCK_COUNT.bit() | BLOCK_TIME.bit() | WAIT_COUNT.bit() | WAIT_TIME.bit() | CPU_SYSTEM.bit();

    private static final Meter[] ALL = values();

    private final String label;
    private final String unit;

    Meter(String label, String unit) {
        this.label = label;
        this.unit = unit;
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

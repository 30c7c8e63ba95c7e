package sim.campaign;

/** Memory a process may have resident, in bytes. */
final class Bounds {
    static final long MEGABYTE = 1 << 20;
    /** Of an application beside its heap: code, classes, stacks, and the JVM's own. */
    static final long BESIDE_HEAP = 220 * MEGABYTE;
    static final int SERVER_HEAP_MEGABYTES = 512;
    /** DuckDB's {@code memory_limit}, which it gives back after a while; its plans and catalogue are in the native heaps. */
    private static final long STORE = 1_000_000_000;
    /** Of malloc, a few for all threads: what they keep of the most that was in them. */
    private static final long NATIVE_HEAPS = 192 * MEGABYTE;
    /** Classes, and what the garbage collector and the compilers keep. */
    private static final long JVM = 112 * MEGABYTE;
    private static final long COMPILED_CODE = 48 * MEGABYTE;
    private static final long STACKS = 32 * MEGABYTE;
    /** Libraries and the JDK's archive of classes, mapped. */
    private static final long FILES = 64 * MEGABYTE;
    /** All of a server's parts at their most at the same time. Measured in docs/measurements/campaigns.md. */
    static final long SERVER = SERVER_HEAP_MEGABYTES * MEGABYTE + STORE + NATIVE_HEAPS + JVM + COMPILED_CODE + STACKS
            + FILES;

    private Bounds() {}

    static long application(int heapMegabytes) {
        return heapMegabytes * MEGABYTE + BESIDE_HEAP;
    }
}

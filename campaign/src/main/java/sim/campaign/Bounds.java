package sim.campaign;

/** Memory a process may have resident, in bytes. */
final class Bounds {
    static final long MEGABYTE = 1 << 20;
    /** Of an application beside its heap: code, classes, stacks, and the JVM's own. */
    static final long BESIDE_HEAP = 220 * MEGABYTE;
    static final int SERVER_HEAP_MEGABYTES = 512;
    /** Its heap, the store's gigabyte, and what a JVM takes beside. */
    static final long SERVER = SERVER_HEAP_MEGABYTES * MEGABYTE + 1024 * MEGABYTE + 256 * MEGABYTE;

    private Bounds() {}

    static long application(int heapMegabytes) {
        return heapMegabytes * MEGABYTE + BESIDE_HEAP;
    }
}

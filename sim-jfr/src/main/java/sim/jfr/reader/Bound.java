package sim.jfr.reader;

/** How many scopes may be in memory at once: a third of the heap, at 80 bytes each; tests choose a number. */
final class Bound {
    private static final long BYTES_EACH = 80;

    private final long limit;

    Bound(long limit) {
        this.limit = limit;
    }

    static Bound ofHeap() {
        return new Bound(Runtime.getRuntime().maxMemory() / 3 / BYTES_EACH);
    }

    /** Before there is one more than so many. */
    void hold(long held) {
        if (held >= limit) {
            throw new Damaged("more than " + limit + " context scopes would have to be in memory at once; "
                    + "give the JVM more, such as JAVA_TOOL_OPTIONS=-Xmx4g");
        }
    }
}

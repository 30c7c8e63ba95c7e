package sim.jfr.reader;

/** The most scopes that may be in memory at once. They may take a third of the heap, at 40 bytes each. Tests choose another number. */
final class Bound {
    /** The correction, for messages. */
    static final String MORE = "give the JVM more, such as JAVA_TOOL_OPTIONS=-Xmx4g";

    private final long limit;

    Bound(long limit) {
        this.limit = limit;
    }

    static Bound ofHeap() {
        return new Bound(Runtime.getRuntime().maxMemory() / 3 / Scopes.BYTES_EACH);
    }

    /** Returns the number if so many scopes may be held; otherwise throws. */
    int hold(long count) {
        if (count > Math.min(limit, Integer.MAX_VALUE - 8)) {
            throw new Damaged(count + " context scopes would have to be in memory at once, more than the " + limit
                    + " there is room for; " + MORE);
        }
        return (int) count;
    }
}

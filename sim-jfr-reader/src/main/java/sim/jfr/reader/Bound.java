package sim.jfr.reader;

/** How many scopes may be in memory at once: a third of the heap, at 40 bytes each; tests choose a number. */
final class Bound {
    /** What to do about it. */
    static final String MORE = "give the JVM more, such as JAVA_TOOL_OPTIONS=-Xmx4g";

    private final long limit;

    Bound(long limit) {
        this.limit = limit;
    }

    static Bound ofHeap() {
        return new Bound(Runtime.getRuntime().maxMemory() / 3 / Scopes.BYTES_EACH);
    }

    /** Lets so many be held, and returns the number. */
    int hold(long count) {
        if (count > Math.min(limit, Integer.MAX_VALUE - 8)) {
            throw new Damaged(count + " context scopes would have to be in memory at once, more than the " + limit
                    + " there is room for; " + MORE);
        }
        return (int) count;
    }
}

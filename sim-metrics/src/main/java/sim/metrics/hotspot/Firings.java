package sim.metrics.hotspot;

/**
 * The calls of one name in an interval, over all threads. Times are self times in ns, of the calls in which they were read.
 *
 * @param id the id of the name
 * @param calls how many there were
 * @param timed how many of them were timed
 * @param withCpu in how many of them CPU time was read too
 * @param withContention in how many of them blocking and waiting were
 * @param total wall time of all calls, inner ones included; of one that was not timed, that of its inner calls
 * @param bytes allocated
 * @param entries how many were outermost on their thread
 * @param entryNanos what these took, inner calls included
 */
public record Firings(int id, long calls, long timed, long withCpu, long withContention, long total, long wall,
        long cpu, long blocked,
        long waited,
        long bytes, long errors, long entries, long entryNanos) {
    /** These calls and others of the same name. */
    public Firings plus(Firings others) {
        return new Firings(id, calls + others.calls, timed + others.timed, withCpu + others.withCpu,
                withContention + others.withContention, total + others.total, wall + others.wall, cpu + others.cpu,
                blocked + others.blocked,
                waited + others.waited,
                bytes + others.bytes, errors + others.errors, entries + others.entries,
                entryNanos + others.entryNanos);
    }

    /** The mean self time of a timed call. */
    double mean() {
        return wall / (double) Math.max(1, timed);
    }

    /** The mean CPU time of a call of which it was read, not below 0; not a number if there is none. */
    double meanCpu() {
        return withCpu == 0 ? Double.NaN : Math.max(0, cpu) / (double) withCpu;
    }

    /** For each ns on the processor, how long it was off it in its self time without being blocked or waiting. Only where CPU time was read, and is not 0. */
    double offForCpu() {
        double waits = (blocked + waited) / (double) Math.max(1, withContention);
        return Math.max(0, mean() - meanCpu() - waits) / meanCpu();
    }

    /** The mean wall time of a call, inner calls included. */
    double meanTotal() {
        return total / (double) Math.max(1, calls);
    }

    double meanOfEntries() {
        return entryNanos / (double) Math.max(1, entries);
    }

    /**
     * By how much what was measured in some calls is to be multiplied to be that of all calls. For decisions only: no figure is
     * scaled.
     */
    double scale(long read) {
        return calls / (double) Math.max(1, read);
    }
}

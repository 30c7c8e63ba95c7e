package sim.metrics.context;

/**
 * What all contexts of one tree share, here and in the other processes: the W3C trace they belong to. Immutable; a root
 * makes one, what is inside takes its parent's.
 *
 * @param high the first 64 bits of the trace id
 * @param low the others; never both 0
 * @param flags the trace flags as they came, 1 (sampled) for a trace begun here
 * @param state the {@code tracestate} header as it came, to be passed on untouched, or null
 */
public record Trace(long high, long low, int flags, String state) {
    static final int SAMPLED = 1;

    /** 32 lower-case hexadecimal digits. */
    public String id() {
        StringBuilder digits = new StringBuilder(32);
        Hex.append(digits, high, 16);
        Hex.append(digits, low, 16);
        return digits.toString();
    }
}

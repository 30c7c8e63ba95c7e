package sim.context;

/**
 * The W3C trace to which all contexts of one tree belong, here and in other processes. Immutable. A root context makes one; contexts
 * inside take that of their parent.
 *
 * @param high the first 64 bits of the trace id
 * @param low the last 64 bits; never both 0
 * @param flags the trace flags as they came, 1 (sampled) for a trace that began here
 * @param state the {@code tracestate} header as it came, which is passed on unchanged, or null
 */
public record Trace(long high, long low, int flags, String state) {
    static final int SAMPLED = 1;

    /** The trace id: 32 lower-case hexadecimal digits. */
    public String id() {
        StringBuilder digits = new StringBuilder(32);
        Hex.append(digits, high, 16);
        Hex.append(digits, low, 16);
        return digits.toString();
    }
}

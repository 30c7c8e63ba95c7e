package sim.wire;

/**
 * A meter as a hello names it. Its position in the hello is its number in that peer's batches.
 *
 * @param label its name
 * @param unit {@code ns}, {@code count} or {@code bytes}
 */
public record MeterEntry(String label, String unit) {}

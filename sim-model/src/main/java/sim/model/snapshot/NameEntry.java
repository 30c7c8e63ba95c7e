package sim.model.snapshot;

/**
 * A name of the dictionary.
 *
 * @param id dense, from 1, for the life of the instance
 * @param owner the declaring class, or the name's prefix; empty for a name without one
 * @param member the method ({@code <init>} for a constructor), or the name's last part
 */
public record NameEntry(int id, String owner, String member) {}

package sim.model.snapshot;

/**
 * A name of the dictionary.
 *
 * @param id dense, from 1, for the life of the instance
 * @param owner the declaring class, or the name's prefix; empty for a name without one
 * @param member the method ({@code <init>} for a constructor), or the name's last part
 * @param isSynchronized whether a method of this name enters the monitor of its object, or of its class, before it begins; false where that is not known
 */
public record NameEntry(int id, String owner, String member, boolean isSynchronized) {
    /** The name of what enters no monitor. */
    public NameEntry(int id, String owner, String member) {
        this(id, owner, member, false);
    }
}

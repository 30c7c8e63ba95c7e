package sim.jfr;

/** A thread's context as it was when {@link RecordingContext#snapshot()} was called. Immutable, for any thread. */
public final class Snapshot {
    static final Snapshot EMPTY = new Snapshot(null);

    private final Entry entries;

    Snapshot(Entry entries) {
        this.entries = entries;
    }

    /**
     * Makes this the calling thread's context in place of the one that is, until the activation is closed. An empty
     * snapshot makes that no context holds.
     */
    public Activation activate() {
        Activation activation = new Activation(Current.scope(), entries);
        activation.open();
        return activation;
    }

    @Override
    public String toString() {
        return Entry.toMap(entries).toString();
    }
}

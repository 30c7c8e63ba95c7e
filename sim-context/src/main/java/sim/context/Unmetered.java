package sim.context;

/**
 * What SIM asks the application of its own accord, such as the text of a value, is none of the work that the program does: between begin and end
 * nothing is metered on the calling thread, and no call that fails there fails the request. Must not throw.
 */
public interface Unmetered {
    /** For contexts without a runtime, in which nothing is metered. */
    Unmetered NONE = new Unmetered() {
        @Override
        public Object begin() {
            return null;
        }

        @Override
        public void end(Object begun) {
            // nothing has begun
        }
    };

    /** Returns what {@link #end} takes; null if nothing has begun, and nothing is to end. */
    Object begin();

    /** @param begun what {@link #begin} returned on the same thread, not null */
    void end(Object begun);
}

package sim.server.query;

/**
 * The side of a store that is asked; {@link sim.store.Store} is the side that is written to. Any thread, within the
 * turns of a {@link QueryGate}.
 */
public interface Answers {
    /**
     * Asks within a turn that was entered: all of it sees one state of the store, whole batches only.
     *
     * @throws sim.store.StoreException when the store cannot be read
     */
    <T> T ask(Turn turn, Ask<T> ask);

    /**
     * Asks the least there is, to find out whether the store answers.
     *
     * @throws sim.store.StoreException when it does not
     */
    void tryIt();

    /** What is asked in a turn. */
    interface Ask<T> {
        T of(Questions questions);
    }
}

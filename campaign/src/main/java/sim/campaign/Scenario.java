package sim.campaign;

/**
 * One kind of trouble.
 *
 * @param name what {@code --only} calls it
 * @param failing why it is known to fail, or null; such a one is left out unless {@code --only} names it
 * @param shortly whether it is in the cut that the build runs
 * @param lasting whether a round lasts as long as the campaign; such a one is in no turns, {@code --only} plays it
 */
record Scenario(String name, String failing, boolean shortly, boolean lasting, Play play) {
    /** One that may have its turn. */
    Scenario(String name, String failing, boolean shortly, Play play) {
        this(name, failing, shortly, false, play);
    }

    /** Plays in a round; what it throws is a fault of the round. */
    interface Play {
        void in(Round round) throws Exception;
    }
}

package sim.campaign;

/**
 * One kind of trouble.
 *
 * @param name what {@code --only} calls it
 * @param failing why it is known to fail, or null; such a one is left out unless {@code --only} names it
 * @param shortly whether it is in the cut that the build runs
 */
record Scenario(String name, String failing, boolean shortly, Play play) {
    /** Plays in a round; what it throws is a fault of the round. */
    interface Play {
        void in(Round round) throws Exception;
    }
}

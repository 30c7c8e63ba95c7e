package sim.agent.inject;

/** When a handler is called. Named after the constants of the API. */
enum Point {
    ENTER,
    EXIT,
    EXCEPTION;

    /** Whether a handler of this point is called at an end with this error, or null for none. */
    boolean isAt(Throwable error) {
        return this == EXIT || this == EXCEPTION && error != null;
    }
}

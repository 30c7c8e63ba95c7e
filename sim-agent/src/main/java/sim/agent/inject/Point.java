package sim.agent.inject;

/** When a handler is called. By the constants' names in the API. */
enum Point {
    ENTER,
    EXIT,
    EXCEPTION;

    /** Whether a handler of this point is called at such an end. */
    boolean isAt(Throwable error) {
        return this == EXIT || this == EXCEPTION && error != null;
    }
}

package sim.campaign;

/** What the injector does to connections while it is set. */
enum Fault {
    /** Bytes pass. */
    NONE,
    /** Connections are closed, and new ones at once. */
    REFUSE,
    /** Connections are reset, and new ones at once. */
    RESET,
    /** No byte moves; none is lost. */
    STALL,
    /** The server's bytes do not move: acknowledgements are late. */
    STALL_ANSWERS,
    /** Some kilobytes a second. */
    SLOW,
    /** A bit in some thousand is the other one, in both directions. */
    CORRUPT,
    /** The server's bytes vanish; the connection is closed when that ends. */
    DROP_ANSWERS,
    /** A part of what came is passed on, then the connection is closed. */
    TRUNCATE,
    /** The server reads an end, its bytes still pass. */
    HALF_CLOSE_UP,
    /** The collector reads an end, its bytes still pass. */
    HALF_CLOSE_DOWN,
    /** What a new connection sends goes to the server over a second one too. */
    DUPLICATE
}

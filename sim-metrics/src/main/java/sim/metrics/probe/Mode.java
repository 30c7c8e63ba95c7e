package sim.metrics.probe;

import sim.metrics.tree.OftenMeters;
import sim.model.snapshot.Meter;

/**
 * How a thread's calls are read, counted and shown; settled when its context is made.
 *
 * <pre>
 *            read at both ends     numbers go to       a call ends, usually, by
 *  PLAIN     the tick              books of its own    adding wall time
 *  QUICK     what the level says   books of its own    adding what moves at nearly every call; by the loop if more has moved
 *  GENERAL   either                own or shared       a loop over the meters
 *  EXTENDED  either, and theirs    own or shared       the same; extensions are asked at the begin, and told of both ends
 * </pre>
 *
 * Of an empty call PLAIN takes a third of what GENERAL takes, and QUICK 40 ns less.
 */
enum Mode {
    PLAIN,
    QUICK,
    GENERAL,
    EXTENDED;

    /**
     * @param present the bit set of the meters that the thread reads
     * @param judged  the ordinal of the meter by which names are judged; negative if the thread does not read it
     * @param own     the books of a platform thread, null for a virtual one
     */
    static Mode of(Plan plan, int present, int judged, Books own) {
        if (plan.isExtended()) {
            return EXTENDED;
        }
        if (own == null) {
            return GENERAL;
        }
        if (present == Meter.WALL.bit()) {
            return PLAIN;
        }
        return judged <= 0 && own.ledger.sortsWallAlone() && OftenMeters.areAllOf(present) ? QUICK : GENERAL;
    }
}

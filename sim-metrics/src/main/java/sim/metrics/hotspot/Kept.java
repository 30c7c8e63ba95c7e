package sim.metrics.hotspot;

import sim.model.snapshot.Level;

/**
 * What becomes of a name whose balance is used up and that shows something all the same: it is still counted, at a lower level.
 *
 * @param reason for people
 * @param isOpen whether too little is known of it: what comes is added to what was
 */
record Kept(Level level, String reason, boolean isOpen) {
    Kept(Level level, String reason) {
        this(level, reason, false);
    }
}

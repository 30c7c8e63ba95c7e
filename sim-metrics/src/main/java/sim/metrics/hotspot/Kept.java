package sim.metrics.hotspot;

import sim.metrics.snapshot.Level;

/**
 * What becomes of a name whose balance is used up and that shows something all the same: it is still counted, at a lower level.
 *
 * @param reason for people
 */
record Kept(Level level, String reason) {}

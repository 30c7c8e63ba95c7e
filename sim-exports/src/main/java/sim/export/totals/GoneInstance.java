package sim.export.totals;

/**
 * An instance that was given up for others and may come back.
 *
 * @param application that it is of
 * @param counted up to which of its batches is counted
 */
record GoneInstance(String application, long counted) {}

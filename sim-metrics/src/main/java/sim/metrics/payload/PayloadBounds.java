package sim.metrics.payload;

/**
 * How much payload probes may keep.
 *
 * @param memory heap bytes of sums, all together
 * @param strings distinct descriptions of a recording, at all places
 * @param stringsAtPlace the same at one place
 * @param splits distinct texts a split probe tells apart, at all places
 * @param splitsAtPlace the same at one place
 * @param objects control objects that are open at once
 * @param events single events between two drains
 * @param eventsKept single events of a recording
 * @param text characters of a description
 */
public record PayloadBounds(long memory, int strings, int stringsAtPlace, int splits, int splitsAtPlace, int objects,
        int events, int eventsKept, int text) {}

package sim.metrics.payload;

import sim.metrics.config.Option;
import sim.metrics.config.Options;

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
        int events, int eventsKept, int text) {
    /** Heap there must be for each single event between two drains: a fiftieth of it is the most they take. */
    private static final int EVENT_HEAP = 5_000;
    /** The part of the heap that sums may take, unless it is set. */
    private static final int HEAP_SHARE = 16;

    /** What the options allow. */
    public static PayloadBounds of(Options options) {
        return new PayloadBounds(options.memory(Option.PAYLOAD_MEMORY, HEAP_SHARE),
                options.count(Option.PAYLOAD_STRINGS), options.count(Option.PAYLOAD_STRINGS_PLACE),
                options.count(Option.PAYLOAD_SPLITS), options.count(Option.PAYLOAD_SPLITS_PLACE),
                options.count(Option.PAYLOAD_OBJECTS), options.bound(Option.PAYLOAD_EVENTS_BUFFER, EVENT_HEAP),
                options.count(Option.PAYLOAD_EVENTS_MAX), options.count(Option.VALUE_LENGTH));
    }
}

package sim.payload.recording;

import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.redact.Redaction;
import sim.model.text.Text;

/**
 * How much payload probes may keep.
 *
 * @param memory heap bytes of all sums together
 * @param strings distinct descriptions of a recording, at all places
 * @param stringsAtPlace distinct descriptions of a recording, at one place
 * @param splits distinct texts of a split probe, at all places
 * @param splitsAtPlace distinct texts of a split probe, at one place
 * @param objects control objects that are open at once
 * @param events single events between two drains
 * @param eventsKept single events of a recording at once, and again in each hour
 * @param slowNanos events that took at least this long, and failed ones, are kept first
 * @param text characters of a description
 * @param redaction what is not kept of descriptions
 */
public record PayloadBounds(long memory, int strings, int stringsAtPlace, int splits, int splitsAtPlace, int objects,
        int events, int eventsKept, long slowNanos, int text, Redaction redaction) {
    /** One single event may be kept for so many bytes of heap. It takes about 100 bytes, so events take at most 2 % of the heap. */
    private static final int EVENT_HEAP = 5_000;
    /** Unless an option says otherwise, sums may take this part of the heap: 1/16. */
    private static final int HEAP_SHARE = 16;

    /** Bounds of tests that keep whatever is described. */
    PayloadBounds(long memory, int strings, int stringsAtPlace, int splits, int splitsAtPlace, int objects, int events,
            int eventsKept, int text) {
        this(memory, strings, stringsAtPlace, splits, splitsAtPlace, objects, events, eventsKept,
                Long.MAX_VALUE, text, Redaction.NONE);
    }

    /** A description, or a text that splits, as it may be kept. */
    String kept(String description) {
        return redaction.text(description.length() <= text ? description : Text.cut(description, text));
    }

    /** The bounds that the options set. */
    public static PayloadBounds of(Options options) {
        return new PayloadBounds(options.memory(Option.PAYLOAD_MEMORY, HEAP_SHARE),
                options.count(Option.PAYLOAD_STRINGS), options.count(Option.PAYLOAD_STRINGS_PLACE),
                options.count(Option.PAYLOAD_SPLITS), options.count(Option.PAYLOAD_SPLITS_PLACE),
                options.count(Option.PAYLOAD_OBJECTS), options.bound(Option.PAYLOAD_EVENTS_BUFFER, EVENT_HEAP),
                options.count(Option.PAYLOAD_EVENTS_MAX), options.duration(Option.EVENTS_SLOW).toNanos(),
                options.count(Option.VALUE_LENGTH),
                Redaction.of(options));
    }
}

package sim.store;

import java.util.Map;
import sim.wire.Batch;

/**
 * A batch on its way into the tables.
 *
 * @param instance the batch's instance
 * @param before what was known of the instance before it
 * @param clock the instance's clock
 * @param number the batch's number in this store: rows age by it; 0 if only its names and nodes are stored
 * @param receivedMicros when it was received, microseconds since the epoch by the server's clock
 * @param counters its counters, none if they are as stored
 * @param places the place of each node it brings, by the node's number: see {@link Places}
 * @param batch the part to write: all, or the sound part of a batch that is quarantined
 */
record IncomingBatch(String instance, Instance before, ClockDifference clock, long number, long receivedMicros,
        Map<String, Long> counters, Map<Integer, Integer> places, Batch batch) {
    /** Nothing happens after it was received: what says so is of a clock that jumped, and would keep its segment for as long. */
    private static final long AHEAD_MICROS = 300_000_000;

    /** A time of the application by the server's clock. */
    long time(long micros) {
        return Math.max(0, Math.min(clock.time(micros), receivedMicros + AHEAD_MICROS));
    }

    /** The beginning of the batch by the server's clock. */
    long fromMicros() {
        return time(batch.fromMicros());
    }

    /** The end of the batch by the server's clock. */
    long toMicros() {
        return time(batch.toMicros());
    }

    /** The same for equal counters, in any order; 0 for none. */
    static long hash(Map<String, Long> counters) {
        long hash = counters.size();
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            long mixed = (counter.getKey().hashCode() * 31L + counter.getValue()) * 0x9E3779B97F4A7C15L;
            hash += mixed ^ mixed >>> 29;
        }
        return hash;
    }
}

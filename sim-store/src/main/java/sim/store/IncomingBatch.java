package sim.store;

import java.util.HashMap;
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
 * @param probes the number of each payload probe, by its type: see {@link Labels}
 * @param types as what the type of each exception it tells of is stored: see {@link ErrorTypes}
 * @param batch the part to write: all, or the sound part of a batch that is quarantined
 * @param counts what the store counts itself of it
 * @param fromMicros the beginning of the batch by the server's clock
 * @param toMicros the end of the batch by the server's clock
 */
record IncomingBatch(String instance, Instance before, ClockDifference clock, long number, long receivedMicros,
        Map<String, Long> counters, Map<Integer, Integer> places, Map<String, Integer> probes,
        Map<String, String> types, Batch batch, StoreCounts counts, long fromMicros, long toMicros) {
    static IncomingBatch of(String instance, Instance before, ClockDifference clock, long number,
            long receivedMicros, Map<String, Long> counters, Batch batch) {
        StoreCounts counts = new StoreCounts();
        return new IncomingBatch(instance, before, clock, number, receivedMicros, counters, new HashMap<>(),
                new HashMap<>(), new HashMap<>(), batch, counts,
                counts.time(clock.time(batch.fromMicros()), receivedMicros),
                counts.time(clock.time(batch.toMicros()), receivedMicros));
    }

    /** A time of the application by the server's clock. To be called once for each time, because it counts the times that are stored as others. */
    long time(long micros) {
        return counts.time(clock.time(micros), receivedMicros);
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

package sim.jfr.reader;

import java.util.Map;

/**
 * A scope that is known in another chunk than its event's, if it has one; with its entries, for that chunk is not at hand.
 *
 * @param thread as the file numbers threads
 * @param from the first tick
 * @param to the tick behind the last one
 * @param position where its event is in the file, or -1
 * @param own the entries it adds, or has if it is whole
 * @param whole whether what is outside does not count
 * @param lastChunk the chunk it ends in
 */
record Reaching(long thread, long from, long to, long position, Map<String, Object> own, boolean whole,
        int lastChunk) {
    Reaching with(Map<String, Object> entries, boolean isWhole) {
        return new Reaching(thread, from, to, position, entries, isWhole, lastChunk);
    }
}

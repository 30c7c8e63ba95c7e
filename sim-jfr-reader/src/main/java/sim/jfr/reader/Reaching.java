package sim.jfr.reader;

import java.util.Map;

/**
 * A scope that reaches into a chunk that does not have its event. It brings its entries, because the chunk of its event is not loaded then.
 *
 * @param thread by the number that the file gives it
 * @param from the first tick
 * @param to the tick after the last one
 * @param position of its event in the file; -1 if it has none
 * @param own the entries that it adds, or all if it is whole
 * @param whole whether its entries replace the outer ones
 * @param lastChunk the number of the chunk it ends in
 */
record Reaching(long thread, long from, long to, long position, Map<String, Object> own, boolean whole,
        int lastChunk) {
    Reaching with(Map<String, Object> entries, boolean isWhole) {
        return new Reaching(thread, from, to, position, entries, isWhole, lastChunk);
    }
}

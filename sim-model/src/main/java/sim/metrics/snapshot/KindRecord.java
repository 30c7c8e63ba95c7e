package sim.metrics.snapshot;

import java.util.List;

/**
 * What all contexts of a kind, those of one name and tag, came to since the last snapshot: exact, whichever of them are kept
 * one by one. Work is counted when its stay on a thread ends, a context when it ends.
 *
 * @param name of the contexts; {@code [other]} for kinds past the bound
 * @param tag of the contexts
 * @param contexts how many ended
 * @param failed how many of those by an exception, or with a call directly in them that did
 * @param kept how many of those are sent one by one
 * @param wallNanos how long they lasted, all together
 * @param calls metered calls begun directly in them
 * @param errors how many of those failed
 * @param present bit set of meters in {@code totals}
 * @param totals the work inside, sums indexed by {@code Meter.ordinal()}
 * @param rows by place of the call tree, ascending, without histograms; node 0 is all places past the bound of memory
 */
public record KindRecord(String name, String tag, long contexts, long failed, long kept, long wallNanos, long calls,
        long errors, int present, long[] totals, List<TreeRow> rows) {}

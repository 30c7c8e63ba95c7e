package sim.store;

import java.util.List;

/**
 * In which order segments of contexts go: values, stays and places with the records of their contexts or after them. They lie beside their
 * records in time, but the last context of a slot may have no value, and merges divide each table by its size; without the records nobody
 * can tell which of them are of notable contexts.
 */
final class RecordsFirst {
    private final List<Segment> records;

    RecordsFirst(Manifest manifest) {
        records = manifest.segments.stream().filter(each -> each.table() == ContextTables.RECORDS).toList();
    }

    /** Up to when all must be too old before a segment goes. */
    long end(Segment segment) {
        return segment.table() == ContextTables.RECORDS || !ContextTables.ONE_BY_ONE.contains(segment.table())
                ? segment.to()
                : records.stream().filter(each -> each.level() == segment.level() && each.isBeside(segment))
                        .mapToLong(Segment::to).reduce(segment.to(), Math::max);
    }
}

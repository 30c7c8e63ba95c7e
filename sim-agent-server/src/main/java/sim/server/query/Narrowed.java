package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether figures that are narrowed to contexts are all there is: a context may show its few dearest places alone, and past a
 * rate contexts are not kept one by one at all. Their sums are exact, what is narrowed says what it misses.
 */
final class Narrowed {
    private Narrowed() {}

    /** Adds what an answer narrowed to contexts says of itself; nothing where it is not. */
    static void describe(Map<String, Object> narrowed, Map<String, Object> into) {
        if (!narrowed.isEmpty()) {
            into.put("narrowed", narrowed);
        }
    }

    /** The self time of calls at places without a row, ns. */
    static long restNanos(Map<String, Object> narrowed) {
        return (Long) narrowed.getOrDefault("selfNanosElsewhere", 0L);
    }

    /** What an answer narrowed to contexts, or to a kind of them, says of itself; empty where it is not. */
    static Map<String, Object> of(Question question, Range range, TreePart part) {
        return part.kind() == null ? of(question, range, part.context()) : ofKind(question, range, part.kind());
    }

    /** A kind has all its contexts; only the places for which the application had no memory are added up as one. */
    private static Map<String, Object> ofKind(Question question, Range range, KindFilter kind) {
        Object[] arguments = range.with(Sql.join(new Object[]{range.fromMicros(), range.toMicros()}, kind.with()));
        String where = " WHERE instance IN " + Range.INSTANCES + " AND to_micros > ? AND to_micros <= ? AND "
                + KindFilter.ON;
        Map<String, Object> narrowed = new LinkedHashMap<>();
        question.each("SELECT coalesce(" + Sql.sum("contexts") + ", 0) FROM context_kinds" + where,
                row -> narrowed.put("contexts", row.getLong(1)), arguments);
        question.each("SELECT coalesce(" + Sql.sum("calls") + ", 0), coalesce(" + Sql.sum("wall_self")
                + ", 0), coalesce(" + Sql.sum("errors") + ", 0) FROM context_kind_rows" + where + " AND node = 0",
                row -> {
                    narrowed.put("callsElsewhere", row.getLong(1));
                    narrowed.put("errorsElsewhere", row.getLong(3));
                    narrowed.put("selfNanosElsewhere", row.getLong(2));
                    narrowed.put("contextsLeftOut", 0);
                    narrowed.put("whole", row.getLong(1) == 0);
                }, arguments);
        return narrowed;
    }

    private static Map<String, Object> of(Question question, Range range, ContextFilter filter) {
        if (filter == null) {
            return Map.of();
        }
        Map<String, Object> narrowed = new LinkedHashMap<>();
        long[] missing = new long[2];
        question.each("SELECT count(*), coalesce(" + Sql.sum("r.calls") + ", 0), coalesce(" + Sql.sum("r.wall_self")
                + ", 0), coalesce(" + Sql.sum("r.wall_max") + ", 0), coalesce(" + Sql.sum("r.errors")
                + ", 0) FROM " + Inside.LAST + " c LEFT JOIN (SELECT * FROM context_rows WHERE node = 0 AND "
                + Times.of(question, "inside_records").on("to_micros")
                + ") r USING (instance, context, sequence) WHERE c.instance IN " + Range.INSTANCES, row -> {
                    missing[0] = row.getLong(2);
                    narrowed.put("contexts", row.getLong(1));
                    narrowed.put("callsElsewhere", row.getLong(2));
                    narrowed.put("errorsElsewhere", row.getLong(5));
                    narrowed.put("selfNanosElsewhere", row.getLong(3));
                    narrowed.put("placesElsewhere", row.getLong(4));
                },
                Sql.join(new Object[]{range.toMicros(), range.fromMicros()}, range.with()));
        long gone = question.kept().contextsGoneMicros(); // but the notable ones
        question.each("SELECT coalesce(" + Sql.sum("CASE WHEN to_micros > " + gone
                + " THEN contexts - kept ELSE contexts END") + ", 0) FROM context_kinds WHERE instance IN "
                + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ?", row -> missing[1] += row.getLong(1),
                range.with(range.fromMicros(), range.toMicros()));
        if (gone > range.fromMicros()) {
            question.each("SELECT count(*) FROM contexts WHERE end_micros <> 0 AND instance IN " + Range.INSTANCES
                    + " AND to_micros > ? AND to_micros <= ?", row -> missing[1] -= row.getLong(1),
                    range.with(range.fromMicros(), Math.min(gone, range.toMicros())));
        }
        missing[1] = Math.max(0, missing[1]);
        narrowed.put("contextsLeftOut", missing[1]);
        narrowed.put("whole", missing[0] == 0 && missing[1] == 0
                && question.kept().sumsGoneMicros() <= Math.max(range.fromMicros(), since(question, range)));
        return narrowed;
    }

    /** When the first of the instances was seen: before it there is nothing that may be gone. Of instances that are gone all may be. */
    private static long since(Question question, Range range) {
        long[] since = {0};
        question.each("SELECT coalesce(min(first_seen_micros), 0) FROM instances WHERE instance IN " + Range.INSTANCES,
                row -> since[0] = row.getLong(1), range.with());
        return since[0];
    }
}

package sim.server.query;

/**
 * One of two parts of an application that are compared.
 *
 * @param range whose figures of when
 * @param part which work of these; a kind of contexts, or all
 */
public record ComparedPart(Range range, TreePart part) {
    /** How many contexts of its kind ended; one where none did, so that nothing is divided by it. */
    long contexts(Question question, Range read) {
        long[] contexts = new long[1];
        question.each("SELECT coalesce(" + Sql.sum("contexts") + ", 0) FROM context_kinds WHERE instance IN "
                + Range.INSTANCES + " AND to_micros > ? AND to_micros <= ? AND " + KindFilter.ON,
                row -> contexts[0] = row.getLong(1),
                read.with(Sql.join(new Object[]{read.fromMicros(), read.toMicros()}, part.kind().with())));
        return Math.max(1, contexts[0]);
    }
}

package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.model.snapshot.Meter;

/**
 * The payloads of two parts by their description, such as statements: those that took longest in one of the two. Of a kind of contexts they are
 * those that are kept one by one, because nothing else tells their context. One thread.
 */
final class StatementComparison {
    /** Descriptions of each part that are compared: those that took longest. */
    private static final int MOST = 2_000;
    private static final int BYTES = 1_000;
    private static final String PROBES = " JOIN (SELECT DISTINCT instance, probe, type FROM payload_probes UNION ALL "
            + "SELECT '', number, label FROM probe_labels) p ON p.instance = r.instance AND p.probe = r.probe WHERE "
            + "r.instance IN " + Range.INSTANCES;
    private static final String CONTEXTS = " FROM contexts WHERE instance IN " + Range.INSTANCES
            + " AND start_micros <= ? AND (end_micros = 0 OR to_micros > ?) AND " + KindFilter.ON;
    private static final String OF_KIND = " FROM payload_events r" + PROBES
            + " AND r.start_micros > ? AND r.start_micros <= ? AND r.kind = 'PAYLOAD' AND (r.instance, r.context) IN "
            + "(SELECT (instance, context)" + CONTEXTS + ")";
    private static final String TEXTS = "compared_texts";
    private static final String THEIRS = " AND (p.type, r.text) IN (SELECT (type, text) FROM " + TEXTS + ")";

    private final Question question;
    private final Comparison comparison;
    private boolean isOfApplication;

    /** A description of a payload probe. */
    private record Statement(String probe, String text) {
        Map<String, Object> describe() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("probe", probe);
            fields.put("text", text);
            return fields;
        }
    }

    /** One of the two: what it was narrowed to, and what is there. */
    private record Part(Comparison.Side side, Map<Statement, Sums> statements) {}

    StatementComparison(Question question, ComparisonOrder order) {
        this.question = question;
        this.comparison = new Comparison(question, order);
    }

    /** Writes the rows: those that are certain first, the largest effect first. */
    void read(ComparedPart asked, ComparedPart other, int limit, Answer answer) {
        isOfApplication = isOfAll(asked) && isOfAll(other);
        question.run("CREATE TEMP TABLE " + TEXTS + "(type VARCHAR, text VARCHAR)");
        longest(other);
        longest(asked);
        Part before = read(other);
        Part after = read(asked);
        comparison.write("statements",
                comparison.rows(before.side, before.statements, after.side, after.statements, Statement::describe),
                row -> (String) row.fields().get("text"), before.side, after.side, limit, answer);
    }

    private void longest(ComparedPart asked) {
        Range range = narrow(asked);
        boolean isOfKind = asked.part().kind() != null;
        question.run("INSERT INTO " + TEXTS + " SELECT p.type, r.text" + (isOfKind ? OF_KIND : rows("payload_rows"))
                + " GROUP BY ALL ORDER BY sum(r." + (isOfKind ? "nanos" : "total") + ") DESC, p.type, r.text LIMIT "
                + MOST, arguments(asked, range));
    }

    private Part read(ComparedPart asked) {
        Range range = narrow(asked);
        Map<Statement, Sums> statements = new LinkedHashMap<>();
        boolean isOfKind = asked.part().kind() != null;
        question.each("SELECT p.type, r.text, " + (isOfKind
                ? "count(*), count(*) FILTER (r.error), " + Sql.sum("r.nanos") + ", max(r.nanos)" + OF_KIND
                : PayloadSums.COLUMNS + rows("payload_rows")) + THEIRS + " GROUP BY ALL", row -> {
                    question.reserve(BYTES + Question.bytes(row.getString(2)));
                    statements.put(statement(row),
                            Sums.timed(row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)));
                }, arguments(asked, range));
        if (!isOfKind) {
            question.each("SELECT p.type, r.text, r.bucket, " + Sql.sum("r.payloads") + rows("payload_buckets") + THEIRS
                    + " GROUP BY ALL", row -> {
                        Sums sums = statements.get(statement(row));
                        if (sums != null && sums.addBucket(Meter.WALL.label(), row.getInt(3), row.getLong(4))) {
                            question.reserve(MergedHistogram.BYTES);
                        }
                    }, arguments(asked, range));
        }
        return new Part(comparison.side(asked, range, isOfKind ? kept(asked, range) : 0, Map.of()), statements);
    }

    /** The contexts that these payloads are of; one where there are none, so that nothing is divided by it. */
    private long kept(ComparedPart asked, Range range) {
        long[] contexts = new long[1];
        question.each("SELECT count(DISTINCT (instance, context))" + CONTEXTS, row -> contexts[0] = row.getLong(1),
                ofKind(asked, range));
        return Math.max(1, contexts[0]);
    }

    private static Statement statement(ResultSet row) throws SQLException {
        return new Statement(row.getString(1), row.getString(2));
    }

    private static boolean isOfAll(ComparedPart asked) {
        return asked.range().isOfAll() && asked.part().kind() == null;
    }

    /**
     * Both alike: the sums of an application tell fewer descriptions apart than those of its instances, so one beside the other would be new.
     * Single payloads are of instances.
     */
    private Range narrow(ComparedPart asked) {
        return isOfApplication ? question.total(asked.range()) : question.ofInstances(asked.range());
    }

    private static String rows(String table) {
        return " FROM " + table + " r" + PROBES + " AND r.to_micros > ? AND r.to_micros <= ?";
    }

    private static Object[] arguments(ComparedPart asked, Range range) {
        Object[] rows = range.with(range.fromMicros(), range.toMicros());
        return asked.part().kind() == null ? rows : Sql.join(rows, ofKind(asked, range));
    }

    private static Object[] ofKind(ComparedPart asked, Range range) {
        return range.with(Sql.join(new Object[]{range.toMicros(), range.fromMicros()}, asked.part().kind().with()));
    }
}

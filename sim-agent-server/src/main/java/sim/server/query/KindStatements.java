package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * How many statements the contexts of each kind ran while a probe recorded them, whichever are kept one by one. A statement is counted at its place, and
 * a kind has a row for each of its places. So the statements of a place are its kind's; where contexts of several kinds pass, or work outside of
 * contexts, they are shared out by the calls that each made there. One thread.
 */
final class KindStatements {
    private static final String PROBE = "sim.payload.library.jdbc.JdbcProbe";
    /** Of the calls at a place: so many may be missing in its kind at the ends of a range, because a context tells of them when it leaves a thread. */
    private static final double NEARLY_ALL = 0.95;
    private static final int BYTES = 400;

    private static final String RECORDINGS = "CREATE TEMP TABLE recorded AS SELECT r.instance, r.begin_micros AS begins, "
            + "CASE WHEN r.end_micros = 0 THEN " + Long.MAX_VALUE
            + " ELSE r.end_micros END AS ends FROM payload_recordings r JOIN "
            + "payload_probes p ON p.instance = r.instance AND p.probe = r.probe WHERE p.type = ? AND r.instance IN "
            + Range.INSTANCES + " QUALIFY row_number() OVER (PARTITION BY r.instance, r.recording, r.probe ORDER BY "
            + "r.batch DESC, r.end_micros DESC) = 1";
    /** Instances that did not record in all of the time in which they were seen. */
    private static final String UNRECORDED = "SELECT count(*) FROM instances i WHERE i.instance IN " + Range.INSTANCES
            + " AND i.last_seen_micros > ? AND i.started_micros <= ? AND NOT EXISTS (SELECT 1 FROM recorded r WHERE "
            + "r.instance = i.instance AND r.begins <= greatest(?, i.started_micros) AND r.ends >= least(?, i.last_seen_micros))";
    /** Of rows in the range, those in which statements were recorded. */
    private static final String THEN = " x.instance IN " + Range.INSTANCES
            + " AND x.to_micros > ? AND x.to_micros <= ?%s";
    private static final String WHILE_RECORDED = " AND EXISTS (SELECT 1 FROM recorded d WHERE d.instance = x.instance AND "
            + "d.begins < x.to_micros AND d.ends > x.to_micros - %d)";
    private static final String STATEMENTS = "WITH statements AS (SELECT x.instance, x.node, " + Sql.sum("x.payloads")
            + " AS statements FROM payload_rows x JOIN (SELECT DISTINCT instance, probe FROM payload_probes WHERE type = ? "
            + "UNION ALL SELECT '', number FROM probe_labels WHERE label = ?) p ON p.instance = x.instance AND p.probe = x.probe "
            + "WHERE%1$s GROUP BY x.instance, x.node), "
            + "kinds AS (SELECT x.instance, x.node, x.name, x.tag, sum(x.calls) AS calls FROM context_kind_rows x WHERE%1$s AND "
            + "x.node <> 0 AND (x.instance, x.node) IN (SELECT (instance, node) FROM statements) GROUP BY ALL), "
            + "passed AS (SELECT x.instance, x.node, sum(x.calls) AS calls FROM tree_rows x WHERE%1$s AND (x.instance, x.node) IN "
            + "(SELECT (instance, node) FROM statements) GROUP BY ALL), "
            + "shares AS (SELECT k.name, k.tag, k.calls, s.statements, greatest(coalesce(p.calls, 0), sum(k.calls) OVER (PARTITION "
            + "BY k.instance, k.node)) AS whole FROM kinds k JOIN statements s ON s.instance = k.instance AND s.node = k.node "
            + "LEFT JOIN passed p ON p.instance = k.instance AND p.node = k.node), "
            + "sums AS (SELECT name, tag, sum(CASE WHEN calls >= " + NEARLY_ALL + " * whole THEN statements ELSE "
            + "CAST(statements AS DOUBLE) * calls / whole END) AS statements, bool_or(calls < " + NEARLY_ALL
            + " * whole) AS is_shared FROM shares WHERE whole > 0 GROUP BY name, tag) "
            + "SELECT x.name, x.tag, " + Sql.sum("x.contexts")
            + " AS contexts, CAST(least(9e18, round(coalesce(max(s.statements), 0))) AS BIGINT) "
            + "AS statements, coalesce(bool_or(s.is_shared), false) AS is_shared FROM context_kinds x LEFT JOIN sums s ON "
            + "s.name = x.name AND s.tag = x.tag WHERE%1$s GROUP BY x.name, x.tag";

    private final Question question;
    private final Range range;

    KindStatements(Question question, Range range) {
        this.question = question;
        this.range = range;
    }

    /** Hands on each kind of which contexts ended while statements were recorded. */
    void each(BiConsumer<KindFilter, Map<String, Object>> kinds) {
        question.run(RECORDINGS, Sql.join(new Object[]{PROBE}, range.with()));
        if (count("SELECT count(*) FROM recorded") == 0) {
            return;
        }
        String then = String.format(THEN, "");
        if (count(UNRECORDED,
                range.with(range.fromMicros(), range.toMicros(), range.fromMicros(), range.toMicros())) > 0) {
            question.chart(range, ErrorQuery.STEPS); // the sums of all instances do not say which of them recorded
            then = String.format(THEN, String.format(WHILE_RECORDED, question.slice().stepMicros()));
        }
        Object[] once = range.with(range.fromMicros(), range.toMicros());
        Object[] all = Sql.join(new Object[]{PROBE, PROBE}, once);
        for (int more = 0; more < 3; more++) {
            all = Sql.join(all, once);
        }
        question.each(String.format(STATEMENTS, then), row -> {
            question.reserve(BYTES);
            Map<String, Object> statements = new LinkedHashMap<>();
            statements.put("count", row.getLong("statements"));
            statements.put("contexts", row.getLong("contexts"));
            statements.put("shared", row.getBoolean("is_shared"));
            kinds.accept(new KindFilter(row.getString("name"), row.getString("tag")), statements);
        }, all);
    }

    private long count(String sql, Object... arguments) {
        long[] count = new long[1];
        question.each(sql, row -> count[0] = row.getLong(1), arguments);
        return count[0];
    }
}

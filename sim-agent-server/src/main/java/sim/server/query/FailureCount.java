package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/**
 * How many failures the rows of an {@link ErrorQuery} come to together, each once, however many rows are asked for. Reads its tables. One thread.
 *
 * What is kept is counted, too. Exceptions for which the program, or the store, has no type or place left are counted as {@code [other]}, while those
 * of them that are kept have their own type: these are taken for a part of that count. So are those that are kept at a place, where their type is counted
 * without one, as past the bound on places of a program. A kept request in which no failed call is known has most
 * likely failed by an exception that is counted at a place.
 */
final class FailureCount {
    private static final String OTHER = "'[other]'";
    /** What a search matches whole: the type or the place. What is counted has no message. */
    static final String MATCHED = "(contains(lower(c.type), lower(?)) OR "
            + "contains(lower(coalesce(c.owner || '.' || c.member, '')), lower(?)))";

    /** The parameters are those of {@link #MATCHED}, where {@code %s} stands for it. */
    private static final String ALL = "WITH told AS (SELECT * FROM counted c WHERE %s), "
            + "folding AS (SELECT count(*) > 0 AS is_there FROM counted WHERE type = " + OTHER + "), "
            + "kept AS (SELECT o.type, o.owner, o.member, count(*) AS ones, max(c.type) IS NULL AND any_value(is_there) "
            + "AS is_folded, max(c.type) IS NULL AND o.type IN (SELECT type FROM counted WHERE owner IS NULL) AS is_placeless FROM origins o CROSS JOIN folding LEFT JOIN counted c ON c.type = o.type AND "
            + "c.owner = o.owner AND c.member = o.member GROUP BY o.type, o.owner, o.member), "
            // by what counts them; all that is [other] is one, because a place may be folded as well
            + "sorted AS (SELECT CASE WHEN is_folded AND NOT is_placeless THEN " + OTHER + " ELSE type END AS type, "
            + "CASE WHEN NOT is_folded AND NOT is_placeless THEN owner END AS owner, "
            + "CASE WHEN NOT is_folded AND NOT is_placeless THEN member END AS member, ones, 0 AS counts FROM kept "
            + "UNION ALL SELECT type, CASE WHEN type <> " + OTHER + " THEN owner END, CASE WHEN type <> " + OTHER
            + " THEN member END, 0, failures FROM told), "
            + "calls AS (SELECT type, sum(greatest(ones, counts)) AS failed, sum(counts) > 0 AS is_told FROM (SELECT type, "
            + "sum(ones) AS ones, sum(counts) AS counts FROM sorted GROUP BY type, owner, member) GROUP BY type), "
            + "requests AS (SELECT CASE WHEN is_there AND type NOT IN (SELECT type FROM counted) THEN " + OTHER
            + " ELSE type END AS type, count(*) AS alone FROM alone CROSS JOIN folding GROUP BY ALL), "
            + "types AS (SELECT type, sum(failed) AS failed, sum(alone) AS alone, bool_or(is_told) AS is_told FROM ("
            + "SELECT type, failed, 0 AS alone, is_told FROM calls UNION ALL "
            + "SELECT type, 0, alone, false FROM requests) GROUP BY type) "
            + "SELECT coalesce(" + Sql.sum("CASE WHEN is_told THEN greatest(failed, alone) ELSE failed + alone END")
            + ", 0) AS failures, (SELECT count(*) FROM kept) + (SELECT count(*) FROM (SELECT DISTINCT type, name, tag FROM "
            + "alone)) + (SELECT count(*) FROM told t WHERE NOT EXISTS (SELECT 1 FROM kept k WHERE k.type = t.type AND "
            + "k.owner = t.owner AND k.member = t.member)) AS sorts FROM types";

    private FailureCount() {}

    /**
     * Adds the count, and how many rows there are.
     *
     * @param search what failures contain
     * @param isOfAll false of chosen contexts: nobody knows which of what is only counted was in them
     */
    static void read(Question question, String search, boolean isOfAll, Map<String, Object> into) {
        Object[] arguments = isOfAll ? new Object[]{search, search} : new Object[0];
        question.each(String.format(ALL, isOfAll ? MATCHED : "false"), row -> put(into, row), arguments);
    }

    private static void put(Map<String, Object> into, ResultSet row) throws SQLException {
        into.put("failures", row.getLong("failures"));
        into.put("sorts", row.getLong("sorts"));
    }
}

package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** The sums of payloads: as columns of a query, and as they are told. */
final class PayloadSums {
    /** Four columns: payloads, errors, total and max. */
    static final String COLUMNS = Sql.sum("r.payloads") + " AS payloads, " + Sql.sum("r.errors") + " AS errors, "
            + Sql.sum("r.total") + " AS total, max(r.max) AS max";

    long count;
    long errors;
    long total;
    long max;

    void add(ResultSet row) throws SQLException {
        count += row.getLong("payloads");
        errors += row.getLong("errors");
        total += row.getLong("total");
        max = Math.max(max, row.getLong("max"));
    }

    void add(PayloadSums more) {
        count += more.count;
        errors += more.errors;
        total += more.total;
        max = Math.max(max, more.max);
    }

    Map<String, Object> describe(Map<String, Object> into) {
        into.put("count", count);
        into.put("errors", errors);
        into.put("total", total);
        into.put("mean", count == 0 ? 0 : total / count);
        into.put("max", max);
        return into;
    }
}

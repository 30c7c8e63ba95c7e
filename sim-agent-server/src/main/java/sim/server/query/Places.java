package sim.server.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the call trees of an application's instances with what their nodes gained in a range; or, for a context, with all
 * the work in the contexts that fall into the range, which has no histogram.
 */
final class Places {
    private static final String SUMS = "SELECT instance, node, cast(sum(calls) AS BIGINT) AS calls, "
            + "cast(sum(errors) AS BIGINT) AS errors" + Sql.sums("total") + Sql.sums("self") + Sql.largest("max")
            + " FROM ";

    private Places() {}

    static List<Place> read(Connection connection, Range range, Work work) throws SQLException {
        Map<String, Map<Integer, Place>> byInstance = new HashMap<>();
        List<Place> places = new ArrayList<>();
        Sql.list(connection, "SELECT n.instance, n.node, n.parent, m.owner, m.member, "
                + "s.standing IN ('DISABLED', 'OFF') AND NOT coalesce(?, i.shows_disabled, false) "
                + "FROM nodes n JOIN names m ON m.instance = n.instance AND m.name = n.name "
                + "JOIN instances i ON i.instance = n.instance "
                + "LEFT JOIN scores s ON s.instance = n.instance AND s.name = n.name "
                + "WHERE n.instance IN " + Range.INSTANCES
                + " ORDER BY n.instance, n.node", row -> {
                    Map<Integer, Place> known = byInstance.computeIfAbsent(row.getString(1), i -> new HashMap<>());
                    Place place = new Place(row.getString(4), row.getString(5), known.get(row.getInt(3)),
                            row.getBoolean(6));
                    known.put(row.getInt(2), place);
                    places.add(place);
                    return place;
                }, range.after(work.disabled()));
        Sql.Row<Place> sums = row -> {
            Place place = byInstance.getOrDefault(row.getString(1), Map.of()).get(row.getInt(2));
            if (place != null) {
                place.sums = Sums.of(row);
            }
            return place;
        };
        ContextFilter filter = work.context();
        if (filter != null) {
            Sql.list(connection, SUMS + "(SELECT r.* FROM context_rows r JOIN (SELECT instance, context, sequence "
                    + "FROM contexts WHERE start_micros <= ? AND (end_micros = 0 OR to_micros > ?)) c "
                    + "USING (instance, context, sequence) WHERE " + ContextFilter.on("r.context", filter)
                    + ") WHERE instance IN " + Range.INSTANCES + " GROUP BY instance, node", sums,
                    Sql.join(new Object[]{range.toMicros(), range.fromMicros()},
                            ContextFilter.arguments(filter, range.with())));
            return places;
        }
        Sql.list(connection, SUMS + "tree_rows WHERE instance IN " + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ? GROUP BY instance, node", sums,
                range.with(range.fromMicros(), range.toMicros()));
        Sql.list(connection, "SELECT r.instance, r.node, e.label, cast(sum(r.total) AS BIGINT), "
                + "cast(sum(r.self) AS BIGINT), max(r.max) FROM extra_rows r JOIN extra_meters e "
                + "ON e.instance = r.instance AND e.meter = r.meter WHERE r.instance IN " + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ? GROUP BY r.instance, r.node, e.label", row -> {
                    Place place = byInstance.getOrDefault(row.getString(1), Map.of()).get(row.getInt(2));
                    if (place != null && place.sums != null) {
                        place.sums.addExtra(row.getString(3), row.getLong(4), row.getLong(5), row.getLong(6), true);
                    }
                    return place;
                }, range.with(range.fromMicros(), range.toMicros()));
        Sql.list(connection, "SELECT instance, node, bucket, cast(sum(calls) AS BIGINT) FROM wall_buckets "
                + "WHERE instance IN " + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ? GROUP BY instance, node, bucket", row -> {
                    Place place = byInstance.getOrDefault(row.getString(1), Map.of()).get(row.getInt(2));
                    if (place != null && place.sums != null) {
                        place.sums.addBucket(row.getInt(3), row.getLong(4));
                    }
                    return place;
                }, range.with(range.fromMicros(), range.toMicros()));
        return places;
    }
}

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

    static List<Place> read(Connection connection, Range range, ContextFilter filter) throws SQLException {
        Map<String, Map<Integer, Place>> byInstance = new HashMap<>();
        List<Place> places = new ArrayList<>();
        Sql.list(connection, "SELECT n.instance, n.node, n.parent, m.owner, m.member FROM nodes n JOIN names m "
                + "ON m.instance = n.instance AND m.name = n.name WHERE n.instance IN " + Range.INSTANCES
                + " ORDER BY n.instance, n.node", row -> {
                    Map<Integer, Place> known = byInstance.computeIfAbsent(row.getString(1), i -> new HashMap<>());
                    Place place = new Place(row.getString(4), row.getString(5), known.get(row.getInt(3)));
                    known.put(row.getInt(2), place);
                    places.add(place);
                    return place;
                }, range.with());
        Sql.Row<Place> sums = row -> {
            Place place = byInstance.getOrDefault(row.getString(1), Map.of()).get(row.getInt(2));
            if (place != null) {
                place.sums = Sums.of(row);
            }
            return place;
        };
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

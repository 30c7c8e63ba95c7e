package sim.server.query;

import java.util.HashMap;
import java.util.Map;
import sim.model.snapshot.Unread;

/**
 * What was not read of the calls of places in a range, for sums of a part of these calls: the rows of contexts and kinds do not say it themselves. How many of a
 * part's calls it were is not known, but how many at least: as many as the calls elsewhere do not make up for, and one where any was not read. One
 * thread.
 */
final class UnreadPlaces {
    private static final int BYTES = 120;
    private static final String ANY = "(no_time > 0 OR no_cpu > 0 OR no_contention > 0 OR mixed <> 0)";

    private final Map<Integer, Place> places = new HashMap<>();

    private record Place(long calls, Unread unread) {}

    private UnreadPlaces() {}

    /** Of the instances on which a condition is true. Where everything was read, one statement looks at four columns, until the first row. */
    static UnreadPlaces read(Question question, Range range, Forest forest, String instances) {
        UnreadPlaces found = new UnreadPlaces();
        if (!question.has("tree_rows")) {
            return found;
        }
        String rows = " FROM tree_rows WHERE " + question.during(range, "instance", "to_micros") + " AND " + instances;
        boolean[] isAny = new boolean[1];
        question.each("SELECT 1" + rows + " AND " + ANY + " LIMIT 1", row -> isAny[0] = true);
        if (isAny[0]) {
            question.each("SELECT instance, node, " + Sql.sum("calls") + ", " + PlaceSums.UNREAD + rows
                    + " GROUP BY instance, node HAVING bool_or(" + ANY + ")", row -> {
                        int place = forest.find(row.getString(1), row.getInt(2));
                        if (place != Forest.NONE) {
                            question.reserve(BYTES);
                            found.places.put(place, new Place(row.getLong(3), PlaceSums.unread(row)));
                        }
                    });
        }
        return found;
    }

    /**
     * Of some calls of a place.
     *
     * @param isRead whether one of them was read for sure, as one that has something of its own
     */
    Unread of(int place, long calls, boolean isRead) {
        Place known = places.get(place);
        if (known == null) {
            return Unread.NOTHING;
        }
        long most = isRead ? calls - 1 : calls;
        long elsewhere = Math.max(0, known.calls - calls);
        Unread unread = known.unread;
        return new Unread(atLeast(unread.time(), elsewhere, most), atLeast(unread.cpu(), elsewhere, most),
                atLeast(unread.contention(), elsewhere, most), unread.mixed());
    }

    private static long atLeast(long unread, long elsewhere, long most) {
        return unread == 0 ? 0 : Math.max(0, Math.min(most, Math.max(1, unread - elsewhere)));
    }
}

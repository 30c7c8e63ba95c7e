package sim.server.query;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The names of some instances that are switched off now, and since when. One thread. */
final class OffNames {
    private static final int BYTES = 120;

    /** Since when, microseconds since the epoch; 0 where it is not known. Absent: the name is on everywhere. */
    private final Map<Sort.Method, Long> since = new HashMap<>();

    private OffNames() {}

    static OffNames read(Question question, Range range) {
        OffNames names = new OffNames();
        question.each(
                "SELECT m.owner, m.member, max(v.since) FROM scores s JOIN names m ON m.instance = s.instance AND "
                        + "m.name = s.name LEFT JOIN (SELECT instance, name, max(time_micros) AS since FROM verdicts WHERE "
                        + "to_standing IN ('DISABLED', 'OFF') GROUP BY instance, name) v ON v.instance = s.instance AND "
                        + "v.name = s.name WHERE s.standing IN ('DISABLED', 'OFF') AND s.instance IN " + Range.INSTANCES
                        + " GROUP BY m.owner, m.member",
                row -> {
                    question.reserve(BYTES + Question.bytes(row.getString(1)) + Question.bytes(row.getString(2)));
                    names.since.put(new Sort.Method(row.getString(1), row.getString(2)), row.getLong(3));
                }, range.with());
        return names;
    }

    int size() {
        return since.size();
    }

    boolean has(Sort.Method method) {
        return since.containsKey(method);
    }

    /** Since when a name is off, microseconds; 0 where that is not known. */
    long since(Sort.Method method) {
        return since.getOrDefault(method, 0L);
    }

    /** Adds {@code off}, if a name is off. */
    void mark(Sort.Method method, Map<String, Object> row) {
        Long moment = since.get(method);
        if (moment != null) {
            Map<String, Object> off = new LinkedHashMap<>();
            off.put("since", moment == 0 ? null : moment / 1000);
            row.put("off", off);
        }
    }

    /** How many names, and the moment before which the last of them was on. */
    Map<String, Object> describe(Stream<Sort.Method> methods) {
        long[] of = new long[2];
        methods.forEach(method -> {
            of[0]++;
            of[1] = Math.max(of[1], since(method));
        });
        Map<String, Object> folded = new LinkedHashMap<>();
        folded.put("names", of[0]);
        folded.put("before", of[1] == 0 ? null : of[1] / 1000);
        return folded;
    }
}

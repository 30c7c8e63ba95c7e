package sim.server.query;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import sim.model.snapshot.Level;

/** The names of the instances with rows in a range of which not everything is read now: at which level they are, and since when. One thread. */
final class NameLevels {
    private static final int BYTES = 160;
    static final String IS_OFF = "(s.level = 'OFF' OR s.standing IN ('DISABLED', 'OFF'))";

    /** The lowest level of a name in any instance, since when there, in microseconds since the epoch (0: not known), and one call in how many is read. */
    private record Known(Level level, long since, int oneIn) {}

    private final Map<Sort.Method, Known> levels = new HashMap<>();
    private int off;

    private NameLevels() {}

    static NameLevels read(Question question, Range range) {
        NameLevels names = new NameLevels();
        question.each("SELECT m.owner, m.member, CASE WHEN " + IS_OFF + " THEN 'OFF' ELSE s.level END AS level, "
                + "max(coalesce(nullif(s.level_micros, 0), v.since, 0)), max(s.one_in) FROM scores s JOIN names m ON "
                + "m.instance = s.instance AND m.name = s.name LEFT JOIN (SELECT instance, name, max(time_micros) AS since "
                + "FROM verdicts WHERE to_standing IN ('DISABLED', 'OFF') GROUP BY instance, name) v ON v.instance = "
                + "s.instance AND v.name = s.name WHERE (s.level <> 'ALL' OR " + IS_OFF + ") AND s.instance IN "
                + Range.INSTANCES + " AND s.instance IN " + question.activeInstances(range) + " GROUP BY ALL", row -> {
                    question.reserve(BYTES + Question.bytes(row.getString(1)) + Question.bytes(row.getString(2)));
                    names.levels.merge(new Sort.Method(row.getString(1), row.getString(2)),
                            new Known(Level.valueOf(row.getString(3)), row.getLong(4), row.getInt(5)),
                            (a, b) -> a.level.compareTo(b.level) >= 0 ? a : b);
                }, range.with());
        names.off = (int) names.levels.values().stream().filter(known -> known.level == Level.OFF).count();
        return names;
    }

    /** How many names are off. */
    int off() {
        return off;
    }

    boolean isOff(Sort.Method method) {
        Known known = levels.get(method);
        return known != null && known.level == Level.OFF;
    }

    /** Adds {@code off} for a name that is off, and {@code level} for one of which not everything is read. */
    void mark(Sort.Method method, Map<String, Object> row) {
        Known known = levels.get(method);
        if (known == null) {
            return;
        }
        Map<String, Object> mark = new LinkedHashMap<>();
        mark.put("since", known.since == 0 ? null : known.since / 1000);
        if (known.level == Level.OFF) {
            row.put("off", mark);
            return;
        }
        mark.put("is", known.level.name().toLowerCase(Locale.ROOT));
        mark.put("oneIn", known.oneIn);
        row.put("level", mark);
    }

    /** How many names, and the moment before which the last of them was on. */
    Map<String, Object> describe(Stream<Sort.Method> methods) {
        long[] of = new long[2];
        methods.forEach(method -> {
            of[0]++;
            of[1] = Math.max(of[1], isOff(method) ? levels.get(method).since : 0);
        });
        Map<String, Object> folded = new LinkedHashMap<>();
        folded.put("names", of[0]);
        folded.put("before", of[1] == 0 ? null : of[1] / 1000);
        return folded;
    }
}

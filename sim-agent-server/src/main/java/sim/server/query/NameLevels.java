package sim.server.query;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import sim.model.snapshot.Level;

/** The names of the instances with rows in a range of which not everything is read now, at which level they are, and since when; and for how long others were off. One thread. */
final class NameLevels {
    private static final int BYTES = 160;
    static final String IS_OFF = "(s.level = 'OFF' OR s.standing IN ('DISABLED', 'OFF'))";

    /** The lowest level of a name in any instance, since when there, in microseconds since the epoch (0: not known), and one call in how many is read. */
    private record Known(Level level, long since, int oneIn) {}

    private final Map<Sort.Method, Known> levels = new HashMap<>();
    /** For how long names were off in the range that were switched on again, ns; in the instance in which that is longest. */
    private final Map<Sort.Method, Long> offNanos = new HashMap<>();
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
        names.readOffNanos(question, range);
        names.off = (int) names.levels.values().stream().filter(known -> known.level == Level.OFF).count();
        return names;
    }

    /** Of a name that is off now the time since its last verdict does not count: it says since when. Nor does what was before a verdict that is not kept. */
    private void readOffNanos(Question question, Range range) {
        String goesOff = "to_standing IN ('DISABLED', 'OFF')";
        String switches = "(" + goesOff + ") <> (from_standing IN ('DISABLED', 'OFF'))";
        String from = Long.toString(range.fromMicros());
        String to = Long.toString(range.toMicros());
        question.each("SELECT m.owner, m.member, max(v.micros) FROM (SELECT instance, name, "
                + Sql.sum("least(time_micros, " + to + ") - greatest(since, " + from + ")") + " AS micros FROM ("
                + "SELECT instance, name, time_micros, " + goesOff
                + " AS goes_off, lag(time_micros) OVER each AS since, "
                + "lag(" + goesOff + ") OVER each AS was_off FROM verdicts WHERE " + switches
                + " AND (instance, name) IN (SELECT instance, name FROM verdicts WHERE " + switches + " AND NOT "
                + goesOff + " AND time_micros > " + from + " AND instance IN " + Range.INSTANCES + " AND instance IN "
                + question.activeInstances(range) + ") WINDOW each AS (PARTITION BY instance, name ORDER BY sequence)) "
                + "WHERE was_off AND NOT goes_off AND time_micros > " + from + " AND since < " + to
                + " GROUP BY instance, name) v JOIN names m ON m.instance = v.instance AND m.name = v.name GROUP BY ALL",
                row -> {
                    question.reserve(BYTES + Question.bytes(row.getString(1)) + Question.bytes(row.getString(2)));
                    offNanos.put(new Sort.Method(row.getString(1), row.getString(2)), row.getLong(3) * 1_000);
                }, range.with());
    }

    /** How many names are off. */
    int off() {
        return off;
    }

    boolean isOff(Sort.Method method) {
        Known known = levels.get(method);
        return known != null && known.level == Level.OFF;
    }

    /** Adds {@code off} for a name that is off, {@code level} for one of which not everything is read, and {@code offNanos} for one that was off for a time. */
    void mark(Sort.Method method, Map<String, Object> row) {
        Long nanos = offNanos.get(method);
        if (nanos != null) {
            row.put("offNanos", nanos);
        }
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

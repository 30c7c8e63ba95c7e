package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sim.model.text.Text;
import sim.wire.Wire;

/**
 * What charts over time are marked with: processes that started or ended, another version of the program, what was decided of names or asked for
 * at the server, and recordings. What happens within a small part of the range is one mark with a number. One thread.
 */
final class Marks {
    /** Parts of a range: marks that are closer together could not be told apart on a chart. */
    private static final int PARTS = 200;
    /** Characters of a mark's text. */
    private static final int LONGEST = 200;
    private static final int BYTES = 600;
    /** How the reason of a verdict begins that somebody asked for. */
    private static final String ASKED = "asked for at the agent server";

    private static final String STARTS = "SELECT started_micros AS first, started_micros AS last, 1 AS number, instance, "
            + "CASE WHEN version <> '' AND version <> coalesce(lag(nullif(version, '') IGNORE NULLS) OVER (ORDER BY started_micros, instance), "
            + "version) THEN 'version' ELSE 'start' END AS kind, "
            + "CASE WHEN version = '' THEN '' ELSE version || ' on ' END || host || ', process ' || pid AS text "
            // what ran before is what any process of the application ran, whichever are asked for
            + "FROM instances WHERE application = ? QUALIFY instance IN " + Range.INSTANCES
            + " AND started_micros > ? AND started_micros <= ?";
    private static final String ENDS = "SELECT last_seen_micros AS first, last_seen_micros AS last, 1 AS number, instance, "
            + "CASE WHEN c.kind IS NULL THEN 'lost' ELSE 'end' END AS kind, host || ', process ' || pid AS text "
            + "FROM instances LEFT JOIN (SELECT instance, kind FROM counters WHERE kind = '" + Wire.ENDED
            + "') c USING (instance) WHERE instance IN " + Range.INSTANCES
            + " AND last_seen_micros > ? AND last_seen_micros <= ?";
    private static final String VERDICTS = "SELECT min(time_micros) AS first, max(time_micros) AS last, count(*) AS number, "
            + "'' AS instance, CASE WHEN starts_with(reason, '" + ASKED
            + "') THEN 'control' ELSE 'verdict' END AS kind, "
            + "arg_min(m.owner || '.' || m.member || ': ' || CASE WHEN from_standing = to_standing THEN 'read ' || "
            + "lower(to_level) ELSE lower(to_standing) END, time_micros) AS text FROM verdicts v JOIN names m ON m.instance = v.instance AND "
            + "m.name = v.name WHERE v.instance IN " + Range.INSTANCES
            + " AND time_micros > ? AND time_micros <= ? GROUP BY kind, time_micros // %d";
    private static final String RECORDINGS = "SELECT begin_micros AS first, begin_micros AS last, 1 AS number, instance, "
            + "'recording' AS kind, p.name || ' records' AS text FROM (SELECT DISTINCT instance, probe, begin_micros "
            + "FROM payload_recordings) r JOIN (SELECT DISTINCT instance, probe, name FROM payload_probes) p USING (instance, probe) "
            + "WHERE instance IN " + Range.INSTANCES + " AND begin_micros > ? AND begin_micros <= ?";

    private final Question question;
    private final Range range;
    private final Set<String> connected;
    private final long part;
    /** By part of the range and kind. */
    private final Map<Long, Map<String, Mark>> marks = new TreeMap<>();

    private static final class Mark {
        long first;
        long last;
        long number;
        String text;
    }

    Marks(Question question, Range range, Set<String> connected) {
        this.question = question;
        this.range = range;
        this.connected = connected;
        this.part = Math.max(1, (range.toMicros() - range.fromMicros()) / PARTS);
    }

    /** Writes the newest, in the order of time; returns how many were left out. */
    int read(int limit, Answer answer) {
        question.each(STARTS, this::add, range.after(range.application(), range.fromMicros(), range.toMicros()));
        for (String each : List.of(ENDS, String.format(VERDICTS, part), RECORDINGS)) {
            question.each(each, this::add, range.with(range.fromMicros(), range.toMicros()));
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        marks.values().forEach(kinds -> kinds.forEach((kind, mark) -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("time", mark.first / 1_000);
            row.put("last", mark.last / 1_000);
            row.put("kind", kind);
            row.put("count", mark.number);
            row.put("text", mark.text);
            rows.add(row);
        }));
        rows.sort(Comparator.comparing(row -> (Long) row.get("time")));
        int leftOut = Math.max(0, rows.size() - limit);
        rows.subList(leftOut, rows.size()).forEach(answer::row);
        return leftOut;
    }

    private void add(ResultSet row) throws SQLException {
        String kind = row.getString("kind");
        if ((kind.equals("end") || kind.equals("lost")) && connected.contains(row.getString("instance"))) {
            return;
        }
        long first = row.getLong("first");
        Mark mark = marks.computeIfAbsent(first / part, added -> new TreeMap<>()).computeIfAbsent(kind, added -> {
            question.reserve(BYTES);
            return new Mark();
        });
        if (mark.number == 0 || first < mark.first) {
            mark.first = first;
            mark.text = Text.cut(row.getString("text"), LONGEST);
        }
        mark.last = Math.max(mark.last, row.getLong("last"));
        mark.number += row.getLong("number");
    }
}

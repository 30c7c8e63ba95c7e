package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The control objects of a payload probe: those with payloads in the range, and those that were open in it without a payload, such as a
 * stream that nobody reads. One thread.
 */
final class ControlObjects {
    private static final String OTHER = "[other]";
    /** Heap bytes of an object's name, and of its row. */
    private static final int NAME = 120;
    private static final int ROW = 400;

    private static final String LAST_KNOWN = "SELECT o.* FROM payload_objects o JOIN (SELECT DISTINCT instance, probe "
            + "FROM payload_probes WHERE type = ?) p ON p.instance = o.instance AND p.probe = o.probe WHERE o.instance IN "
            + Range.INSTANCES + " QUALIFY row_number() OVER (PARTITION BY o.instance, o.object "
            + "ORDER BY o.batch DESC, o.closed_micros DESC) = 1";

    private final Question question;
    private final Range range;
    private final PayloadFilter filter;
    private final Answer answer;

    ControlObjects(Question question, Range range, PayloadFilter filter, Answer answer) {
        this.question = question;
        this.range = range;
        this.filter = filter;
        this.answer = answer;
    }

    /** Their names, by instance and number. */
    Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        each(row -> {
            question.reserve(NAME);
            names.put(key(row), row.getString("name"));
        });
        return names;
    }

    /**
     * Hands on a row an object: the costliest first, then those without a payload, the one that was opened first before the others.
     *
     * @param open whether only those that are still open are wanted, the one that was opened first before the others
     */
    void sums(Page page, boolean open) {
        Map<String, Sums> all = new LinkedHashMap<>();
        EventTypes types = EventTypes.read(question, filter.probe());
        question.each("SELECT r.instance, r.probe, r.object, r.type, max(r.to_micros) AS last, " + PayloadSums.COLUMNS
                + filter.from("payload_object_rows", "to_micros") + " GROUP BY r.instance, r.probe, r.object, r.type",
                row -> of(all, row).add(row, types.of(row)), filter.with(range));
        eachOpen(row -> of(all, row));
        each(row -> {
            Sums known = all.get(key(row));
            if (known != null) {
                known.describe(row);
            }
        });
        List<Sums> rows = all.values().stream().filter(each -> each.isOpen || !open)
                .sorted(Comparator.comparingLong((Sums each) -> open ? 0 : -each.sums.total)
                        .thenComparingLong(each -> each.opened).thenComparing(each -> each.key))
                .toList();
        answer.of(page).rows(range, "objects", () -> rows.subList(page.from(rows.size()), page.to(rows.size()))
                .forEach(each -> answer.row(each.row())));
    }

    private Sums of(Map<String, Sums> all, ResultSet row) throws SQLException {
        String key = key(row);
        Sums known = all.get(key);
        if (known == null) {
            question.reserve(ROW);
            known = new Sums(row.getString("instance"), row.getLong("object"));
            all.put(key, known);
        }
        return known;
    }

    /**
     * Hands on a line an object, the longest used first, with what it did when: single events where there are, otherwise the sums of each
     * batch. A span tells its start, duration and type, and whether it is a sum. An object without a payload has no span.
     *
     * @param limit the most spans, and the most objects without one
     */
    void timeline(int limit) {
        EventTypes types = EventTypes.read(question, filter.probe());
        Map<String, List<Map<String, Object>>> spans = new LinkedHashMap<>();
        question.each("SELECT * FROM (SELECT r.*" + filter.from("payload_events", "start_micros")
                + " AND r.kind = 'PAYLOAD' AND r.object <> 0 ORDER BY r.start_micros DESC LIMIT ?) ORDER BY start_micros",
                row -> span(spans, row, types.of(row), row.getLong("start_micros"), row.getLong("nanos"), false),
                filter.with(range, limit));
        if (spans.isEmpty()) {
            question.each("SELECT * FROM (SELECT r.*" + filter.from("payload_object_rows", "to_micros")
                    + " AND r.object <> 0 ORDER BY r.to_micros DESC LIMIT ?) ORDER BY to_micros",
                    row -> span(spans, row, types.of(row), row.getLong("to_micros") - row.getLong("total") / 1000,
                            row.getLong("total"), true),
                    filter.with(range, limit));
        }
        int[] left = {limit};
        eachOpen(row -> {
            if (!spans.containsKey(key(row)) && left[0]-- > 0) {
                spans.put(key(row), List.of());
            }
        });
        Map<String, Map<String, Object>> lines = new LinkedHashMap<>();
        each(row -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("instance", row.getString("instance"));
            line.put("object", row.getLong("object"));
            line.put("name", row.getString("name"));
            line.put("openedMicros", row.getLong("opened_micros"));
            line.put("closedMicros", row.getLong("closed_micros") == 0 ? null : row.getLong("closed_micros"));
            lines.put(key(row), line);
        });
        answer.rows(range, "lines", () -> spans.forEach((key, all) -> {
            Map<String, Object> line = lines.getOrDefault(key, new LinkedHashMap<>(Map.of("name",
                    key.endsWith(" -1") ? OTHER : "#" + key.substring(key.lastIndexOf(' ') + 1))));
            line.put("spans", all);
            answer.row(line);
        }));
    }

    private static void span(Map<String, List<Map<String, Object>>> spans, ResultSet row, String type, long start,
            long nanos, boolean sum) throws SQLException {
        spans.computeIfAbsent(key(row), added -> new ArrayList<>())
                .add(Map.of("startMicros", start, "durationNanos", nanos, "type", type == null ? "" : type, "sum",
                        sum));
    }

    /** The last that is known of each object. */
    private void each(Row each) {
        question.each(LAST_KNOWN, each::read, Sql.join(new Object[]{filter.probe()}, range.with()));
    }

    /**
     * Those that were open at some time in the range, or in the recording, while their process ran; the one that was opened first before the
     * others.
     */
    private void eachOpen(Row each) {
        String then = " WHERE opened_micros > 0 AND opened_micros <= ? AND (closed_micros = 0 OR closed_micros > ?)"
                + " AND (? IS NULL OR instance = ?) AND instance IN (SELECT instance FROM instances WHERE last_seen_micros > ?)"
                + " ORDER BY opened_micros";
        PayloadSpan span = PayloadSpan.of(question, range, filter);
        question.each("SELECT * FROM (" + LAST_KNOWN + ")" + then, each::read,
                Sql.join(new Object[]{filter.probe()}, range.with(span.toMicros(), span.fromMicros(),
                        filter.recordingOf(), filter.recordingOf(), span.fromMicros())));
    }

    private static String key(ResultSet row) throws SQLException {
        return row.getString("instance") + " " + row.getLong("object");
    }

    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    /** What the payloads of an object took. */
    private static final class Sums {
        private final PayloadSums sums = new PayloadSums();
        private final Map<String, Object> row = new LinkedHashMap<>();
        private final Map<String, Object> types = new LinkedHashMap<>();
        private Long lastUsed;
        private long opened = Long.MAX_VALUE;
        private boolean isOpen;
        private final String key;

        private Sums(String instance, long object) {
            key = instance + ' ' + object;
            row.put("instance", instance);
            row.put("object", object == 0 ? null : object);
            row.put("name", object == 0 ? null : object < 0 ? OTHER : "#" + object);
        }

        private void add(ResultSet read, String type) throws SQLException {
            PayloadSums some = new PayloadSums();
            some.add(read);
            sums.add(some);
            types.put(type == null ? "default" : type, some.describe(new LinkedHashMap<>()));
            long last = read.getLong("last") / 1000;
            lastUsed = lastUsed == null ? last : Math.max(lastUsed, last);
        }

        private void describe(ResultSet known) throws SQLException {
            opened = known.getLong("opened_micros");
            row.put("name", known.getString("name"));
            row.put("opened", opened / 1000);
            row.put("closed",
                    known.getLong("closed_micros") == 0 ? null : known.getLong("closed_micros") / 1000);
            isOpen = known.getLong("closed_micros") == 0;
            row.put("end", known.getString("ended").toLowerCase(Locale.ROOT));
        }

        private Map<String, Object> row() {
            row.put("lastUsed", lastUsed);
            row.put("types", types);
            return sums.describe(row);
        }
    }
}

package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Standing;

/** Reads where names stand with the hotspot extension, and how they came there. */
final class HotspotQuery {
    private static final String NAMED = "m.owner, m.member, m.owner || '.' || m.member AS full_name ";

    private HotspotQuery() {}

    static void scores(Question question, Range range, Standing standing, String search, Page page, Answer answer) {
        String wanted = standing == null ? null : standing.name();
        question.each("SELECT s.*, v.*, " + NAMED
                + "FROM scores s JOIN names m ON m.instance = s.instance AND m.name = s.name "
                + "LEFT JOIN (SELECT instance AS i, name AS n, sequence, time_micros, from_standing, to_standing, reason, "
                + "from_level, to_level "
                + "FROM verdicts QUALIFY row_number() OVER (PARTITION BY instance, name ORDER BY sequence DESC) = 1) v "
                + "ON v.i = s.instance AND v.n = s.name "
                // a verdict of after the range moves no name to another page
                + "LEFT JOIN (SELECT instance AS oi, name AS o, max(time_micros) AS told FROM verdicts WHERE time_micros <= ? "
                + "GROUP BY ALL) ON oi = s.instance AND o = s.name WHERE s.instance IN " + Range.INSTANCES
                + " AND (? IS NULL OR s.standing = ?) AND contains(lower(full_name), ?) "
                + "ORDER BY told DESC NULLS LAST, full_name, s.instance LIMIT ? OFFSET ?", row -> {
                    if (!page.takes()) {
                        return;
                    }
                    Map<String, Object> score = named(row);
                    score.put("standing", row.getString("standing").toLowerCase(Locale.ROOT));
                    score.put("balance", row.getLong("balance"));
                    score.put("trials", row.getInt("trials"));
                    level(row, score);
                    row.getLong("sequence");
                    score.put("verdict", row.wasNull() ? null : verdict(row));
                    answer.row(score);
                }, Sql.join(new Object[]{range.toMicros()}, range.with(wanted, wanted, search.toLowerCase(Locale.ROOT),
                        page.asked(), page.offset())));
    }

    static void verdicts(Question question, Range range, String search, Page page, Answer answer) {
        question.each("SELECT v.*, " + NAMED
                + "FROM verdicts v JOIN names m ON m.instance = v.instance AND m.name = v.name WHERE v.instance IN "
                + Range.INSTANCES + " AND time_micros > ? AND time_micros <= ? AND contains(lower(full_name), ?) "
                + "ORDER BY time_micros DESC, full_name, sequence DESC, v.instance LIMIT ? OFFSET ?", row -> {
                    if (!page.takes()) {
                        return;
                    }
                    Map<String, Object> verdict = named(row);
                    verdict.put("balance", row.getLong("balance"));
                    verdict.putAll(verdict(row));
                    answer.row(verdict);
                }, range.with(range.fromMicros(), range.toMicros(), search.toLowerCase(Locale.ROOT),
                        page.asked(), page.offset()));
    }

    private static Map<String, Object> named(ResultSet row) throws SQLException {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("instance", row.getString("instance"));
        named.put("class", row.getString("owner"));
        named.put("method", row.getString("member"));
        return named;
    }

    private static Map<String, Object> verdict(ResultSet row) throws SQLException {
        Map<String, Object> verdict = new LinkedHashMap<>();
        verdict.put("sequence", row.getLong("sequence"));
        verdict.put("time", row.getLong("time_micros") / 1000);
        verdict.put("from", row.getString("from_standing").toLowerCase(Locale.ROOT));
        verdict.put("to", row.getString("to_standing").toLowerCase(Locale.ROOT));
        verdict.put("fromLevel", row.getString("from_level").toLowerCase(Locale.ROOT));
        verdict.put("toLevel", row.getString("to_level").toLowerCase(Locale.ROOT));
        verdict.put("reason", row.getString("reason"));
        return verdict;
    }

    /** How much is read of the name's calls, and since when: null for since its first call. */
    private static void level(ResultSet row, Map<String, Object> score) throws SQLException {
        long since = row.getLong("level_micros");
        int groups = row.getInt("read_groups");
        score.put("level", row.getString("level").toLowerCase(Locale.ROOT));
        score.put("levelSince", since == 0 ? null : since / 1000);
        score.put("reads", Stream.of(MeasureGroup.values()).filter(group -> (groups & group.bit()) != 0)
                .map(group -> group.name().toLowerCase(Locale.ROOT)).toList());
        score.put("oneIn", row.getInt("one_in"));
    }
}

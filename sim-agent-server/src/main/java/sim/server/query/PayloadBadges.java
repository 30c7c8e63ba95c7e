package sim.server.query;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What payloads came from the places of a call tree, by probe. */
final class PayloadBadges {
    private static final int BYTES = 200;

    private PayloadBadges() {}

    /** By the node of each place: the probe, and the sums of its payloads. */
    static Map<Integer, Map<String, PayloadSums>> read(Question question, Forest forest, int[] groups, Range range) {
        Map<Integer, Map<String, PayloadSums>> badges = new LinkedHashMap<>();
        if (!question.has("payload_rows")) {
            return badges;
        }
        question.each("SELECT r.instance, r.node, p.type, " + PayloadSums.COLUMNS + " FROM payload_rows r JOIN "
                + "(SELECT DISTINCT instance, probe, type FROM payload_probes UNION ALL SELECT '', number, label FROM "
                + "probe_labels) p ON p.instance = r.instance AND "
                + "p.probe = r.probe WHERE " + question.during(range, "r.instance", "r.to_micros") + " GROUP BY ALL",
                row -> {
                    int place = forest.find(row.getString(1), row.getInt(2));
                    if (place != Forest.NONE && groups[place] != Forest.NONE) {
                        question.reserve(BYTES);
                        badges.computeIfAbsent(groups[place], added -> new LinkedHashMap<>())
                                .computeIfAbsent(row.getString(3), added -> new PayloadSums()).add(row);
                    }
                });
        return badges;
    }
}

package sim.server.query;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sim.wire.Wire;
import tools.jackson.databind.json.JsonMapper;

/** Which payload probes an application has, and what they recorded when. */
final class PayloadProbes {
    private PayloadProbes() {}

    /** Hands on a row a probe: what it is, and its recordings, the newest first. */
    static void read(Question question, Range range, Set<String> connected, Answer answer) {
        Map<String, Map<String, Object>> probes = new TreeMap<>();
        Map<String, String> types = new LinkedHashMap<>();
        question.each("SELECT * FROM payload_probes WHERE instance IN " + Range.INSTANCES
                + " QUALIFY row_number() OVER (PARTITION BY instance, probe ORDER BY batch DESC) = 1 ORDER BY batch",
                row -> {
                    Map<String, Object> probe = new LinkedHashMap<>();
                    String type = row.getString("type");
                    types.put(row.getString("instance") + " " + row.getInt("probe"), type);
                    probe.put("probe", type);
                    probe.put("name", row.getString("name"));
                    probe.put("description", row.getString("description"));
                    probe.put("payloads", row.getBoolean("payloads"));
                    probe.put("splits", row.getBoolean("splits"));
                    probe.put("objects", row.getBoolean("objects"));
                    probe.put("types", JsonMapper.shared().readTree(row.getString("types")));
                    probe.put("telemetries", JsonMapper.shared().readTree(row.getString("lines")));
                    probe.put("recordings", new ArrayList<Map<String, Object>>());
                    probes.put(type, probe); // the newest that was told
                }, range.with());
        Map<String, PayloadSums> sums = new LinkedHashMap<>();
        question.each("SELECT r.instance, r.recording, r.probe, " + PayloadSums.COLUMNS
                + " FROM payload_rows r WHERE r.instance IN " + Range.INSTANCES
                + " GROUP BY r.instance, r.recording, r.probe",
                row -> sums.computeIfAbsent(key(row.getString("instance"), row.getLong("recording"),
                        row.getInt("probe")), added -> new PayloadSums()).add(row),
                range.with());
        Map<String, Long> ended = ended(question, range);
        question.each("SELECT r.* FROM payload_recordings r WHERE r.instance IN " + Range.INSTANCES
                + " QUALIFY row_number() OVER (PARTITION BY r.instance, r.recording, r.probe ORDER BY r.batch DESC, "
                + "r.end_micros DESC) = 1 ORDER BY r.begin_micros DESC", row -> {
                    Map<String, Object> probe = probes.get(types.getOrDefault(
                            row.getString("instance") + " " + row.getInt("probe"), ""));
                    if (probe == null) {
                        return;
                    }
                    Map<String, Object> recording = new LinkedHashMap<>();
                    recording.put("recording", row.getString("instance") + ":" + row.getLong("recording"));
                    recording.put("instance", row.getString("instance"));
                    recording.put("id", row.getLong("recording"));
                    recording.put("start", row.getLong("begin_micros") / 1000);
                    end(recording, row.getString("instance"), row.getLong("end_micros"), connected, ended);
                    recording.put("events", row.getBoolean("events"));
                    sums.getOrDefault(key(row.getString("instance"), row.getLong("recording"), row.getInt("probe")),
                            new PayloadSums()).describe(recording);
                    @SuppressWarnings("unchecked") // put there above
                    List<Map<String, Object>> recordings = (List<Map<String, Object>>) probe.get("recordings");
                    recordings.add(recording);
                }, range.with());
        probes.values().forEach(answer::row);
    }

    /** A recording that nobody ended is over with its process. A process that vanished may come back, and still record. */
    private static void end(Map<String, Object> recording, String instance, long micros, Set<String> connected,
            Map<String, Long> ended) {
        boolean isOn = micros == 0 && connected.contains(instance);
        Long end = micros != 0 ? Long.valueOf(micros) : isOn ? null : ended.get(instance);
        recording.put("end", end == null ? null : end / 1000);
        recording.put("state", isOn ? "records" : end == null ? "lost" : "ended");
    }

    /** When those instances were seen last that said that they ended, microseconds since the epoch. */
    private static Map<String, Long> ended(Question question, Range range) {
        Map<String, Long> ended = new LinkedHashMap<>();
        question.each("SELECT instance, last_seen_micros FROM instances JOIN counters USING (instance) "
                + "WHERE kind = ? AND instance IN " + Range.INSTANCES,
                row -> ended.put(row.getString(1), row.getLong(2)), range.after(Wire.ENDED));
        return ended;
    }

    private static String key(String instance, long recording, int probe) {
        return instance + " " + recording + " " + probe;
    }
}

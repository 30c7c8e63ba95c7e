package sim.server.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sim.model.payload.PayloadProbeEntry.Line;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How often payloads ended and how long they took, over time, and the telemetries of their probe. One thread. */
final class PayloadTelemetries {
    /** The most points of a line. */
    private static final int POINTS = 600;
    /** By consolidation: how the readings of a step become one point. */
    private static final Map<String, String> CONSOLIDATIONS = Map.of(Line.MEAN,
            "sum(r.value) / sum(r.readings)", "SUM", "sum(r.value)", "LEAST", "min(r.least)", "MOST", "max(r.most)",
            "LAST", "arg_max(r.latest, r.time_micros)");

    private final Question question;
    private final Range range;
    private final PayloadFilter filter;
    private final Answer answer;

    PayloadTelemetries(Question question, Range range, PayloadFilter filter, Answer answer) {
        this.question = question;
        this.range = range;
        this.filter = filter;
        this.answer = answer;
    }

    /** Hands on a row a line. */
    void read() {
        PayloadSpan span = PayloadSpan.of(question, range, filter);
        long step = Math.max(1_000_000, (span.toMicros() - span.fromMicros()) / POINTS);
        PayloadRates rates = new PayloadRates(span.fromMicros(), span.toMicros(), step);
        if (filter.recordingOf() != null) {
            rates.beginAndEndWithNone();
        }
        // a batch's payloads are spread over its time: batches of instances overlap, and some have none
        question.each("SELECT r.from_micros, r.to_micros, " + PayloadSums.COLUMNS
                + filter.from("payload_rows", "to_micros")
                + " AND (? IS NULL OR r.text = ?) GROUP BY r.instance, r.from_micros, r.to_micros",
                row -> rates.add(row.getLong("from_micros"), row.getLong("to_micros"), row.getLong("payloads"),
                        row.getLong("total")),
                filter.with(range, filter.text(), filter.text()));
        answer.rows(range, "series", () -> {
            answer.row(series("Frequency", "", "PER_SECOND", 0, false, Line.MEAN, step, rates.frequency()));
            answer.row(series("Mean duration", "", "NANOSECONDS", 0, false, Line.MEAN, step, rates.duration()));
            if (filter.text() != null) {
                return; // the probe's own numbers are of all of them
            }
            lines().forEach(line -> answer.row(series(line.telemetry(), line.line(), line.unit(), line.scale(),
                    line.stacked(), line.consolidation(), step, points(line, step))));
        });
    }

    private List<Object> points(Line line, long step) {
        List<Object> points = new ArrayList<>();
        question.each("SELECT max(r.time_micros) AS moment, " + CONSOLIDATIONS.get(line.consolidation())
                + " AS value, min(r.least) AS least, max(r.most) AS most, sum(r.readings) AS readings"
                + filter.from("payload_points", "time_micros")
                + " AND r.telemetry = ? AND r.line = ? GROUP BY r.time_micros // ? ORDER BY moment", row -> {
                    List<Object> point = new ArrayList<>(
                            List.of(row.getLong("moment") / 1000, row.getDouble("value")));
                    if (row.getLong("readings") > 1) {
                        point.add(row.getDouble("least"));
                        point.add(row.getDouble("most"));
                    }
                    points.add(point);
                }, filter.with(range, line.telemetry(), line.line(), step));
        return points;
    }

    private static Map<String, Object> series(String telemetry, String line, String unit, int scale, boolean stacked,
            String consolidation, long step, List<Object> points) {
        Map<String, Object> series = new LinkedHashMap<>();
        series.put("telemetry", telemetry);
        series.put("line", line);
        series.put("unit", unit);
        series.put("scale", scale);
        series.put("stacked", stacked);
        series.put("consolidation", consolidation.toLowerCase(Locale.ROOT));
        series.put("stepNanos", step * 1_000);
        series.put("points", points);
        return series;
    }

    /**
     * The lines that the instances of the range have told, the newest definition of each. Another application may have a probe of the same
     * class, or a script of the same name, with other lines.
     */
    private Iterable<Line> lines() {
        Map<List<String>, Line> lines = new LinkedHashMap<>();
        question.each("SELECT lines FROM payload_probes WHERE type = ? AND instance IN " + Range.INSTANCES
                + " QUALIFY row_number() OVER (PARTITION BY instance, probe ORDER BY batch DESC) = 1 ORDER BY batch",
                row -> JsonMapper.shared().readTree(row.getString("lines")).forEach(told -> {
                    Line line = line(told);
                    lines.put(List.of(line.telemetry(), line.line()), line);
                }), range.after(filter.probe()));
        return lines.values();
    }

    private static Line line(JsonNode told) {
        String consolidation = told.path("consolidation").asString();
        return new Line(told.path("telemetry").asString(), told.path("line").asString(), told.path("unit").asString(),
                told.path("scale").asInt(), told.path("stacked").asBoolean(),
                CONSOLIDATIONS.containsKey(consolidation) ? consolidation : Line.MEAN);
    }
}

package sim.server.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.store.SharedNames;
import sim.wire.PlatformSample;

/**
 * The platform's measures and the telemetries of all instances of a range together: of a measure that only grows what it gained in each
 * step, of any other the mean, the least and the most of its readings. One thread.
 */
final class PlatformSums {
    private static final int POINTS = 600;

    private PlatformSums() {}

    static void read(Question question, Range range, Answer answer) {
        long step = step(question, range);
        Map<String, Object> series = new LinkedHashMap<>();
        List<Object> points = new ArrayList<>();
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("stepNanos", step * 1_000);
        answer.rows(range, "series", () -> {
            question.each(
                    "SELECT *, count(gain) OVER (PARTITION BY name) > 0 AS grows FROM (SELECT name, least((to_micros + "
                            + (step - 1) + ") // " + step + " * " + step + ", "
                            + range.toMicros() + ") AS moment, " + Sql.sum("gain")
                            + " AS gain, sum(value) / sum(readings) AS mean, "
                            + "min(least) AS least, max(most) AS most FROM platform_sums WHERE instance IN "
                            + Range.INSTANCES
                            + " AND to_micros > ? AND to_micros <= ? AND name <> ? GROUP BY ALL) ORDER BY name, moment",
                    row -> {
                        String label = row.getString("name");
                        Long gain = Sql.number(row, "gain");
                        if (gain == null && row.getBoolean("grows")) {
                            return; // its first reading, of a process that SIM was attached to late
                        }
                        if (!label.equals(series.get("label"))) {
                            end(series, answer);
                            points.clear();
                            series.put("label", label);
                            series.put("gains", gain != null);
                        }
                        series.put("points", points);
                        long moment = row.getLong("moment") / 1_000;
                        points.add(gain != null
                                ? List.of(moment, gain)
                                : List.of(moment, row.getDouble("mean"), row.getDouble("least"),
                                        row.getDouble("most")));
                    }, range.with(range.fromMicros(), range.toMicros(), SharedNames.OTHER)); // which has all units
            end(series, answer);
        }, after);
    }

    /** A multiple of the step of the rows, so that each point has as many of them. */
    private static long step(Question question, Range range) {
        long step = question.slice().stepMicros();
        long wanted = (range.toMicros() - range.fromMicros()) / (POINTS - 1) + 1;
        return (wanted + step - 1) / step * step;
    }

    private static void end(Map<String, Object> series, Answer answer) {
        if (series.isEmpty()) {
            return;
        }
        String label = (String) series.remove("label");
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", PlatformSample.name(label));
        told.put("unit", PlatformSample.unit(label));
        told.putAll(series);
        answer.row(told);
        series.clear();
    }
}

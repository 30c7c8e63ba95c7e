package sim.server.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Rows of what the server says about payload probes, the titles first. */
final class PayloadListings {
    private static final String NONE = "-";
    private static final int LONGEST = 100;
    private static final Map<String, String> UNITS = Map.of("PER_SECOND", "/s", "PERCENT", "%", "BYTES", "bytes",
            "MILLISECONDS", "ms", "MICROSECONDS", "us", "NANOSECONDS", "ns");

    private PayloadListings() {}

    static List<String[]> probes(JsonNode probes) {
        List<String[]> rows = titled("probe", "class", "recording", "state", "count", "total");
        for (JsonNode each : probes) {
            if (each.path("recordings").isEmpty()) {
                rows.add(new String[]{each.path("name").asString(), each.path("probe").asString(), NONE, "off", NONE,
                        NONE});
            }
            for (JsonNode one : each.path("recordings")) {
                boolean counts = one.path("count").asLong() > 0 || isForPayloads(each);
                rows.add(new String[]{each.path("name").asString(), each.path("probe").asString(),
                        one.path("recording").asString(), one.path("state").asString(),
                        counts ? Units.count(one.path("count").asLong()) : NONE, counts ? nanos(one, "total") : NONE});
            }
        }
        return rows;
    }

    /** Whether a count of 0 says that none came: a probe that splits or polls may not be meant to take any. */
    private static boolean isForPayloads(JsonNode probe) {
        return probe.path("payloads").asBoolean() && !probe.path("splits").asBoolean()
                && probe.path("telemetries").isEmpty();
    }

    static List<String[]> hotspots(JsonNode payloads) {
        List<String[]> rows = titled("payload", "count", "errors", "total", "mean", "p95", "max");
        for (JsonNode each : payloads) {
            rows.add(new String[]{oneLine(each.path("text").asString()), Units.count(each.path("count").asLong()),
                    Units.count(each.path("errors").asLong()), nanos(each, "total"), nanos(each, "mean"),
                    nanos(each, "p95"), nanos(each, "max")});
        }
        return rows;
    }

    /** In the order in which they began; the server has the newest first. */
    static List<String[]> events(JsonNode events) {
        List<String[]> rows = titled("payload", "start", "duration", "type", "object", "error", "thread", "place");
        for (JsonNode each : events) {
            boolean payload = each.path("kind").asString().equals("payload");
            JsonNode place = each.path("place");
            rows.add(1,
                    new String[]{oneLine(each.path("text").asString()), Units.moment(each.path("startMicros").asLong()),
                            payload ? nanos(each, "durationNanos") : NONE,
                            payload ? text(each.path("type")) : each.path("kind").asString(),
                            text(each.path("objectName")),
                            each.path("error").asBoolean() ? "error" : NONE, oneLine(each.path("thread").asString()),
                            place.isObject()
                                    ? Units.method(place.path("class").asString(), place.path("method").asString())
                                    : NONE});
        }
        return rows;
    }

    /** How many events there are, and what became of those that are not. */
    static String kept(JsonNode answer) {
        JsonNode added = answer.path("consolidated");
        return Units.count(answer.path("kept").asLong()) + " events are kept; "
                + Units.count(added.path("count").asLong())
                + " more, of " + nanos(added, "total") + ", are added up by the minute\n";
    }

    static List<String[]> objects(JsonNode objects) {
        List<String[]> rows = titled("control object", "id", "state", "opened", "closed", "last used", "count",
                "errors",
                "total", "mean", "max");
        for (JsonNode each : objects) {
            rows.add(new String[]{each.path("name").isNull() ? "none" : oneLine(each.path("name").asString()),
                    each.path("object").isNull() ? NONE : each.path("object").asString(), text(each.path("end")),
                    millis(each.path("opened")), millis(each.path("closed")), millis(each.path("lastUsed")),
                    Units.count(each.path("count").asLong()), Units.count(each.path("errors").asLong()),
                    nanos(each, "total"), nanos(each, "mean"), nanos(each, "max")});
        }
        return rows;
    }

    /** A line of a telemetry each, with where its numbers went. */
    static List<String[]> telemetries(JsonNode series) {
        List<String[]> rows = titled("telemetry", "unit", "points", "min", "mean", "max", "last", "over time");
        for (JsonNode each : series) {
            List<BigDecimal> values = new ArrayList<>();
            each.path("points").forEach(point -> values
                    .add(point.path(1).decimalValue().movePointLeft(each.path("scale").asInt())));
            if (!values.isEmpty()) {
                String line = each.path("line").asString();
                rows.add(new String[]{each.path("telemetry").asString() + (line.isEmpty() ? "" : ", " + line),
                        UNITS.getOrDefault(each.path("unit").asString(), NONE), Units.count(values.size()),
                        number(Collections.min(values)), number(mean(values)), number(Collections.max(values)),
                        number(values.get(values.size() - 1)), Strip.of(values)});
            }
        }
        return rows;
    }

    /** In one line of a table. */
    static String oneLine(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "\u2026";
    }

    private static BigDecimal mean(List<BigDecimal> values) {
        return values.stream().reduce(BigDecimal.ZERO, BigDecimal::add).divide(BigDecimal.valueOf(values.size()), 6,
                RoundingMode.HALF_EVEN);
    }

    private static String number(BigDecimal value) {
        BigDecimal rounded = value.setScale(2, RoundingMode.HALF_EVEN);
        return (rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros()).toPlainString();
    }

    private static String nanos(JsonNode sums, String part) {
        return Units.nanos(sums.path(part).asLong());
    }

    private static String millis(JsonNode moment) {
        return moment.isNumber() ? Units.moment(moment.asLong() * 1_000) : NONE;
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? NONE : oneLine(value.asString());
    }

    private static List<String[]> titled(String... titles) {
        List<String[]> rows = new ArrayList<>();
        rows.add(titles);
        return rows;
    }
}

package sim.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What control objects did when: a line each, a letter where an event type took most of the time, a dot where it was idle. */
final class PayloadTimeline {
    private static final int WIDTH = 72;
    private static final char IDLE = '.';
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final char OTHER = '*';

    private final Map<String, Character> letters = new LinkedHashMap<>();
    private final double from;
    private final double span;

    private PayloadTimeline(JsonNode lines) {
        double first = Double.MAX_VALUE;
        double last = 0;
        for (JsonNode line : lines) {
            for (JsonNode each : line.path("spans")) {
                first = Math.min(first, each.path("startMicros").asLong());
                last = Math.max(last, end(each));
                letters.computeIfAbsent(each.path("type").asString(), this::letter);
            }
        }
        from = first;
        span = Math.max(1, last - first);
    }

    static String of(JsonNode lines) {
        PayloadTimeline timeline = new PayloadTimeline(lines);
        if (timeline.letters.isEmpty()) {
            return "no payload of a control object in this range\n";
        }
        int widest = 0;
        for (JsonNode line : lines) {
            widest = Math.max(widest, name(line).length());
        }
        StringBuilder text = new StringBuilder();
        String first = Units.moment((long) timeline.from);
        String last = Units.moment((long) (timeline.from + timeline.span));
        text.append(" ".repeat(widest + 2)).append(first).append(" ".repeat(WIDTH - first.length() - last.length()))
                .append(last).append('\n');
        for (JsonNode line : lines) {
            text.append(name(line)).append(" ".repeat(widest + 2 - name(line).length())).append(timeline.cells(line))
                    .append('\n');
        }
        return text.append(timeline.letters.entrySet().stream()
                .map(each -> each.getValue() + " " + (each.getKey().isEmpty() ? "payload" : each.getKey()))
                .collect(Collectors.joining(", "))).append(", ").append(IDLE).append(" idle\n").toString();
    }

    private String cells(JsonNode line) {
        Map<String, double[]> busy = new LinkedHashMap<>();
        for (JsonNode each : line.path("spans")) {
            double[] shares = busy.computeIfAbsent(each.path("type").asString(), added -> new double[WIDTH]);
            double start = (each.path("startMicros").asLong() - from) / span * WIDTH;
            double end = (end(each) - from) / span * WIDTH;
            int first = (int) Math.min(start, WIDTH - 1);
            for (int cell = first; cell == first || cell < Math.min(end, WIDTH); cell++) {
                // the shortest is seen where nothing longer is
                shares[cell] += Math.max(1e-9, Math.min(end, cell + 1) - Math.max(start, cell));
            }
        }
        StringBuilder cells = new StringBuilder();
        for (int cell = 0; cell < WIDTH; cell++) {
            char shown = IDLE;
            double most = 0;
            for (Map.Entry<String, double[]> each : busy.entrySet()) {
                if (each.getValue()[cell] > most) {
                    most = each.getValue()[cell];
                    shown = letters.get(each.getKey());
                }
            }
            cells.append(shown);
        }
        return cells.toString();
    }

    /** The type's own first letter, unless another has it. */
    private char letter(String type) {
        String wanted = (type.isEmpty() ? "p" : type) + LETTERS;
        return (char) wanted.chars().filter(each -> LETTERS.indexOf(each) >= 0 && !letters.containsValue((char) each))
                .findFirst().orElse(OTHER);
    }

    private static double end(JsonNode one) {
        return one.path("startMicros").asLong() + one.path("durationNanos").asLong() / 1e3;
    }

    private static String name(JsonNode line) {
        return Units.fitting(PayloadListings.oneLine(line.path("name").asString()));
    }
}

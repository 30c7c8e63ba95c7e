package sim.collector.scrape;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import sim.wire.totals.KindTotals;
import sim.wire.totals.Ladder;
import sim.wire.totals.Series;
import sim.wire.totals.SeriesLabels;

/**
 * Series as text: OpenMetrics with start times and exemplars, or Prometheus' plain format without. The values of a metric stand together,
 * as both formats want it. One thread.
 */
final class MetricsText implements Series {
    private static final String OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final String[] BOUNDS = bounds();
    private static final int CHUNK = 1 << 14;

    private final boolean isOpen;
    private final Map<String, StringBuilder> families = new TreeMap<>();
    /** A method's labels stand in some 40 lines. */
    private SeriesLabels written;
    private String labelText;

    /** @param isOpen whether it is OpenMetrics */
    MetricsText(boolean isOpen) {
        this.isOpen = isOpen;
    }

    private static String[] bounds() {
        String[] bounds = new String[Ladder.COUNT];
        for (int i = 0; i < bounds.length - 1; i++) {
            bounds[i] = "le=\"" + Series.seconds(Ladder.most(i)) + '"';
        }
        bounds[bounds.length - 1] = "le=\"+Inf\"";
        return bounds;
    }

    String contentType() {
        return isOpen ? OPEN : PLAIN;
    }

    @Override
    public void counter(String name, String help, double value, SeriesLabels labels, long createdMillis) {
        StringBuilder to = family(name, "counter", help, isOpen ? "" : "_total");
        line(to, name, "_total", labels, "").append(value).append('\n');
        created(to, name, labels, createdMillis);
    }

    @Override
    public void gauge(String name, String help, double value, SeriesLabels labels) {
        line(family(name, "gauge", help, ""), name, "", labels, "").append(value).append('\n');
    }

    @Override
    public void histogram(String name, String help, IntToLongFunction calls, double sum,
            IntFunction<KindTotals.Exemplar> examples, SeriesLabels labels, long createdMillis) {
        StringBuilder to = family(name, "histogram", help, "");
        long all = 0;
        for (int i = 0; i < Ladder.COUNT; i++) {
            all += calls.applyAsLong(i);
            line(to, name, "_bucket", labels, BOUNDS[i]).append(all);
            KindTotals.Exemplar example = isOpen ? examples.apply(i) : null;
            if (example != null) {
                to.append(" # {span_id=\"").append(example.context()).append("\",trace_id=\"").append(example.trace())
                        .append("\"} ").append(Series.seconds(example.nanos())).append(' ');
                seconds(to, example.endMillis());
            }
            to.append('\n');
        }
        line(to, name, "_count", labels, "").append(all).append('\n');
        line(to, name, "_sum", labels, "").append(sum).append('\n');
        created(to, name, labels, createdMillis);
    }

    @Override
    public void summary(String name, String help, long count, double sum, SeriesLabels labels, long createdMillis) {
        StringBuilder to = family(name, "summary", help, "");
        line(to, name, "_count", labels, "").append(count).append('\n');
        line(to, name, "_sum", labels, "").append(sum).append('\n');
        created(to, name, labels, createdMillis);
    }

    private StringBuilder family(String name, String type, String help, String suffix) {
        StringBuilder family = families.get(name);
        if (family == null) {
            family = new StringBuilder();
            families.put(name, family);
            family.append("# TYPE ").append(name).append(suffix).append(' ').append(type).append('\n');
            family.append("# HELP ").append(name).append(suffix).append(' ').append(help).append('\n');
        }
        return family;
    }

    private StringBuilder line(StringBuilder to, String name, String suffix, SeriesLabels labels, String last) {
        if (labels != written) {
            labelText = text(labels);
            written = labels;
        }
        to.append(name).append(suffix).append('{').append(labelText);
        if (!last.isEmpty()) {
            to.append(',').append(last);
        }
        return to.append("} ");
    }

    private void created(StringBuilder to, String name, SeriesLabels labels, long millis) {
        if (isOpen) {
            seconds(line(to, name, "_created", labels, ""), millis);
            to.append('\n');
        }
    }

    /** Not as a double, which is 1.7E9 and hard to read. */
    private static void seconds(StringBuilder to, long millis) {
        to.append(millis / 1_000).append('.').append(Long.toString(1_000 + millis % 1_000), 1, 4);
    }

    private static String text(SeriesLabels labels) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < labels.pairs().size(); i += 2) {
            text.append(i == 0 ? "" : ",").append(labels.pairs().get(i)).append("=\"");
            escape(labels.pairs().get(i + 1), text);
            text.append('"');
        }
        return text.toString();
    }

    private static void escape(String value, StringBuilder text) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                default -> text.append(c);
            }
        }
    }

    /** Writes the whole answer's body. */
    void to(OutputStream out) throws IOException {
        for (StringBuilder family : families.values()) {
            for (int at = 0; at < family.length();) {
                int end = Math.min(family.length(), at + CHUNK);
                if (end < family.length() && Character.isHighSurrogate(family.charAt(end - 1))) {
                    end++;
                }
                out.write(family.substring(at, end).getBytes(StandardCharsets.UTF_8));
                at = end;
            }
        }
        if (isOpen) {
            out.write("# EOF\n".getBytes(StandardCharsets.US_ASCII));
        }
    }
}

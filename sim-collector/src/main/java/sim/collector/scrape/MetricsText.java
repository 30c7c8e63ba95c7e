package sim.collector.scrape;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import sim.wire.totals.KindTotals;
import sim.wire.totals.Ladder;
import sim.wire.totals.Series;
import sim.wire.totals.SeriesLabels;

/**
 * Series as text: OpenMetrics with start times and exemplars, or Prometheus' plain format without. The values of a metric stand together,
 * as both formats want it. A second series with the same labels is left out and counted, as the server's library wants it, and a sum below 0.
 * One thread.
 */
final class MetricsText implements Series {
    private static final String OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final byte[] END = "# EOF\n".getBytes(StandardCharsets.US_ASCII);
    private static final String[] BOUNDS = bounds();

    private final boolean isOpen;
    private final Map<String, Utf8Text> families = new TreeMap<>();
    /** A method's labels stand in some 40 lines. */
    private SeriesLabels written;
    private String labelText;
    /** The labels of each metric. */
    private final Map<String, Set<SeriesLabels>> known = new HashMap<>();
    private long repeated;
    private long negative;

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

    static String contentType(boolean isOpen) {
        return isOpen ? OPEN : PLAIN;
    }

    private boolean isLeftOut(String name, SeriesLabels labels, boolean isSum) {
        if (!isSum) {
            negative++;
            return true;
        }
        if (known.computeIfAbsent(name, added -> new HashSet<>()).add(labels)) {
            return false;
        }
        repeated++;
        return true;
    }

    @Override
    public void counter(String name, String help, double value, SeriesLabels labels, long createdMillis) {
        if (isLeftOut(name, labels, value >= 0)) {
            return;
        }
        Utf8Text to = family(name, "counter", help, isOpen ? "" : "_total");
        line(to, name, "_total", labels, "").add(value).add("\n");
        created(to, name, labels, createdMillis);
    }

    @Override
    public void gauge(String name, String help, double value, SeriesLabels labels) {
        if (isLeftOut(name, labels, true)) {
            return;
        }
        line(family(name, "gauge", help, ""), name, "", labels, "").add(value).add("\n");
    }

    @Override
    public void histogram(String name, String help, IntToLongFunction calls, double sum,
            IntFunction<KindTotals.Exemplar> examples, SeriesLabels labels, long createdMillis) {
        if (isLeftOut(name, labels, sum >= 0 && !Series.isNegative(calls))) {
            return;
        }
        Utf8Text to = family(name, "histogram", help, "");
        long all = 0;
        for (int i = 0; i < Ladder.COUNT; i++) {
            all += calls.applyAsLong(i);
            line(to, name, "_bucket", labels, BOUNDS[i]).add(all);
            KindTotals.Exemplar example = isOpen ? examples.apply(i) : null;
            if (example != null) {
                to.add(" # {span_id=\"").add(example.context()).add("\",trace_id=\"").add(example.trace())
                        .add("\"} ").add(Series.seconds(example.nanos())).add(" ");
                seconds(to, example.endMillis());
            }
            to.add("\n");
        }
        line(to, name, "_count", labels, "").add(all).add("\n");
        line(to, name, "_sum", labels, "").add(sum).add("\n");
        created(to, name, labels, createdMillis);
    }

    @Override
    public void summary(String name, String help, long count, double sum, SeriesLabels labels, long createdMillis) {
        if (isLeftOut(name, labels, count >= 0 && sum >= 0)) {
            return;
        }
        Utf8Text to = family(name, "summary", help, "");
        line(to, name, "_count", labels, "").add(count).add("\n");
        line(to, name, "_sum", labels, "").add(sum).add("\n");
        created(to, name, labels, createdMillis);
    }

    private Utf8Text family(String name, String type, String help, String suffix) {
        Utf8Text family = families.get(name);
        if (family == null) {
            family = new Utf8Text();
            families.put(name, family);
            family.add("# TYPE ").add(name).add(suffix).add(" ").add(type).add("\n");
            family.add("# HELP ").add(name).add(suffix).add(" ").add(help).add("\n");
        }
        return family;
    }

    private Utf8Text line(Utf8Text to, String name, String suffix, SeriesLabels labels, String last) {
        if (labels != written) {
            labelText = text(labels);
            written = labels;
        }
        to.add(name).add(suffix);
        if (labelText.isEmpty() && last.isEmpty()) {
            return to.add(" ");
        }
        to.add("{").add(labelText);
        if (!last.isEmpty()) {
            to.add(",").add(last);
        }
        return to.add("} ");
    }

    private void created(Utf8Text to, String name, SeriesLabels labels, long millis) {
        if (isOpen) {
            seconds(line(to, name, "_created", labels, ""), millis);
            to.add("\n");
        }
    }

    /** Not as a double, which is 1.7E9 and hard to read. */
    private static void seconds(Utf8Text to, long millis) {
        to.add(millis / 1_000).add(".").add(Long.toString(1_000 + millis % 1_000).substring(1));
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

    /** The whole answer's body. No series may be added behind this. */
    List<ByteBuffer> pieces() {
        Series.leftOut(this, repeated, negative);
        List<ByteBuffer> pieces = new ArrayList<>();
        for (Utf8Text family : families.values()) {
            family.to(pieces);
        }
        if (isOpen) {
            pieces.add(ByteBuffer.wrap(END));
        }
        return pieces;
    }
}

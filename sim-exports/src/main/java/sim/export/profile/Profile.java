package sim.export.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call tree as the formats of profilers have it: stacks with self values, one for each measure. Made of the rows of the
 * answer {@code calltree}, so that its figures are those. One thread.
 */
public final class Profile {
    /** A measure of a profile and its unit: {@code ns}, {@code bytes} or {@code count}. */
    public record Measure(String name, String unit) {}

    /** Time at work: wall time without waiting for work. */
    public static final String WORK = "work";
    static final int TOP = -1;
    private static final String LEFT_OUT = "[left out]";

    private final String application;
    private final long fromMillis;
    private final long toMillis;
    private final Map<String, Integer> measures = new LinkedHashMap<>();
    private final List<Measure> described = new ArrayList<>();
    private final Map<String, Integer> frameNumbers = new LinkedHashMap<>();
    /** By node: its caller, its frame, its self values by measure. */
    private int[] callers = new int[256];
    private int[] frames = new int[256];
    private long[][] values = new long[256][];
    private int size;

    public Profile(String application, long fromMillis, long toMillis) {
        this.application = application;
        this.fromMillis = fromMillis;
        this.toMillis = toMillis;
        measure("count", "count");
        measure("errors", "count");
    }

    /** Adds a row of the answer. */
    public void row(Map<String, Object> row) {
        Object parent = row.get("parent");
        String owner = String.valueOf(row.get("class"));
        int node = node(parent == null ? TOP : (Integer) parent - 1,
                owner.isEmpty() ? (String) row.get("method") : owner + "." + row.get("method"));
        figures(node, row, "self");
    }

    /** Adds what stands behind the rows. What the answer's limit left out stands below its caller: nothing is lost, only its stacks are. */
    public void end(Map<String, Object> after) {
        for (Object each : (List<?>) after.getOrDefault("cut", List.of())) {
            Map<?, ?> cut = (Map<?, ?>) each;
            figures(node(cut.get("parent") == null ? TOP : (Integer) cut.get("parent") - 1, LEFT_OUT), cut, "total");
        }
    }

    /** Adds every measure there is of a node. */
    private void figures(int node, Map<?, ?> of, String part) {
        add(node, "count", "count", of.get("count"));
        add(node, "errors", "count", of.get("errors"));
        ((Map<?, ?>) of.get("meters")).forEach((label, meter) -> value(node, (String) label, meter, part));
        if (of.get("work") != null) {
            value(node, WORK, of.get("work"), part);
        }
    }

    private void value(int node, String measure, Object meter, String part) {
        Map<?, ?> values = (Map<?, ?>) meter;
        add(node, measure, String.valueOf(values.get("unit")), values.get(part));
    }

    private int node(int caller, String frame) {
        if (size == callers.length) {
            callers = Arrays.copyOf(callers, size * 2);
            frames = Arrays.copyOf(frames, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        callers[size] = caller;
        frames[size] = frameNumbers.computeIfAbsent(frame, added -> frameNumbers.size());
        return size++;
    }

    private void add(int node, String measure, String unit, Object value) {
        if (value instanceof Number number) {
            int at = measure(measure, unit);
            long[] own = values[node] == null ? new long[at + 1] : values[node];
            values[node] = own = own.length > at ? own : Arrays.copyOf(own, Math.max(at + 1, measures.size()));
            own[at] = number.longValue();
        }
    }

    private int measure(String name, String unit) {
        return measures.computeIfAbsent(name, added -> {
            described.add(new Measure(name, unit));
            return described.size() - 1;
        });
    }

    public String application() {
        return application;
    }

    long fromMillis() {
        return fromMillis;
    }

    long toMillis() {
        return toMillis;
    }

    /** What was read in the tree. */
    public List<Measure> measures() {
        return described;
    }

    /** Whether a measure was read in the tree; of an empty one anything may be asked. */
    public boolean has(String measure) {
        return size == 0 || measures.containsKey(measure);
    }

    /** The frames: names of methods, each once. */
    List<String> frames() {
        return List.copyOf(frameNumbers.keySet());
    }

    int size() {
        return size;
    }

    int frame(int node) {
        return frames[node];
    }

    /** The self value, or 0 where it was not read or, by rounding, is below. */
    long value(int node, Measure measure) {
        int at = described.indexOf(measure);
        return at < 0 || values[node] == null || at >= values[node].length ? 0 : Math.max(0, values[node][at]);
    }

    /** The frames from the top to a node. */
    int[] stack(int node) {
        int depth = 0;
        for (int at = node; at != TOP; at = callers[at]) {
            depth++;
        }
        int[] stack = new int[depth];
        for (int at = node; at != TOP; at = callers[at]) {
            stack[--depth] = frames[at];
        }
        return stack;
    }
}

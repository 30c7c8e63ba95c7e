package sim.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The methods that a user looks for in a program: its dearest by each measure, those that end failed calls, and its entry
 * points, out of a run in which everything is metered. What {@link Recall} looks for in the default's answers.
 *
 * @param dearest by measure; the dearest first
 * @param sampled those on top of most stacks of the bare program, which has no probe that could make a short call look long
 * @param entries whose mean call takes {@link #LONG_ENTRY}
 * @param ranks   by measure and method: where it stood there, for who asks why it is not shown
 * @param cheap   the sum of the self times that are left out because a call takes less than its probe, in percent of all
 */
record Wanted(Map<Measure, Set<String>> dearest, Set<String> sampled, Set<String> entries, double cheap,
        Map<Measure, Map<String, String>> ranks) {
    private static final int MOST = 20;
    /** What a probe with all measures takes: the table "Cost of a call", empty body. */
    private static final double PROBE_NANOS = 108;
    private static final double LONG_ENTRY = 100_000;
    private static final double FAILED_SHARE = 0.01;
    /** A method with fewer stacks is among the dearest by chance. */
    private static final double SAMPLED_SHARE = 0.01;
    private static final int LEAST_STACKS = 10;

    /** A column of the method table, as its {@code sort} names it. */
    enum Measure {
        WALL("wall self", "wall"),
        CPU("CPU self", "thread.cpu"),
        ALLOCATION("allocation",
                "alloc.bytes"),
        BLOCKED("blocked", "blocking.time"),
        WAITED("waited",
                "waiting.time"),
        ERRORS("errors", "");

        final String label;
        private final String meter;

        Measure(String label, String meter) {
            this.label = label;
            this.meter = meter;
        }

        String sort() {
            return this == ERRORS ? "errors" : meter + ".self";
        }

        double of(JsonNode row) {
            return this == ERRORS
                    ? row.path("errors").asDouble()
                    : row.path("meters").path(meter).path("self").asDouble();
        }
    }

    /**
     * Leaves out what another run that meters everything does not show, or shows with calls shorter than their probe: it was there by chance. What a busy machine adds to
     * short calls is another in each run.
     *
     * @param tooShort see {@link #tooShort}
     */
    void keep(Measure measure, Set<String> shown, Set<String> tooShort) {
        sampled.removeAll(tooShort);
        dearest.get(measure).retainAll(shown);
        if (measure != Measure.ERRORS) {
            dearest.get(measure).removeAll(tooShort);
        }
    }

    /** The methods whose calls take less than their probe. */
    static Set<String> tooShort(RecallRun run) throws IOException, InterruptedException {
        return tooShort(run.get("methods", "&limit=10000").path("methods"));
    }

    static Set<String> tooShort(JsonNode methods) {
        return StreamSupport.stream(methods.spliterator(), false).filter(Wanted::isTooShort).map(Wanted::name)
                .collect(Collectors.toSet());
    }

    private static boolean isTooShort(JsonNode row) {
        return Measure.WALL.of(row) < PROBE_NANOS * row.path("count").asDouble();
    }

    static Wanted of(RecallRun reference, Stacks bare, Pattern idle) throws IOException, InterruptedException {
        Set<String> entries = new LinkedHashSet<>();
        for (JsonNode node : reference.get("calltree", "&limit=100000").path("nodes")) {
            double mean = node.path("meters").path("wall").path("total").asDouble() / node.path("count").asDouble();
            if (node.path("parent").isNull() && mean >= LONG_ENTRY && isMethod(node)
                    && !idle.matcher(name(node)).matches()) {
                entries.add(name(node));
            }
        }
        Map<Measure, Set<String>> dearest = new LinkedHashMap<>();
        double[] cheap = new double[2];
        for (Measure measure : Measure.values()) {
            dearest.put(measure, dearest(measure, reference, idle, cheap));
        }
        JsonNode methods = reference.get("methods", "&limit=10000").path("methods");
        Map<String, Double> stacks = bare.own(
                StreamSupport.stream(methods.spliterator(), false).map(Wanted::name).collect(Collectors.toSet()), 1);
        Set<String> sampled = sampled(stacks, idle);
        sampled.removeAll(tooShort(methods));
        return new Wanted(dearest, sampled, entries, 100 * cheap[0] / cheap[1], ranks(reference));
    }

    /** The {@link #MOST} methods with most stacks, the dearest first, of those with a share that is not chance. */
    static Set<String> sampled(Map<String, Double> stacks, Pattern idle) {
        double all = stacks.values().stream().mapToDouble(each -> each).sum();
        double least = Math.max(LEAST_STACKS, SAMPLED_SHARE * all);
        return stacks.entrySet().stream()
                .filter(each -> each.getValue() >= least && !idle.matcher(each.getKey()).matches())
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed()).limit(MOST).map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** By measure and method: its rank in the table sorted by that measure, the mean self time of a timed call, and its level. */
    static Map<Measure, Map<String, String>> ranks(RecallRun run) throws IOException, InterruptedException {
        Map<Measure, Map<String, String>> ranks = new LinkedHashMap<>();
        for (Measure measure : Measure.values()) {
            Map<String, String> of = new LinkedHashMap<>();
            JsonNode answer = run.get("methods", "&limit=10000&disabled=true&sort=" + measure.sort());
            for (JsonNode row : answer.path("methods")) {
                of.put(name(row), "rank " + (of.size() + 1) + ", " + row.path("count").asLong() + " calls, "
                        + Math.round(measure.of(row)) + " " + measure.label + ", wall "
                        + Math.round(Measure.WALL.of(row)
                                / Math.max(1, row.path("count").asLong() - row.path("unread").path("time").asLong()))
                        + " ns, " + (row.has("off") ? "off" : row.path("level").path("is").asString("all")));
            }
            ranks.put(measure, of);
        }
        return ranks;
    }

    private static Set<String> dearest(Measure measure, RecallRun reference, Pattern idle, double[] cheap)
            throws IOException, InterruptedException {
        JsonNode rows = reference.get("methods", "&limit=10000&sort=" + measure.sort()).path("methods");
        double all = StreamSupport.stream(rows.spliterator(), false).mapToDouble(measure::of).sum();
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode row : rows) {
            boolean tooShort = isTooShort(row);
            if (measure == Measure.WALL && isMethod(row) && !idle.matcher(name(row)).matches()) {
                cheap[0] += tooShort ? Measure.WALL.of(row) : 0;
                cheap[1] += Measure.WALL.of(row);
            }
            boolean enough = measure == Measure.ERRORS
                    ? measure.of(row) >= FAILED_SHARE * all && all > 0
                    : names.size() < MOST && measure.of(row) > 0 && !tooShort;
            if (enough && isMethod(row) && !idle.matcher(name(row)).matches()) {
                names.add(name(row));
            }
        }
        return names;
    }

    /** The entry points are wanted with figures, whatever their rank: who looks for one, looks for its name. One that never returns is in the call tree alone. */
    static Set<String> shown(RecallRun run) throws IOException, InterruptedException {
        return withFigures(run.get("methods", "&limit=10000").path("methods"),
                run.get("calltree", "&limit=100000").path("nodes"), run.to());
    }

    /** @param to the end of the range, ms */
    static Set<String> withFigures(JsonNode methods, JsonNode nodes, long to) {
        return Stream.of(methods, nodes).flatMap(rows -> StreamSupport.stream(rows.spliterator(), false))
                .filter(row -> hasFigures(row) && isWhole(row, to)).map(Wanted::name).collect(Collectors.toSet());
    }

    /** What the first rows of the default table have of a measure when they are sorted by it. */
    static Set<String> shown(RecallRun run, Measure measure, int rows) throws IOException, InterruptedException {
        JsonNode answer = run.get("methods", "&limit=" + rows + "&sort=" + measure.sort());
        return StreamSupport.stream(answer.path("methods").spliterator(), false)
                .filter(row -> measure.of(row) > 0 && isWhole(row, run.to())).map(Wanted::name)
                .collect(Collectors.toSet());
    }

    /** One that never returns has the time of its call so far, and no call that ended. */
    private static boolean hasFigures(JsonNode row) {
        return row.path("count").asLong() > 0
                || row.path("meters").path(Measure.WALL.meter).path("total").asDouble() > 0;
    }

    /** Of the whole range: a name that went off in it has those until then alone. One that went off after it has all of them. */
    private static boolean isWhole(JsonNode row, long to) {
        return !row.has("off") || row.path("off").path("since").asLong() >= to;
    }

    private static String name(JsonNode row) {
        return row.path("class").asString() + "." + row.path("method").asString();
    }

    /** Not {@code [other]} or {@code [class loading]}. */
    private static boolean isMethod(JsonNode row) {
        return !row.path("class").asString().startsWith("[") && !row.path("method").asString().startsWith("[");
    }
}

package sim.server.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import sim.store.SharedNames;

/**
 * The methods of two ranges side by side: what each has of a measure, by the second or by the call, and whether the difference is more than
 * chance makes of so few calls. What only one range has is there too. One thread.
 */
final class Comparison {
    /** Heap a method takes. */
    private static final int BYTES = 500;
    /** A difference of so many times what chance makes of it is one: one in 370 is as large without a cause. */
    private static final double CERTAIN = 3;

    private final Question question;
    private final ComparisonOrder order;

    /**
     * Of one range: the sums of its methods, how long it and a batch in it are, what sums are divided by, and which segments are missing. A range
     * has whole batches, also where it was widened to longer steps.
     */
    record Side(ComparedPart asked, Range range, String resolution, double seconds, double batchSeconds, double divisor,
            Map<Sort.Method, Sums> methods, List<Map<String, Object>> missing) {
        Map<String, Object> describe() {
            Map<String, Object> side = new LinkedHashMap<>();
            KindFilter kind = asked.part().kind();
            side.put("instance", range.instance());
            side.put("version", range.version());
            side.put("name", kind == null ? null : kind.name());
            side.put("tag", kind == null ? null : kind.tag());
            side.put("from", range.fromMicros() / 1_000);
            side.put("to", range.toMicros() / 1_000);
            side.put("resolution", resolution);
            return side;
        }
    }

    /** @param effect by how much the sum a second is another, by which rows are ordered */
    record Row(Map<String, Object> fields, boolean isCertain, double effect) {}

    Comparison(Question question, ComparisonOrder order) {
        this.question = question;
        this.order = order;
    }

    /** Writes the rows: those that are certain first, the largest effect first. */
    void read(ComparedPart asked, ComparedPart other, int limit, Answer answer) {
        Side before = side(other);
        Side after = side(asked);
        write("methods", rows(before, before.methods, after, after.methods, Sort.Method::describe),
                row -> row.fields.get("class") + "." + row.fields.get("method"), before, after, limit, answer);
    }

    /** A row for each that either part has. */
    <K> List<Row> rows(Side before, Map<K, Sums> were, Side after, Map<K, Sums> are,
            Function<K, Map<String, Object>> describe) {
        List<Row> rows = new ArrayList<>();
        were.forEach((each, sums) -> rows.add(row(describe.apply(each), before, sums, after, are.get(each))));
        are.forEach((each, sums) -> {
            if (!were.containsKey(each)) {
                rows.add(row(describe.apply(each), before, null, after, sums));
            }
        });
        return rows;
    }

    /** Writes rows: those that are certain first, the largest effect first, and of equal ones by their name. */
    void write(String name, List<Row> rows, Function<Row, String> named, Side before, Side after, int limit,
            Answer answer) {
        rows.sort(Comparator.comparing(Row::isCertain).thenComparing(row -> Math.abs(row.effect)).reversed()
                .thenComparing(named));
        begin(before, after, answer);
        answer.rows(after.range, name, () -> rows.stream().limit(limit).forEach(row -> answer.row(row.fields)),
                describe(before, after, Math.max(0, rows.size() - limit)));
    }

    /** Says what is missing of either part. */
    void begin(Side before, Side after, Answer answer) {
        answer.of(question.slice())
                .missing(Stream.of(before.missing, after.missing).flatMap(List::stream).distinct().toList());
    }

    /** What stands behind the rows. */
    Map<String, Object> describe(Side before, Side after, int leftOut) {
        Map<String, Object> behind = new LinkedHashMap<>();
        behind.put("before", before.describe());
        behind.put("after", after.describe());
        behind.put("unit", order.unit());
        behind.put("leftOut", leftOut);
        return behind;
    }

    /** Of a range that was narrowed to. */
    Side side(ComparedPart asked, Range range, Map<Sort.Method, Sums> methods) {
        return side(asked, range, order.isPerRequest() ? asked.contexts(question, range) : 0, methods);
    }

    /** @param contexts by which sums are divided per request */
    Side side(ComparedPart asked, Range range, long contexts, Map<Sort.Method, Sums> methods) {
        double seconds = Math.max(1e-3, (range.toMicros() - range.fromMicros()) / 1e6);
        return new Side(asked, range, question.slice().resolution(), seconds,
                BatchLength.seconds(question, range), order.isPerRequest() ? contexts : seconds, methods,
                question.slice().missing());
    }

    private Side side(ComparedPart asked) {
        TreePart part = asked.part();
        Range range = question.total(asked.range());
        Forest forest = Forest.read(question, range, part);
        List<Sort.Method> shared = new ArrayList<>();
        int[] groups = byShared(forest, shared);
        PlaceSums places = PlaceSums.read(question, forest, groups, shared.size(), range, part);
        Map<Sort.Method, Sums> methods = new HashMap<>();
        Sums[] sums = places.sums();
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != null) {
                question.reserve(BYTES);
                methods.put(shared.get(i), sums[i]);
            }
        }
        return side(asked, range, methods);
    }

    /** The method of each place, by a name that is the same in all instances: each numbers its generated classes by itself. */
    private static int[] byShared(Forest forest, List<Sort.Method> shared) {
        Map<Sort.Method, Integer> numbers = new HashMap<>();
        int[] of = new int[forest.methods.size()];
        for (int i = 0; i < of.length; i++) {
            Sort.Method method = forest.methods.get(i);
            of[i] = numbers.computeIfAbsent(new Sort.Method(SharedNames.stable(method.owner()), method.member()),
                    added -> {
                        shared.add(added);
                        return shared.size() - 1;
                    });
        }
        return Arrays.stream(forest.byMethod()).map(method -> method == Forest.NONE ? method : of[method]).toArray();
    }

    /** Adds to a row's fields what each side has, and by how much they differ; null for a side that does not have it. */
    Row row(Map<String, Object> fields, Side before, Sums was, Side after, Sums is) {
        double rateBefore = rate(was, before);
        double rateAfter = rate(is, after);
        double noise = Math.sqrt(noise(was, before) + noise(is, after));
        fields.put("state", was == null ? "new" : is == null ? "gone" : "both");
        fields.put("before", describe(was, rateBefore));
        fields.put("after", describe(is, rateAfter));
        double effect = rateAfter - rateBefore;
        if (!isWhole(was) || !isWhole(is)) {
            fields.put("difference", null);
            return row(fields, false, 0);
        }
        // how much of it is that of calls inside depends on how often these were read
        boolean isMixed = isMixed(was) || isMixed(is);
        if (order.isPerCall()) {
            Double valueBefore = perCall(was);
            Double valueAfter = perCall(is);
            if (valueBefore != null && valueAfter != null) {
                fields.put("difference", valueAfter - valueBefore);
                noise = Math.sqrt(noisePerCall(was) + noisePerCall(is));
                effect = (valueAfter - valueBefore) * is.count / after.seconds;
                return row(fields, !isMixed && isCertain(valueAfter - valueBefore, noise), effect);
            }
            fields.put("difference", null);
            return row(fields, !isMixed && isCertain(effect, noise), effect);
        }
        fields.put("difference", effect);
        return row(fields, !isMixed && isCertain(effect, noise), effect);
    }

    private static boolean isCertain(double difference, double noise) {
        return difference != 0 && Math.abs(difference) >= CERTAIN * noise;
    }

    private static Row row(Map<String, Object> fields, boolean isCertain, double effect) {
        fields.put("certain", isCertain);
        return new Row(fields, isCertain, effect);
    }

    private Map<String, Object> describe(Sums sums, double rate) {
        if (sums == null) {
            return null;
        }
        Map<String, Object> side = new LinkedHashMap<>();
        side.put("count", sums.count);
        side.put("errors", sums.errors);
        side.put("value", order.of(sums) == null ? null : order.isPerCall() ? perCall(sums) : Double.valueOf(rate));
        return side;
    }

    /** What a range does not have at all took nothing there; what was not read there may have taken anything. */
    private boolean isWhole(Sums sums) {
        return sums == null || order.isWhole(sums);
    }

    /** Whether it has what calls inside used that were not read, or lacks what calls inside used that count elsewhere. */
    private boolean isMixed(Sums sums) {
        return sums != null && order.isMixed(sums);
    }

    private double rate(Sums sums, Side side) {
        Long sum = sums == null ? null : order.of(sums);
        return sum == null ? 0 : sum / side.divisor;
    }

    private Double perCall(Sums sums) {
        return sums == null || sums.count == 0 ? null : order.each(sums);
    }

    /** What chance makes of the calls, and of which batches end within the range: a batch more or less at its ends, with its contexts. */
    private double noise(Sums sums, Side side) {
        if (sums == null) {
            return 0;
        }
        double ends = order.isPerRequest() ? 0 : rate(sums, side) * side.batchSeconds / side.seconds;
        return order.noise(sums) / side.divisor / side.divisor + ends * ends;
    }

    /** Of a mean, whose number of calls is what it is. */
    private double noisePerCall(Sums sums) {
        return order.noise(sums) / sums.count / sums.count;
    }
}

package sim.server.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rows of the method table. Names that are switched off now, and whose figures are small, share one row behind the others;
 * so do the rows of other pages. One thread.
 */
final class MethodRows {
    /** Heap a method takes beside its sums, in bytes. */
    private static final int BYTES = 200;

    private final Question question;
    private final Forest forest;
    private final NameLevels names;
    private final Predicate<Sort.Method> matches;
    private final List<Map.Entry<Sort.Method, Sums>> rows = new ArrayList<>();
    private final List<Map.Entry<Sort.Method, Sums>> folded = new ArrayList<>();
    /** What all names that are off have, folded or not. */
    private final Sums ofOff = new Sums();

    /** Those that enter a monitor before they begin. */
    private final Set<Sort.Method> synchronize = new HashSet<>();

    MethodRows(Question question, Forest forest, PlaceSums places, NameLevels names, String search) {
        this.question = question;
        this.forest = forest;
        this.names = names;
        String wanted = search.toLowerCase(Locale.ROOT);
        BitSet on = on(places);
        Sums[] sums = places.sums();
        Shares shares = new Shares(sums);
        matches = method -> method.toString().toLowerCase(Locale.ROOT).contains(wanted);
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] == null) {
                continue;
            }
            question.reserve(BYTES);
            Map.Entry<Sort.Method, Sums> row = Map.entry(forest.methods.get(i), sums[i]);
            if (names.isOff(row.getKey())) {
                ofOff.addOwn(sums[i]);
            }
            if (matches.test(row.getKey())) {
                (on.get(i) || !shares.isSmall(sums[i]) ? rows : folded).add(row);
            }
        }
    }

    /** Adds rows of methods that have no figures of their own. */
    void add(Map<Integer, Sums> others) {
        others.forEach((method, sums) -> {
            if (matches.test(forest.methods.get(method))) {
                question.reserve(BYTES);
                rows.add(Map.entry(forest.methods.get(method), sums));
            }
        });
    }

    /** The methods that have figures of places whose name is on, or is to be shown by itself. */
    private BitSet on(PlaceSums places) {
        BitSet on = new BitSet();
        for (int place = 0; place < forest.size(); place++) {
            if (places.figures(place) != null && !forest.isOff(place)) {
                on.set(forest.method(place));
            }
        }
        return on;
    }

    void describe(Sort sort, Page page, Answer answer, Map<String, Object> after) {
        rows.sort(sort.order());
        int from = page.from(rows.size());
        int to = page.to(rows.size());
        rows.subList(from, to).forEach(entry -> {
            Map<String, Object> row = entry.getKey().describe();
            names.mark(entry.getKey(), row);
            long notEnded = entry.getValue().notEnded();
            if (notEnded > 0) {
                row.put("open", notEnded);
            }
            entry.getValue().describe(row);
            if (synchronize.contains(entry.getKey())) {
                row.put("synchronized", true);
            }
            answer.row(row);
        });
        Map<String, Object> ofAll = new LinkedHashMap<>();
        ofAll.put("names", names.off());
        ofOff.describeOwn(ofAll);
        ofAll.put("folded", sum(folded));
        after.put("off", ofAll);
        List<Map.Entry<Sort.Method, Sums>> others = new ArrayList<>(rows.subList(0, from));
        others.addAll(rows.subList(to, rows.size()));
        after.put("leftOut", sum(others));
    }

    /** Finds those that are synchronized in an instance of the range. */
    MethodRows markSynchronized(Range range) {
        question.each(
                "SELECT DISTINCT owner, member FROM names WHERE is_synchronized AND instance IN " + Range.INSTANCES,
                row -> {
                    question.reserve(BYTES + Question.bytes(row.getString(1)) + Question.bytes(row.getString(2)));
                    synchronize.add(new Sort.Method(row.getString(1), row.getString(2)));
                }, range.with());
        return this;
    }

    private Map<String, Object> sum(List<Map.Entry<Sort.Method, Sums>> of) {
        Sums sum = new Sums();
        of.forEach(entry -> sum.addOwn(entry.getValue()));
        Map<String, Object> row = names.describe(of.stream().map(Map.Entry::getKey));
        sum.describeOwn(row);
        return row;
    }
}

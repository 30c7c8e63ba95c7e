package sim.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.bench.Wanted.Measure;

/** The section of BENCHMARKS.md about {@link Recall}: a row for each run, and the methods it lacks. */
final class RecallTable {
    static final String MEANING = "Of the methods that a user looks for, how many the default settings show: the 20 with most by each "
            + "measure in a run that meters everything, those that end at least 1 % of all failed calls, and the entry points whose mean "
            + "call takes 100 us. Shown means: with that measure among the first 50 rows of the method table sorted by it, for the last "
            + "seconds of a run. Methods that wait for work are not looked for, nor those whose mean self time is below what a probe "
            + "takes. What *everything metered, again* lacks was there by chance, and is not looked for in the others. *Most stacks of the bare program*: the 20 methods that the flight recorder sees most often as the innermost "
            + "woven one, with 1 % of the stacks and ten of them or more, among the first 50 rows by CPU time: no probe makes those look long. *Refined* is a start with what `./sim refine` writes of the second.";
    private static final int NAMED = 5;

    private final List<Result> recalled;

    RecallTable(Results results) {
        recalled = results.all().stream().filter(each -> each.kase().startsWith(Recall.CASE)).toList();
    }

    boolean isEmpty() {
        return recalled.isEmpty();
    }

    static List<String> columns() {
        List<String> columns = new ArrayList<>(
                Arrays.stream(Measure.values()).map(measure -> measure.label).toList());
        columns.addAll(List.of(Recall.STACKS, Recall.ENTRIES, Recall.CPU));
        return columns;
    }

    /** A row's cells: the program, the JDK, how it ran, and a cell for each of the columns. */
    List<List<String>> rows() {
        Map<List<String>, Map<String, Result>> rows = new LinkedHashMap<>();
        for (Result each : recalled) {
            rows.computeIfAbsent(List.of(program(each), String.valueOf(each.jdk()), each.system()),
                    added -> new LinkedHashMap<>()).put(what(each), each);
        }
        List<List<String>> cells = new ArrayList<>();
        rows.forEach((run, found) -> {
            List<String> row = new ArrayList<>(run);
            columns().forEach(column -> row.add(found.containsKey(column) ? cell(found.get(column)) : ""));
            cells.add(row);
        });
        return cells;
    }

    private static String cell(Result found) {
        return found.unit().startsWith("of ")
                ? Math.round(found.value()) + " " + found.unit()
                : Report.number(found.value()) + " " + found.unit();
    }

    /** What the default's rows lack, a line each. */
    List<String> missed() {
        return recalled.stream().filter(each -> isDefault(each) && each.note() != null).map(each -> {
            List<String> names = List.of(each.note().split(", "));
            return program(each) + ", JDK " + each.jdk() + ", " + each.system() + ", " + what(each) + ": "
                    + String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                    + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "");
        }).toList();
    }

    /** The most methods that a default run lacks by any of these columns; null where nothing was measured. */
    Double worst(String... columns) {
        Set<String> of = new LinkedHashSet<>(List.of(columns));
        return recalled.stream().filter(each -> isDefault(each) && of.contains(what(each)))
                .map(each -> Double.parseDouble(each.unit().substring("of ".length())) - each.value())
                .max(Double::compare).orElse(null);
    }

    private static boolean isDefault(Result result) {
        return result.system().endsWith("start");
    }

    private static String program(Result result) {
        return result.kase().substring(Recall.CASE.length(), result.kase().indexOf(", "));
    }

    private static String what(Result result) {
        return result.kase().substring(result.kase().indexOf(", ") + 2);
    }
}

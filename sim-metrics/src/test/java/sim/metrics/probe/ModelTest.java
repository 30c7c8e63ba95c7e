package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Random programs of woven calls and hand-made probes against the model of them: exact to the digit. */
class ModelTest {
    private static final int PROGRAMS = 60;
    private static final int STEPS = 400;
    private static final int WORK = Meter.COUNT;

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 60})
    void theCallTreeIsTheModels(int wrong) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Runs runs = new Runs("meters=wall,probes.counters=work");
            RandomProgram program = new RandomProgram(runs.metering, seed);
            for (int step = 0; step < STEPS; step++) {
                program.step(wrong, false);
                if (step % 100 == 0) {
                    runs.drain();
                }
            }
            program.finish();
            runs.drain();
            assertThat(text(byPath(runs))).as("seed %d", seed).isEqualTo(text(program.model.sums()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20})
    void anInterceptorChangesNoNumber(int wrong) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Runs runs = Runs.with("meters=wall,probes.counters=work,probes.interceptors=paired",
                    "interceptor.paired", PairedInterceptor.Factory.class);
            PairedInterceptor.reset();
            RandomProgram program = new RandomProgram(runs.metering, seed);
            for (int step = 0; step < STEPS; step++) {
                program.step(wrong, step % 2 == 0);
            }
            program.finish();
            runs.drain();
            assertThat(text(byName(runs))).as("seed %d", seed).isEqualTo(text(program.model.byName()));
            assertThat(PairedInterceptor.unpaired()).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 30})
    void switchingANameLeavesAllOthersExact(int wrong) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Runs runs = new Runs("meters=wall,probes.counters=work");
            RandomProgram program = new RandomProgram(runs.metering, seed);
            for (int step = 0; step < STEPS; step++) {
                program.step(wrong, true);
            }
            program.finish();
            runs.drain();
            assertThat(text(byName(runs))).as("seed %d", seed).isEqualTo(text(program.model.byName()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 30})
    void aChangeSetIsTheModelsDifference(int wrong) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Runs runs = new Runs("meters=wall,probes.counters=work");
            RandomProgram program = new RandomProgram(runs.metering, seed);
            Probes.Context context = runs.metering.context();
            Probes.SavePoint savepoint = null;
            Map<String, long[]> before = Map.of();
            long workBefore = 0;
            for (int step = 0; step < STEPS; step++) {
                program.step(wrong, false);
                if (step % 50 == 0) {
                    if (savepoint != null) {
                        check(runs, context.compare(savepoint), less(program.model.sums(), before),
                                program.model.worked() - workBefore);
                    }
                    savepoint = step % 100 == 0 ? context.savepoint(savepoint) : context.savepoint();
                    before = copy(program.model.sums());
                    workBefore = program.model.worked();
                }
            }
        }
    }

    @Test
    void aDrainDoesNotConcernASavepoint() {
        Runs runs = new Runs("meters=wall,probes.counters=work");
        RandomProgram program = new RandomProgram(runs.metering, 1);
        Probes.SavePoint savepoint = runs.metering.context().savepoint();
        for (int step = 0; step < STEPS; step++) {
            program.step(0, false);
            runs.drain();
        }
        check(runs, runs.metering.context().compare(savepoint), program.model.sums(), program.model.worked());
    }

    private static void check(Runs runs, Probes.ChangeSet changes, Map<String, long[]> expected, long worked) {
        Probes.Name meter = runs.metering.names().name("work");
        Map<String, long[]> byName = new TreeMap<>();
        expected.forEach((path, sum) -> StackModel.add(byName, path.substring(path.lastIndexOf('/') + 1), sum));
        Map<String, long[]> found = new TreeMap<>();
        changes.changepoints().forEachRemaining(point -> found.put(point.getName().toString(),
                numbers(point.change(meter))));
        assertThat(text(found)).isEqualTo(text(byName));
        for (String group : new String[]{"test", "test.a", "test.c"}) {
            checkGroup(runs, changes, expected, group);
        }
        long selves = expected.values().stream().mapToLong(sum -> sum[2]).sum();
        long counts = expected.values().stream().mapToLong(sum -> sum[0]).sum();
        assertThat(numbers(changes.change(meter))).containsExactly(counts, worked, selves);
    }

    /** The inclusive total counts where no caller is of the group; a name that prefixes none is no group. */
    private static void checkGroup(Runs runs, Probes.ChangeSet changes, Map<String, long[]> expected, String group) {
        boolean prefixes = expected.keySet().stream().anyMatch(path -> last(path).startsWith(group + "."));
        long[] sum = new long[3];
        expected.forEach((path, own) -> {
            if (isOf(last(path), group)) {
                sum[0] += own[0];
                sum[1] += prefixes && hasCallerOf(path, group) ? 0 : own[1];
                sum[2] += own[2];
            }
        });
        Probes.ChangePoint point = changes.changepoint(runs.metering.names().parse(group));
        if (sum[0] == 0) {
            assertThat(point).isNull();
        } else {
            assertThat(numbers(point.change(runs.metering.names().name("work")))).as(group).containsExactly(sum);
        }
    }

    private static boolean hasCallerOf(String path, String group) {
        String[] names = path.split("/");
        for (int i = 0; i < names.length - 1; i++) {
            if (isOf(names[i], group)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOf(String name, String group) {
        return name.equals(group) || name.startsWith(group + ".");
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static long[] numbers(Probes.Change change) {
        return new long[]{change.getCount(), change.getTotal(), change.getInherentTotal()};
    }

    private static Map<String, long[]> byPath(Runs runs) {
        Map<String, long[]> sums = new TreeMap<>();
        runs.fullRows().forEach((path, row) -> sums.put(path, numbers(row)));
        return sums;
    }

    private static Map<String, long[]> byName(Runs runs) {
        Map<String, long[]> sums = new TreeMap<>();
        runs.fullRows().forEach((path, row) -> StackModel.add(sums, last(path), numbers(row)));
        return sums;
    }

    private static long[] numbers(TreeRow row) {
        return new long[]{row.count(), row.total()[WORK], row.self()[WORK]};
    }

    private static Map<String, long[]> copy(Map<String, long[]> sums) {
        Map<String, long[]> copy = new TreeMap<>();
        sums.forEach((path, sum) -> copy.put(path, sum.clone()));
        return copy;
    }

    private static Map<String, long[]> less(Map<String, long[]> now, Map<String, long[]> before) {
        Map<String, long[]> less = new TreeMap<>();
        now.forEach((path, sum) -> {
            long[] old = before.getOrDefault(path, new long[3]);
            if (sum[0] > old[0]) {
                less.put(path, new long[]{sum[0] - old[0], sum[1] - old[1], sum[2] - old[2]});
            }
        });
        return less;
    }

    private static String text(Map<String, long[]> sums) {
        StringBuilder text = new StringBuilder();
        sums.forEach((path, sum) -> text.append(path).append(' ').append(sum[0]).append(' ').append(sum[1]).append(' ')
                .append(sum[2]).append('\n'));
        return text.toString();
    }
}

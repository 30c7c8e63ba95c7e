package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;

/**
 * A context that is sent with a few places: with one or two as well its outermost place is there, and rows and rest are all that was done in it. It may
 * have been on several threads, and memory may be short.
 */
class FewPlacesTest {
    /** With so little a table has 64 places at most. */
    private static final long SHORT = 15_000;

    /** Work on two other threads, and then the outermost call with places of its own: together more than a small table has. */
    @ParameterizedTest
    @CsvSource({"1, 1024, 2147483647", "2, 1024, 2147483647", "1, 1024, 15000", "2, 1024, 15000", "2, 16, 2147483647"})
    void theOutermostPlaceStaysWhateverOtherThreadsDid(int few, int places, long memory) {
        PlacesRun run = new PlacesRun(places, few, memory);
        Scope owner = run.scope;
        int handler = run.place(0);
        int task = run.place(0);
        for (int thread = 0; thread < 2; thread++) {
            run.scope = Scope.open(run.context, null, null, false);
            run.begin(task);
            for (int i = 0; i < 24; i++) {
                run.call(run.place(task), 50);
            }
            run.end(1);
            run.scope.close();
        }
        run.scope = owner;
        run.begin(handler);
        for (int i = 0; i < 50; i++) {
            run.call(run.place(handler), 100);
        }
        run.end(1);
        ContextRecord record = ended(run);
        assertThat(record.rows()).extracting(TreeRow::node).contains(handler);
        assertThat(record.rows().stream().filter(row -> row.node() == handler)).singleElement()
                .satisfies(row -> assertThat(row.total()[0]).isEqualTo(5_001));
        check(run, record, few, true);
    }

    @ParameterizedTest
    @CsvSource({"1, 2147483647", "2, 2147483647", "3, 2147483647", "8, 2147483647", "1, 15000", "2, 15000", "8, 15000"})
    void randomProgramsOnSeveralThreads(int few, long memory) {
        Random random = new Random(few);
        int looked = 0;
        for (int i = 0; i < 60; i++) {
            PlacesRun run = new PlacesRun(1_024, few, memory);
            Scope owner = run.scope;
            int places = 20 + random.nextInt(200);
            for (int thread = random.nextInt(4); thread > 0; thread--) {
                run.scope = Scope.open(run.context, null, null, false);
                run.program(random, places, 100);
                run.scope.close();
            }
            run.scope = owner;
            run.program(random, places, 300);
            ContextRecord record = ended(run);
            if (record.errors() == 0) { // otherwise it is whole
                check(run, record, few, memory > SHORT);
                looked++;
            }
        }
        assertThat(looked).isGreaterThan(30);
    }

    /** The kind has had its hundred with all their places. */
    private static ContextRecord ended(PlacesRun run) {
        run.context.kind().places = 100 * PlaceTable.SMALL;
        return run.endedWithItsStay();
    }

    /**
     * There is the outermost place of each place that has a row, that of the longest calls among them, and all calls are in rows and rest.
     *
     * @param isExact whether no row has given way to another: one that comes again has the calls since that
     */
    private static void check(PlacesRun run, ContextRecord record, int few, boolean isExact) {
        Map<Integer, TreeRow> rows = record.rows().stream().collect(Collectors.toMap(TreeRow::node, row -> row));
        assertThat(rows.size()).isBetween(1, Math.max(few, 1));
        Map<Integer, Long> inside = new TreeMap<>();
        rows.forEach((node, row) -> {
            assertThat(rows).as("the outermost place of %d", node).containsKey(outermost(run, node));
            int caller = run.callerOf(node);
            while (caller != 0 && !rows.containsKey(caller)) {
                caller = run.callerOf(caller);
            }
            inside.merge(caller, row.total()[0], Long::sum);
        });
        rows.forEach((node, row) -> assertThat(row.total()[0]).as("place %d and what is inside", node)
                .isGreaterThanOrEqualTo(row.self()[0] + inside.getOrDefault(node, 0L)));
        long longest = 0;
        long own = 0;
        long count = 0;
        long errors = 0;
        for (Map.Entry<Integer, PlacesRun.Sum> sum : run.sums.entrySet()) {
            longest = Math.max(longest, sum.getValue().total);
            own += sum.getValue().self;
            count += sum.getValue().count;
            errors += sum.getValue().errors;
        }
        if (isExact) {
            assertThat(rows.values().stream().mapToLong(row -> row.total()[0]).max()).as("the longest")
                    .hasValue(longest);
        }
        Rest rest = record.rest() == null ? new Rest(0, 0, 0, 0) : record.rest();
        assertThat(record.totals()[0]).as("of the outermost calls").isEqualTo(own);
        assertThat(rest.selfNanos() + rows.values().stream().mapToLong(row -> row.self()[0]).sum()).isEqualTo(own);
        assertThat(rest.calls() + rows.values().stream().mapToLong(TreeRow::count).sum()).isEqualTo(count);
        assertThat(rest.errors() + rows.values().stream().mapToLong(TreeRow::errors).sum()).isEqualTo(errors);
    }

    private static int outermost(PlacesRun run, int place) {
        int outermost = place;
        for (int at = place; at != 0; at = run.callerOf(at)) {
            outermost = run.sums.containsKey(at) ? at : outermost;
        }
        return outermost;
    }
}

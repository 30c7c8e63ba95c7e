package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import sim.base.redact.Redaction;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;

/** One context, calls in it, and a plain sum of them, for tests. */
final class PlacesRun {
    static final int[] METERS = {0, Meter.CPU.ordinal()};
    static final int PRESENT = 1 | Meter.CPU.bit();

    /** What one place came to, as the program knows it. */
    static final class Sum {
        long count;
        long errors;
        long total;
        long self;
        long cpu;
        long max;
    }

    final ContextRegistry registry;
    final Context context;
    final Map<Integer, Sum> sums = new TreeMap<>();
    private final List<Integer> callers = new ArrayList<>(List.of(0));
    /** Of the calls in progress: the place, the begin, and what was inside. */
    private final List<long[]> open = new ArrayList<>();
    private final long[] deltas = new long[Meter.COUNT];
    private final long[] inner = new long[Meter.COUNT];
    Scope scope;
    long now;

    PlacesRun(int places, long memory) {
        this(places, places, memory);
    }

    /** @param few of a context that is not kept with all its places */
    PlacesRun(int places, int few, long memory) {
        registry = new ContextRegistry(
                new Bounds(100, 10, 100, places, few, 10, memory, 1L << 60, 1_000, Integer.MAX_VALUE, 0, 100,
                        Redaction.NONE),
                PRESENT, this::callerOf, () -> {});
        context = registry.create(null, "work", "");
        scope = Scope.open(context, null, null, true);
    }

    int callerOf(int place) {
        return callers.get(place);
    }

    int place(int caller) {
        callers.add(caller);
        return callers.size() - 1;
    }

    void call(int place, long nanos) {
        begin(place);
        end(nanos);
    }

    void begin(int place) {
        open.add(new long[]{place, now, 0, 0});
        now++;
    }

    void end(long own) {
        end(own, false);
    }

    void end(long own, boolean failed) {
        long[] call = open.remove(open.size() - 1);
        long ownCpu = own % 3;
        now += own;
        deltas[0] = own + call[2];
        inner[0] = call[2];
        deltas[METERS[1]] = ownCpu + call[3];
        inner[METERS[1]] = call[3];
        Sum sum = sums.computeIfAbsent((int) call[0], any -> new Sum());
        sum.count++;
        sum.errors += failed ? 1 : 0;
        sum.total += deltas[0];
        sum.self += own;
        sum.cpu += ownCpu;
        sum.max = Math.max(sum.max, deltas[0]);
        if (open.isEmpty()) {
            scope.add(METERS, PRESENT, deltas, failed);
        } else {
            long[] caller = open.get(open.size() - 1);
            caller[2] += deltas[0];
            caller[3] += deltas[METERS[1]];
        }
        scope.addAt((int) call[0], call[1], METERS, PRESENT, deltas, inner, failed);
    }

    /** Calls at random, at random places, some of which are called often and some are dear. */
    void program(Random random, int places, int calls) {
        while (callers.size() <= places) {
            place(random.nextInt(3) == 0 ? 0 : random.nextInt(callers.size()));
        }
        List<List<Integer>> called = new ArrayList<>();
        for (int place = 0; place <= places; place++) {
            called.add(new ArrayList<>());
            if (place > 0) {
                called.get(callerOf(place)).add(place);
            }
        }
        for (int i = 0; i < calls; i++) {
            int at = open.isEmpty() ? 0 : (int) open.get(open.size() - 1)[0];
            if (called.get(at).isEmpty() || at != 0 && random.nextInt(3) == 0) {
                end(random.nextInt(50) == 0 ? random.nextInt(100_000) : random.nextInt(100),
                        random.nextInt(500) == 0);
            } else {
                int most = called.get(at).size();
                begin(called.get(at).get(Math.min(random.nextInt(most), random.nextInt(most))));
            }
        }
        while (!open.isEmpty()) {
            end(random.nextInt(100));
        }
    }

    ContextRecord ended() {
        scope.close();
        registry.end(context, null);
        return drained();
    }

    /** The same where the context ends with the stay that is open, as that of a request does. */
    ContextRecord endedWithItsStay() {
        scope.close(context.getStart() + 1, true, null);
        return drained();
    }

    private ContextRecord drained() {
        List<ContextRecord> records = new ArrayList<>();
        registry.drain(records);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    /** Rows and rest are all calls; rows are a tree in which no total is less than what is inside; the kind has all by place. */
    void check(ContextRecord record) {
        long count = 0;
        long errors = 0;
        long self = 0;
        Map<Integer, Long> inside = new TreeMap<>();
        Map<Integer, TreeRow> rows = record.rows().stream().collect(Collectors.toMap(TreeRow::node, row -> row));
        for (TreeRow row : record.rows()) {
            Sum sum = sums.get(row.node());
            assertThat(row.count()).isBetween(1L, sum.count);
            assertThat(row.errors()).isLessThanOrEqualTo(sum.errors);
            assertThat(row.total()[0]).isLessThanOrEqualTo(sum.total);
            assertThat(row.self()[0]).isLessThanOrEqualTo(sum.self);
            assertThat(row.max()[0]).isLessThanOrEqualTo(sum.max);
            if (row.count() == sum.count) {
                assertThat(row.total()[0]).isEqualTo(sum.total);
                assertThat(row.max()[0]).isEqualTo(sum.max);
                assertThat(row.self()[METERS[1]]).isEqualTo(sum.cpu);
            }
            count += row.count();
            errors += row.errors();
            self += row.self()[0];
            int caller = callerOf(row.node());
            assertThat(caller == 0 || rows.containsKey(caller)).as("the caller of %d", row.node()).isTrue();
            inside.merge(caller, row.total()[0], Long::sum);
        }
        rows.forEach((node, row) -> assertThat(row.total()[0])
                .isGreaterThanOrEqualTo(row.self()[0] + inside.getOrDefault(node, 0L)));
        Rest rest = record.rest() == null ? new Rest(0, 0, 0, 0) : record.rest();
        assertThat(count + rest.calls()).isEqualTo(sums.values().stream().mapToLong(sum -> sum.count).sum());
        assertThat(errors + rest.errors()).isEqualTo(sums.values().stream().mapToLong(sum -> sum.errors).sum());
        assertThat(self + rest.selfNanos()).isEqualTo(sums.values().stream().mapToLong(sum -> sum.self).sum());
        if (record.endMicros() != 0) {
            checkKind();
        }
    }

    private void checkKind() {
        List<KindRecord> kinds = new ArrayList<>();
        registry.drainKinds(kinds);
        assertThat(kinds).hasSize(1);
        assertThat(kinds.get(0).rows().stream().mapToLong(TreeRow::count).sum())
                .isEqualTo(sums.values().stream().mapToLong(sum -> sum.count).sum());
        if (has(kinds.get(0).rows(), 0)) {
            return; // memory for some places was missing there too
        }
        assertThat(kinds.get(0).rows()).extracting(TreeRow::node).containsExactlyElementsOf(sums.keySet());
        kinds.get(0).rows().forEach(row -> {
            Sum sum = sums.get(row.node());
            assertThat(row.count()).isEqualTo(sum.count);
            assertThat(row.errors()).isEqualTo(sum.errors);
            assertThat(row.total()[0]).isEqualTo(sum.total);
            assertThat(row.self()[0]).isEqualTo(sum.self);
            assertThat(row.max()[0]).isEqualTo(sum.max);
            assertThat(row.self()[METERS[1]]).isEqualTo(sum.cpu);
        });
    }

    static boolean has(List<TreeRow> rows, int node) {
        return rows.stream().anyMatch(row -> row.node() == node);
    }
}

package sim.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;
import sim.wire.Batch;

/**
 * A program by chance: threads call methods that call each other, names are switched off and on while it runs, and some time
 * goes into metering. It says what it did in batches, and keeps its own account of every call that ended.
 */
final class RandomProgram {
    private static final int NAMES = 9;
    private static final int DEEPEST = 14;
    private static final int WALL = Meter.WALL.ordinal();
    private static final int CPU = Meter.CPU.ordinal();

    /** What ended below one path of methods, as the program knows it. */
    static final class Account {
        long calls;
        long total;
        long self;
        long metering;
    }

    private static final class Call {
        final Call outer;
        final int node;
        final String path;
        long total;
        long self;
        long cpu;
        long cpuSelf;
        long metering;

        Call(Call outer, int node, String path) {
            this.outer = outer;
            this.node = node;
            this.path = path;
        }
    }

    private static final class Gain {
        long calls;
        final long[] total = new long[Meter.COUNT];
        final long[] self = new long[Meter.COUNT];
        final long[] max = new long[Meter.COUNT];
    }

    private final Random random;
    private final boolean meters;
    private final boolean[] off = new boolean[NAMES];
    private final List<Deque<Call>> threads = new ArrayList<>();
    private final Map<List<Integer>, Integer> nodes = new HashMap<>();
    private final List<NodeEntry> told = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();
    private Map<Integer, Gain> gains = new TreeMap<>();
    private long sequence;
    private int switched;

    /** By path, every call that ended. */
    final Map<String, Account> account = new LinkedHashMap<>();
    /** Calls that ended with no metered call around them. */
    long entries;

    /** @param meters whether metering takes time of its own */
    RandomProgram(long seed, boolean meters) {
        this.random = new Random(seed);
        this.meters = meters;
        for (int i = 0; i < 3; i++) {
            threads.add(new ArrayDeque<>());
        }
    }

    /** Runs for a while. */
    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            Deque<Call> thread = threads.get(random.nextInt(threads.size()));
            int name = random.nextInt(NAMES);
            boolean calls = thread.size() < DEEPEST && random.nextInt(5) > 1;
            if (calls && !off[name]) {
                thread.push(call(thread.peek(), name));
            } else if (!calls && !thread.isEmpty()) {
                end(thread.pop());
            }
            if (!thread.isEmpty()) { // of names that are off too: theirs is their caller's
                int nanos = random.nextInt(8) == 0 ? random.nextInt(1_000_000) : random.nextInt(1_000);
                thread.peek().self += nanos;
                thread.peek().cpuSelf += random.nextInt(nanos + 1);
            }
        }
    }

    /** Ends all calls. */
    void end() {
        threads.forEach(thread -> {
            while (!thread.isEmpty()) {
                end(thread.pop());
            }
        });
    }

    /** Switches a name. Its calls in progress end as if nothing had happened, which is what the next batches say. */
    void switchOne() {
        int name = random.nextInt(NAMES);
        off[name] = !off[name];
        verdicts.add(new Verdict(name + 1, ++switched, Batches.now() - 9_000_000 + switched,
                off[name] ? Standing.MANAGED : Standing.DISABLED, off[name] ? Standing.DISABLED : Standing.MANAGED, 0,
                "by chance"));
    }

    /** Names that are off now. */
    int off() {
        int names = 0;
        for (boolean each : off) {
            names += each ? 1 : 0;
        }
        return names;
    }

    private Call call(Call outer, int name) {
        int above = outer == null ? 0 : outer.node;
        int node = nodes.computeIfAbsent(List.of(above, name), added -> {
            told.add(new NodeEntry(nodes.size() + 1, above, name + 1));
            return nodes.size() + 1;
        });
        return new Call(outer, node, (outer == null ? "" : outer.path) + "/m" + name);
    }

    private void end(Call call) {
        call.metering += meters ? random.nextInt(100) : 0;
        long total = call.total + call.self + call.metering;
        long cpu = call.cpu + call.cpuSelf + call.metering;
        if (call.outer != null) {
            call.outer.total += total;
            call.outer.cpu += cpu;
        } else {
            entries += total;
        }
        Gain gain = gains.computeIfAbsent(call.node, added -> new Gain());
        gain.calls++;
        gain.total[WALL] += total;
        gain.self[WALL] += call.self;
        gain.max[WALL] = Math.max(gain.max[WALL], total);
        gain.total[CPU] += cpu;
        gain.self[CPU] += call.cpuSelf;
        gain.max[CPU] = Math.max(gain.max[CPU], cpu);
        Account known = account.computeIfAbsent(call.path, added -> new Account());
        known.calls++;
        known.total += total;
        known.self += call.self;
        known.metering += call.metering;
    }

    /** What is new since the last batch. */
    Batch batch() {
        List<TreeRow> rows = new ArrayList<>();
        gains.forEach((node, gain) -> rows.add(new TreeRow(node, gain.calls, 0, 1 << WALL | 1 << CPU, gain.total,
                gain.self, gain.max, new long[]{5, gain.calls})));
        gains = new TreeMap<>();
        List<NameEntry> names = new ArrayList<>();
        List<Score> scores = new ArrayList<>();
        for (int name = 0; name < NAMES; name++) {
            if (sequence == 0) {
                names.add(new NameEntry(name + 1, "p.P", "m" + name));
            }
            scores.add(new Score(name + 1, off[name] ? Standing.DISABLED : Standing.MANAGED, 0, 0));
        }
        Batch batch = new Batch(++sequence, Batches.now() - 10_000_000, Batches.now() - 5_000_000 + sequence, names,
                List.copyOf(told), rows, List.of(), List.of(), List.of(), scores, List.copyOf(verdicts), List.of(),
                Map.of());
        told.clear();
        verdicts.clear();
        return batch;
    }
}

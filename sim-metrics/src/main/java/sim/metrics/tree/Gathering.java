package sim.metrics.tree;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;

/** One drain's sums by node, over all ledgers. The collector's thread uses it once. */
public final class Gathering {
    private static final int WALL = Meter.WALL.ordinal();
    private static final int CPU = Meter.CPU.ordinal();

    /** By the node's id. */
    private final TreeMap<Integer, Row> rows = new TreeMap<>();
    /** Those of what began as candidates, until they are taken. */
    private final Map<Node, Row> candidates = new LinkedHashMap<>();

    private final int width;
    private long calls;

    /** @param width how many meters there are */
    public Gathering(int width) {
        this.width = width;
    }

    Row row(Node node) {
        return node.slot < 0 ? candidates.computeIfAbsent(node, ignored -> new Row(width)) : row(node.id);
    }

    private Row row(int place) {
        return rows.computeIfAbsent(place, ignored -> new Row(width));
    }

    void addCalls(long more) {
        calls += more;
    }

    /** How many calls were gathered so far. */
    public long calls() {
        return calls;
    }

    /** Shows each node's gain. */
    public void visit(Visitor visitor) {
        rows.forEach((node, row) -> visitor.see(node, row.count, row.errors, row.unread(), row.present, row.total,
                row.self));
    }

    /** Wall and CPU time. */
    static final class Use {
        private double wall;
        private double cpu;

        static Use totalOf(Row row) {
            Use use = new Use();
            use.wall = row.total[WALL];
            use.cpu = row.total[CPU];
            return use;
        }

        void addSelfOf(Row row) {
            wall += row.self[WALL];
            cpu += row.self[CPU];
        }

        void add(Use more) {
            wall += more.wall;
            cpu += more.cpu;
        }

        /** The larger of the two parts. */
        double partOf(Use whole) {
            return Math.max(whole.wall == 0 ? 0 : wall / whole.wall, whole.cpu == 0 ? 0 : cpu / whole.cpu);
        }
    }

    /** The self times at the nodes that a test accepts, and at candidates. */
    Use use(IntPredicate accepts) {
        Use use = new Use();
        rows.forEach((node, row) -> {
            if (accepts.test(node)) {
                use.addSelfOf(row);
            }
        });
        candidates.values().forEach(use::addSelfOf);
        return use;
    }

    /** Adds the gain of candidates to their places. If it fails, the next call goes on where it stopped. */
    void takeCandidates(Home home) {
        for (Iterator<Map.Entry<Node, Row>> left = candidates.entrySet().iterator(); left.hasNext();) {
            Map.Entry<Node, Row> next = left.next();
            Row candidate = next.getValue();
            Row at = row(home.of(next.getKey(), candidate));
            at.makeRoomFor(candidate);
            at.add(candidate);
            left.remove();
        }
    }

    /** At places that have no inner ones, the total is self time. */
    void totalsAsSelf(IntPredicate accepts) {
        rows.forEach((node, row) -> {
            if (accepts.test(node)) {
                System.arraycopy(row.self, 0, row.total, 0, row.self.length);
            }
        });
    }

    /** Shows each place with a gain, after candidates' gains were taken. */
    void eachPlace(IntConsumer sees) {
        rows.keySet().forEach(sees::accept);
    }

    /** Says at which place a candidate's gain counts. */
    interface Home {
        int of(Node candidate, Row gain);
    }

    /** Sees the gain at one node. The arrays are by meter, and the row's own. */
    public interface Visitor {
        void see(int node, long calls, long errors, Unread unread, int present, long[] total, long[] self);
    }

    /** The rows, by node id. */
    public List<TreeRow> rows() {
        List<TreeRow> result = new ArrayList<>(rows.size());
        rows.forEach((node, row) -> result.add(row.toTreeRow(node)));
        return result;
    }

    /** The histograms of meters beside wall time, by node id and meter. */
    public List<HistogramRow> histograms() {
        List<HistogramRow> result = new ArrayList<>();
        rows.forEach((node, row) -> row.addHistogramRows(node, result));
        return result;
    }
}

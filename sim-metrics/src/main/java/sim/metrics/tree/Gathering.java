package sim.metrics.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import sim.metrics.snapshot.HistogramRow;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Unread;

/** One drain's sums by node, over all ledgers. The collector's thread uses it once. */
public final class Gathering {
    private final TreeMap<Integer, Row> rows = new TreeMap<>();

    private final int width;
    private long calls;

    /** @param width how many meters there are */
    public Gathering(int width) {
        this.width = width;
    }

    Row row(int node) {
        return rows.computeIfAbsent(node, ignored -> new Row(width));
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

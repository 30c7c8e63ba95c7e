package sim.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;

/** The gain of the places of the call tree. It is never dropped when room is short: rows of one place are added up. */
final class RowSection extends Section<TreeRow> {
    RowSection() {
        super("rows", TreeRow.class);
    }

    @Override
    void write(List<TreeRow> rows, long fromMicros, Parts out) {
        RowParts.writeAll(rows, out);
        Appendix.write(rows, row -> !row.unread().isNothing(), row -> writeUnread(row.unread(), out), out);
    }

    @Override
    List<TreeRow> read(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        List<TreeRow> rows = RowParts.readAll(in, numbers);
        Appendix.read(rows, in, row -> {
            in.take(Sizes.OBJECT + 32);
            return row.without(new Unread(in.next(), in.next(), in.next(), in.nextInt()));
        });
        return rows;
    }

    private static void writeUnread(Unread unread, Parts out) {
        out.add(unread.time());
        out.add(unread.cpu());
        out.add(unread.contention());
        out.add(unread.mixed());
    }

    @Override
    long weight(TreeRow row) {
        return 8 + row.buckets().length;
    }

    @Override
    long bytes(TreeRow row) {
        return RowParts.sizeOf(row);
    }

    @Override
    public List<TreeRow> melt(List<List<TreeRow>> waiting, long room) {
        Map<Integer, TreeRow> sums = new TreeMap<>();
        waiting.forEach(rows -> rows.forEach(row -> sums.merge(row.node(), row, RowSums::sum)));
        return new ArrayList<>(sums.values());
    }

    /** The counter counts calls, not rows. */
    @Override
    public String dropCounter() {
        return "spool.calls.dropped";
    }

    @Override
    public long amount(List<TreeRow> rows) {
        long calls = 0;
        for (TreeRow row : rows) {
            calls += row.count();
        }
        return calls;
    }

    @Override
    public int share() {
        return 0;
    }

    @Override
    public TreeRow cleaned(TreeRow element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

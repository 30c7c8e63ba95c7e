package sim.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.model.snapshot.ContextRows;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;

/** The gain of the places of the call tree. It is never dropped when room is short: rows of one place are added up. */
final class RowSection extends Section<TreeRow> {
    RowSection() {
        super("rows");
    }

    @Override
    void write(List<TreeRow> rows, long fromMicros, Parts out) {
        writeRows(rows, out);
        Appendix.write(rows, row -> !row.unread().isNothing(), row -> writeUnread(row.unread(), out), out);
    }

    @Override
    List<TreeRow> read(Parts in, long fromMicros, Dialect dialect) throws WireException {
        List<TreeRow> rows = readRows(in, dialect);
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

    static void writeRows(List<TreeRow> rows, Parts out) {
        RowParts parts = new RowParts(Dialect.OWN);
        out.addAll(rows, row -> parts.write(row, out));
    }

    static List<TreeRow> readRows(Parts in, Dialect dialect) throws WireException {
        return in.nextList(new RowParts(dialect)::read);
    }

    @Override
    long weight(TreeRow row) {
        return 8 + row.buckets().length;
    }

    @Override
    long bytes(TreeRow row) {
        return sizeOf(row);
    }

    static long sizeOf(List<TreeRow> rows) {
        if (rows instanceof ContextRows packed) {
            return Sizes.OBJECT + 24 + packed.length();
        }
        long bytes = 0;
        for (TreeRow row : rows) {
            bytes += sizeOf(row);
        }
        return bytes;
    }

    static long sizeOf(TreeRow row) {
        return Sizes.OBJECT + 52 + Sizes.of(row.total()) + (row.self() == row.total() ? 0 : Sizes.of(row.self()))
                + (row.max() == row.total() ? 0 : Sizes.of(row.max())) + Sizes.of(row.buckets())
                + (row.unread() == Unread.NOTHING ? 0 : Sizes.OBJECT + 32);
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
}

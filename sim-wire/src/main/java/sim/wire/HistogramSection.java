package sim.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import sim.model.snapshot.HistogramRow;

/** Histograms of meters other than wall time. Like rows, they are never dropped when room is short: those of one place are added up. */
final class HistogramSection extends Section<HistogramRow> {
    HistogramSection() {
        super("histograms", HistogramRow.class);
    }

    @Override
    void write(List<HistogramRow> rows, long fromMicros, Parts out) {
        HistogramParts parts = new HistogramParts(MeterNumbers.OWN);
        out.addAll(rows, row -> parts.write(row, out));
    }

    @Override
    List<HistogramRow> read(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        HistogramParts histograms = new HistogramParts(numbers);
        return in.nextList(parts -> taken(histograms.read(parts), parts));
    }

    @Override
    long weight(HistogramRow row) {
        return 1 + row.buckets().length;
    }

    @Override
    long bytes(HistogramRow row) {
        return Sizes.OBJECT + 16 + Sizes.of(row.buckets());
    }

    @Override
    public List<HistogramRow> melt(List<List<HistogramRow>> waiting, long room) {
        Map<Place, HistogramRow> sums = new TreeMap<>(
                Comparator.comparingInt(Place::node).thenComparingInt(Place::meter));
        waiting.forEach(
                rows -> rows
                        .forEach(row -> sums.merge(new Place(row.node(), row.meter()), row, HistogramSection::sum)));
        return new ArrayList<>(sums.values());
    }

    private static HistogramRow sum(HistogramRow a, HistogramRow b) {
        return new HistogramRow(a.node(), a.meter(), RowSums.buckets(a.buckets(), b.buckets()));
    }

    @Override
    public int share() {
        return 0;
    }

    private record Place(int node, int meter) {}

    @Override
    public HistogramRow cleaned(HistogramRow element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

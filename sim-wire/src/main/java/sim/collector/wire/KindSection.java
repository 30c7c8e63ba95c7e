package sim.collector.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.snapshot.KindRecord;
import sim.metrics.snapshot.TreeRow;

/** What contexts came to by kind: sums, of which nothing is ever dropped for want of room. */
final class KindSection extends ElementSection<KindRecord> {
    KindSection() {
        super("kinds");
    }

    @Override
    void write(KindRecord kind, long fromMicros, Parts out) {
        out.add(kind.name());
        out.add(kind.tag());
        out.add(kind.contexts());
        out.add(kind.failed());
        out.add(kind.kept());
        out.add(kind.wallNanos());
        out.add(kind.calls());
        out.add(kind.errors());
        MeasureParts.write(kind.present(), kind.totals(), out);
        RowSection.writeRows(kind.rows(), out);
    }

    @Override
    KindRecord readOne(Parts in, long fromMicros, Dialect dialect) throws WireException {
        String name = in.requireText();
        String tag = in.requireText();
        long contexts = in.next();
        long failed = in.next();
        long kept = in.next();
        long wall = in.next();
        long calls = in.next();
        long errors = in.next();
        int present = MeasureParts.readPresent(in, dialect);
        long[] totals = dialect.own(present, MeasureParts.read(present, in, dialect));
        return new KindRecord(name, tag, contexts, failed, kept, wall, calls, errors, dialect.own(present), totals,
                RowSection.readRows(in, dialect));
    }

    @Override
    long bytes(KindRecord kind) {
        return Sizes.OBJECT + 72 + Sizes.of(kind.name()) + Sizes.of(kind.tag()) + Sizes.of(kind.totals())
                + RowSection.sizeOf(kind.rows());
    }

    @Override
    public List<KindRecord> melt(List<List<KindRecord>> waiting, long room) {
        Map<List<String>, KindRecord> sums = new LinkedHashMap<>();
        waiting.forEach(kinds -> kinds
                .forEach(kind -> sums.merge(List.of(kind.name(), kind.tag()), kind, KindSection::sum)));
        return new ArrayList<>(sums.values());
    }

    private static KindRecord sum(KindRecord a, KindRecord b) {
        long[] totals = a.totals().clone();
        for (int i = 0; i < totals.length; i++) {
            totals[i] += b.totals()[i];
        }
        Map<Integer, TreeRow> rows = new TreeMap<>();
        a.rows().forEach(row -> rows.put(row.node(), row));
        b.rows().forEach(row -> rows.merge(row.node(), row, RowSums::sum));
        return new KindRecord(a.name(), a.tag(), a.contexts() + b.contexts(), a.failed() + b.failed(),
                a.kept() + b.kept(), a.wallNanos() + b.wallNanos(), a.calls() + b.calls(), a.errors() + b.errors(),
                a.present() | b.present(), totals, new ArrayList<>(rows.values()));
    }

    @Override
    public int share() {
        return 0;
    }
}

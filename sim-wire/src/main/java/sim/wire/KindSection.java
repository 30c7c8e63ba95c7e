package sim.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import sim.model.rows.ContextRowPacker;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.TreeRow;

/** The sums of contexts by kind. They are never dropped when room is short. */
final class KindSection extends ElementSection<KindRecord> {
    KindSection() {
        super("kinds", KindRecord.class);
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
        RowParts.writeAll(kind.rows(), out);
    }

    @Override
    KindRecord readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        String name = in.requireText();
        String tag = in.requireText();
        long contexts = in.next();
        long failed = in.next();
        long kept = in.next();
        long wall = in.next();
        long calls = in.next();
        long errors = in.next();
        int present = MeasureParts.readPresent(in, numbers);
        long[] totals = numbers.own(present, MeasureParts.read(present, in, numbers));
        return new KindRecord(name, tag, contexts, failed, kept, wall, calls, errors, numbers.own(present), totals,
                RowParts.readAll(in, numbers));
    }

    @Override
    void writeMore(List<KindRecord> kinds, long fromMicros, Parts out) {
        Appendix.write(kinds, kind -> kind.buckets().length > 0, kind -> {
            out.add(kind.longestNanos());
            BucketParts.write(kind.buckets(), kind.contexts(), out);
        }, out);
    }

    @Override
    void readMore(List<KindRecord> kinds, long fromMicros, Parts in) throws WireException {
        Appendix.read(kinds, in, kind -> {
            long longest = in.next();
            long[] buckets = BucketParts.read(kind.contexts(), in);
            in.take(Sizes.of(buckets));
            return kind.with(longest, buckets);
        });
    }

    @Override
    long weight(KindRecord kind) {
        return 8 + 8L * kind.rows().size() + kind.buckets().length / 2;
    }

    @Override
    long bytes(KindRecord kind) {
        return Sizes.OBJECT + 88 + Sizes.of(kind.name()) + Sizes.of(kind.tag()) + Sizes.of(kind.totals())
                + Sizes.of(kind.buckets()) + RowParts.sizeOf(kind.rows());
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
        return new KindRecord(a.name(), a.tag(), a.contexts() + b.contexts(), a.failed() + b.failed(),
                a.kept() + b.kept(), a.wallNanos() + b.wallNanos(), a.calls() + b.calls(), a.errors() + b.errors(),
                a.present() | b.present(), totals, sum(a.rows(), b.rows()),
                Math.max(a.longestNanos(), b.longestNanos()), RowSums.buckets(a.buckets(), b.buckets()));
    }

    /**
     * Adds up two lists of rows, packed again, because there may be hundreds of thousands of rows. Only two are unpacked at the same
     * time.
     */
    private static List<TreeRow> sum(List<TreeRow> a, List<TreeRow> b) {
        ContextRowPacker packer = new ContextRowPacker();
        Iterator<TreeRow> as = ascending(a).iterator();
        Iterator<TreeRow> bs = ascending(b).iterator();
        TreeRow one = next(as);
        TreeRow other = next(bs);
        while (one != null || other != null) {
            if (other == null || one != null && one.node() < other.node()) {
                packer.add(one);
                one = next(as);
            } else if (one == null || other.node() < one.node()) {
                packer.add(other);
                other = next(bs);
            } else {
                packer.add(RowSums.sum(one, other));
                one = next(as);
                other = next(bs);
            }
        }
        return packer.take();
    }

    private static TreeRow next(Iterator<TreeRow> rows) {
        return rows.hasNext() ? rows.next() : null;
    }

    /** The rows sorted by node; unchanged if they are sorted already, as the runtime gives them. */
    private static List<TreeRow> ascending(List<TreeRow> rows) {
        int last = Integer.MIN_VALUE;
        for (TreeRow row : rows) {
            if (row.node() <= last) {
                List<TreeRow> sorted = new ArrayList<>(rows);
                sorted.sort(Comparator.comparingInt(TreeRow::node));
                return sorted;
            }
            last = row.node();
        }
        return rows;
    }

    /** Halves the list. A single kind may be larger than a frame: it is halved by its places, and its sums stay with the first half. */
    @Override
    List<List<KindRecord>> halves(List<KindRecord> kinds) {
        if (kinds.size() != 1 || kinds.get(0).rows().size() < 2) {
            return super.halves(kinds);
        }
        KindRecord kind = kinds.get(0);
        ContextRowPacker[] halves = {new ContextRowPacker(), new ContextRowPacker()};
        int middle = kind.rows().size() / 2;
        int at = 0;
        for (TreeRow row : kind.rows()) {
            halves[at++ < middle ? 0 : 1].add(row);
        }
        return List.of(
                List.of(new KindRecord(kind.name(), kind.tag(), kind.contexts(), kind.failed(), kind.kept(),
                        kind.wallNanos(), kind.calls(), kind.errors(), kind.present(), kind.totals(),
                        halves[0].take(), kind.longestNanos(), kind.buckets())),
                List.of(new KindRecord(kind.name(), kind.tag(), 0, 0, 0, 0, 0, 0, 0, new long[kind.totals().length],
                        halves[1].take())));
    }

    @Override
    public int share() {
        return 0;
    }

    @Override
    public KindRecord cleaned(KindRecord element, UnaryOperator<String> cleaner) {
        return new KindRecord(cleaner.apply(element.name()), cleaner.apply(element.tag()), element.contexts(),
                element.failed(), element.kept(), element.wallNanos(), element.calls(), element.errors(),
                element.present(), element.totals(), element.rows(), element.longestNanos(), element.buckets());
    }
}

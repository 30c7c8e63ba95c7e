package sim.collector.wire;

import java.util.Map;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.Stay;
import sim.metrics.snapshot.TreeRow;

/** Contexts that ended or changed. */
final class ContextSection extends ElementSection<ContextRecord> {
    ContextSection() {
        super("contexts");
    }

    @Override
    void write(ContextRecord context, long fromMicros, Parts out) {
        out.add(context.id());
        out.add(context.parent());
        out.add(context.name());
        out.add(context.tag());
        out.add(context.thread());
        out.add(context.startMicros());
        out.add(context.endMicros());
        out.add(context.error());
        out.addValues(context.values());
        out.add(context.calls());
        out.add(context.errors());
        MeasureParts.write(context.present(), context.totals(), out);
        out.add(context.traceHigh());
        out.add(context.traceLow());
        out.addAll(context.stays(), stay -> {
            out.add(stay.thread());
            out.add(stay.startMicros() - context.startMicros());
            out.add(stay.endMicros() == 0 ? -1 : Math.max(0, stay.endMicros() - stay.startMicros()));
            out.add(stay.times());
        });
        RowSection.writeRows(context.rows(), out);
    }

    @Override
    ContextRecord readOne(Parts in, long fromMicros, Dialect dialect) throws WireException {
        long id = in.next();
        long parent = in.next();
        String name = in.requireText();
        String tag = in.requireText();
        String thread = in.requireText();
        long start = in.next();
        long end = in.next();
        String error = in.nextText();
        Map<String, Object> values = in.nextValues();
        long calls = in.next();
        long errors = in.next();
        int present = MeasureParts.readPresent(in, dialect);
        long[] totals = dialect.own(present, MeasureParts.read(present, in, dialect));
        return new ContextRecord(id, parent, name, tag, thread, start, end, error, values, calls, errors,
                dialect.own(present), totals, in.next(), in.next(), in.nextList(p -> readStay(p, start)),
                RowSection.readRows(in, dialect));
    }

    private static Stay readStay(Parts in, long contextStart) throws WireException {
        String thread = in.requireText();
        long start = contextStart + in.next();
        long length = in.next();
        return new Stay(thread, start, length < 0 ? 0 : start + length, in.next());
    }

    @Override
    long bytes(ContextRecord context) {
        long bytes = Sizes.OBJECT + 120 + Sizes.of(context.name()) + Sizes.of(context.tag())
                + Sizes.of(context.thread()) + Sizes.of(context.error()) + Sizes.of(context.values())
                + Sizes.of(context.totals());
        for (Stay stay : context.stays()) {
            bytes += Sizes.OBJECT + 32 + Sizes.of(stay.thread());
        }
        for (TreeRow row : context.rows()) {
            bytes += RowSection.sizeOf(row);
        }
        return bytes;
    }

    @Override
    public int share() {
        return 2;
    }
}

package sim.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Rest;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;

/** Contexts that ended or changed. */
final class ContextSection extends ElementSection<ContextRecord> {
    ContextSection() {
        super("contexts", ContextRecord.class);
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
        RowParts.writeAll(context.rest() == null ? context.rows() : withRest(context), out);
    }

    @Override
    ContextRecord readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
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
        int present = MeasureParts.readPresent(in, numbers);
        long[] totals = numbers.own(present, MeasureParts.read(present, in, numbers));
        return new ContextRecord(id, parent, name, tag, thread, start, end, error, values, calls, errors,
                numbers.own(present), totals, in.next(), in.next(), in.nextList(p -> readStay(p, start)),
                RowParts.readAll(in, numbers)).apart();
    }

    /** The rows of a context, and as the last row, with node 0, the calls at no kept place. Its largest value is how many places they are at. */
    private static List<TreeRow> withRest(ContextRecord context) {
        Rest rest = context.rest();
        long[] self = new long[Meter.COUNT];
        self[0] = rest.selfNanos();
        long[] max = new long[Meter.COUNT];
        max[0] = rest.places();
        List<TreeRow> rows = new ArrayList<>(context.rows());
        rows.add(new TreeRow(0, rest.calls(), rest.errors(), Meter.WALL.bit(), new long[Meter.COUNT], self,
                max, new long[0]));
        return rows;
    }

    private static Stay readStay(Parts in, long contextStart) throws WireException {
        String thread = in.requireText();
        long start = contextStart + in.next();
        long length = in.next();
        return new Stay(thread, start, length < 0 ? 0 : start + length, in.next());
    }

    @Override
    long weight(ContextRecord context) {
        return 8 + context.values().size() + context.stays().size() + 8L * context.rows().size();
    }

    @Override
    long bytes(ContextRecord context) {
        long bytes = Sizes.OBJECT + 120 + Sizes.of(context.name()) + Sizes.of(context.tag())
                + Sizes.of(context.thread()) + Sizes.of(context.error()) + Sizes.of(context.values())
                + Sizes.of(context.totals());
        for (Stay stay : context.stays()) {
            bytes += Sizes.OBJECT + 32 + Sizes.of(stay.thread());
        }
        return bytes + RowParts.sizeOf(context.rows()) + (context.rest() == null ? 0 : Sizes.OBJECT + 32);
    }

    @Override
    public int share() {
        return 2;
    }

    @Override
    public ContextRecord cleaned(ContextRecord element, UnaryOperator<String> cleaner) {
        return new ContextRecord(element.id(), element.parent(), cleaner.apply(element.name()),
                cleaner.apply(element.tag()), element.thread(), element.startMicros(), element.endMicros(),
                cleaner.apply(element.error()), ValueTexts.cleaned(element.values(), cleaner), element.calls(),
                element.errors(), element.present(), element.totals(), element.traceHigh(), element.traceLow(),
                element.stays(), element.rows(), element.rest(), element.again());
    }
}

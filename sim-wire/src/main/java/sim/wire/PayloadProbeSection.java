package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.payload.PayloadProbeEntry.EventType;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.payload.PayloadProbeEntry;

/** The payload probes of the application. */
final class PayloadProbeSection extends LastSection<PayloadProbeEntry> {
    private static final int PAYLOADS = 1;
    private static final int SPLITS = 2;
    private static final int OBJECTS = 4;

    PayloadProbeSection() {
        super("payload.probes", PayloadProbeEntry.class);
    }

    @Override
    void write(PayloadProbeEntry probe, long fromMicros, Parts out) {
        out.add(probe.id());
        out.add(probe.type());
        out.add(probe.name());
        out.add(probe.description());
        out.add((probe.payloads() ? PAYLOADS : 0) | (probe.splits() ? SPLITS : 0) | (probe.objects() ? OBJECTS : 0));
        out.addAll(probe.types(), type -> {
            out.add(type.name());
            out.add(type.colour());
        });
        out.addAll(probe.lines(), line -> {
            out.add(line.telemetry());
            out.add(line.line());
            out.add(line.unit());
            out.add(line.scale());
            out.add(line.stacked() ? 1 : 0);
            out.add(line.consolidation());
        });
    }

    @Override
    PayloadProbeEntry readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        int id = in.nextInt();
        String type = in.requireText();
        String name = in.requireText();
        String description = in.requireText();
        int flags = in.nextInt();
        return new PayloadProbeEntry(id, type, name, description, (flags & PAYLOADS) != 0, (flags & SPLITS) != 0,
                (flags & OBJECTS) != 0, in.nextList(p -> new EventType(p.requireText(), p.nextInt())),
                in.nextList(p -> new Line(p.requireText(), p.requireText(), p.requireText(), p.nextInt(),
                        p.next() != 0, p.requireText())));
    }

    @Override
    long bytes(PayloadProbeEntry probe) {
        long bytes = Sizes.OBJECT + 64 + Sizes.of(probe.type()) + Sizes.of(probe.name())
                + Sizes.of(probe.description());
        for (EventType type : probe.types()) {
            bytes += Sizes.OBJECT + 16 + Sizes.of(type.name());
        }
        for (Line line : probe.lines()) {
            bytes += Sizes.OBJECT + 32 + Sizes.of(line.telemetry()) + Sizes.of(line.line()) + Sizes.of(line.unit())
                    + Sizes.of(line.consolidation());
        }
        return bytes;
    }

    @Override
    Object keyOf(PayloadProbeEntry probe) {
        return probe.id();
    }

    @Override
    public PayloadProbeEntry cleaned(PayloadProbeEntry element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

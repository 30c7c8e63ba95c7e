package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.packed.Numbered;
import sim.model.payload.PayloadEvent.Kind;
import sim.model.payload.PayloadEvent;

/** Single payloads, and openings and closings of control objects. A full spool keeps the newest. */
final class PayloadEventSection extends ElementSection<PayloadEvent> {
    PayloadEventSection() {
        super("payload.events", PayloadEvent.class);
    }

    @Override
    void write(PayloadEvent event, long fromMicros, Parts out) {
        out.add(event.recording());
        out.add(event.probe());
        out.add((long) event.kind().number() << 1 | (event.error() ? 1 : 0));
        out.add(event.startMicros() - fromMicros);
        out.add(event.nanos());
        out.add(event.node());
        out.add(event.text());
        out.add(event.type());
        out.add(event.object());
        out.add(event.thread());
        out.add(event.context());
    }

    @Override
    PayloadEvent readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        long recording = in.next();
        int probe = in.nextInt();
        long kind = in.next();
        Kind known = Numbered.of(Kind.values(), kind >> 1);
        if (known == null) {
            throw new WireException("no such kind of payload event: " + kind);
        }
        return new PayloadEvent(recording, probe, known, fromMicros + in.next(), in.next(),
                in.nextInt(), in.requireText(), in.nextInt(), in.next(), in.requireText(), in.next(), (kind & 1) != 0);
    }

    @Override
    long bytes(PayloadEvent event) {
        // rows and events share texts
        return Sizes.OBJECT + 88;
    }

    @Override
    public PayloadEvent cleaned(PayloadEvent element, UnaryOperator<String> cleaner) {
        return new PayloadEvent(element.recording(), element.probe(), element.kind(), element.startMicros(),
                element.nanos(), element.node(), cleaner.apply(element.text()), element.type(), element.object(),
                element.thread(), element.context(), element.error());
    }
}

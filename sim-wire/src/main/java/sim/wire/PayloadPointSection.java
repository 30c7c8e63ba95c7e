package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.payload.PayloadPoint;

/** Readings of telemetries. A full spool keeps the newest. */
final class PayloadPointSection extends ElementSection<PayloadPoint> {
    PayloadPointSection() {
        super("payload.points", PayloadPoint.class);
    }

    @Override
    void write(PayloadPoint point, long fromMicros, Parts out) {
        out.add(point.recording());
        out.add(point.probe());
        out.add(point.telemetry());
        out.add(point.line());
        out.add(point.timeMicros() - fromMicros);
        out.add(Double.doubleToRawLongBits(point.value()));
    }

    @Override
    PayloadPoint readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new PayloadPoint(in.next(), in.nextInt(), in.requireText(), in.requireText(), fromMicros + in.next(),
                Double.longBitsToDouble(in.next()));
    }

    @Override
    long bytes(PayloadPoint point) {
        return Sizes.OBJECT + 40;
    }

    @Override
    public PayloadPoint cleaned(PayloadPoint element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

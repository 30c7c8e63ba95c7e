package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.payload.PayloadMinute;

/** Sums of events past the bound, by minute. A full spool keeps the newest. */
final class PayloadMinuteSection extends ElementSection<PayloadMinute> {
    PayloadMinuteSection() {
        super("payload.minutes", PayloadMinute.class);
    }

    /** The number of events in the sums. */
    @Override
    public long amount(List<PayloadMinute> minutes) {
        return minutes.stream().mapToLong(minute -> minute.sum().count()).sum();
    }

    @Override
    void write(PayloadMinute minute, long fromMicros, Parts out) {
        out.add(minute.recording());
        out.add(minute.probe());
        out.add(minute.minute());
        out.add(minute.text());
        out.add(minute.type());
        out.add(minute.object());
        PayloadSumCodec.write(minute.sum(), out);
    }

    @Override
    PayloadMinute readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new PayloadMinute(in.next(), in.nextInt(), in.next(), in.requireText(), in.nextInt(), in.next(),
                PayloadSumCodec.read(in));
    }

    @Override
    long bytes(PayloadMinute minute) {
        return Sizes.OBJECT + 48 + PayloadSumCodec.BYTES + Sizes.of(minute.text());
    }

    @Override
    public PayloadMinute cleaned(PayloadMinute element, UnaryOperator<String> cleaner) {
        return new PayloadMinute(element.recording(), element.probe(), element.minute(), cleaner.apply(element.text()),
                element.type(), element.object(), element.sum());
    }
}

package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.payload.ObjectRow;

/** The gain of the payloads of control objects and event types. */
final class ObjectRowSection extends SumSection<ObjectRow> {
    ObjectRowSection() {
        super("payload.object.rows", ObjectRow.class);
    }

    @Override
    void write(ObjectRow row, long fromMicros, Parts out) {
        out.add(row.recording());
        out.add(row.probe());
        out.add(row.object());
        out.add(row.type());
        PayloadSumCodec.write(row.sum(), out);
    }

    @Override
    ObjectRow readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new ObjectRow(in.next(), in.nextInt(), in.next(), in.nextInt(), PayloadSumCodec.read(in));
    }

    @Override
    long bytes(ObjectRow row) {
        return Sizes.OBJECT + 32 + PayloadSumCodec.BYTES;
    }

    @Override
    Object keyOf(ObjectRow row) {
        return List.of(row.recording(), row.probe(), row.object(), row.type());
    }

    @Override
    ObjectRow sum(ObjectRow one, ObjectRow other) {
        return new ObjectRow(one.recording(), one.probe(), one.object(), one.type(), one.sum().plus(other.sum()));
    }

    @Override
    public ObjectRow cleaned(ObjectRow element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.payload.PayloadRecording;

/** The recordings of payload probes. */
final class PayloadRecordingSection extends LastSection<PayloadRecording> {
    PayloadRecordingSection() {
        super("payload.recordings", PayloadRecording.class);
    }

    @Override
    void write(PayloadRecording recording, long fromMicros, Parts out) {
        out.add(recording.id());
        out.add(recording.probe());
        out.add(recording.beginMicros());
        out.add(recording.endMicros());
        out.add(recording.events() ? 1 : 0);
    }

    @Override
    PayloadRecording readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new PayloadRecording(in.next(), in.nextInt(), in.next(), in.next(), in.next() != 0);
    }

    @Override
    long bytes(PayloadRecording recording) {
        return Sizes.OBJECT + 40;
    }

    @Override
    Object keyOf(PayloadRecording recording) {
        return List.of(recording.id(), recording.probe());
    }

    @Override
    public PayloadRecording cleaned(PayloadRecording element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

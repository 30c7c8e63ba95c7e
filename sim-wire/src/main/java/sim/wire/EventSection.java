package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.snapshot.EventRecord;

/** What the application said with an {@code EventProbe}. */
final class EventSection extends ElementSection<EventRecord> {
    EventSection() {
        super("events", EventRecord.class);
    }

    @Override
    void write(EventRecord event, long fromMicros, Parts out) {
        out.add(event.name());
        out.add(event.timeMicros());
        out.add(event.context());
        out.add(event.thread());
        out.addValues(event.values());
    }

    @Override
    EventRecord readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new EventRecord(in.requireText(), in.next(), in.next(), in.requireText(), in.nextValues());
    }

    @Override
    long weight(EventRecord event) {
        return 1 + event.values().size();
    }

    @Override
    long bytes(EventRecord event) {
        return Sizes.OBJECT + 32 + Sizes.of(event.name()) + Sizes.of(event.thread()) + Sizes.of(event.values());
    }

    @Override
    public int share() {
        return 2;
    }

    @Override
    public EventRecord cleaned(EventRecord element, UnaryOperator<String> cleaner) {
        return new EventRecord(element.name(), element.timeMicros(), element.context(), element.thread(),
                ValueTexts.cleaned(element.values(), cleaner));
    }
}

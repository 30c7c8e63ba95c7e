package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.payload.ControlObject.End;
import sim.model.payload.ControlObject;

/** Control objects, and when they were opened and closed. A full spool keeps the newest. */
final class ControlObjectSection extends ElementSection<ControlObject> {
    ControlObjectSection() {
        super("payload.objects", ControlObject.class);
    }

    @Override
    void write(ControlObject object, long fromMicros, Parts out) {
        out.add(object.id());
        out.add(object.probe());
        out.add(object.name());
        out.add(object.openedMicros());
        out.add(object.closedMicros());
        out.add(object.end().number());
    }

    @Override
    ControlObject readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new ControlObject(in.next(), in.nextInt(), in.requireText(), in.next(), in.next(),
                in.nextOf(End.values()));
    }

    @Override
    long bytes(ControlObject object) {
        return Sizes.OBJECT + 48 + Sizes.of(object.name());
    }

    @Override
    public ControlObject cleaned(ControlObject element, UnaryOperator<String> cleaner) {
        return new ControlObject(element.id(), element.probe(), cleaner.apply(element.name()), element.openedMicros(),
                element.closedMicros(), element.end());
    }
}

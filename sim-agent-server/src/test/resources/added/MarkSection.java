package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.snapshot.Mark;

/** Marks. */
final class MarkSection extends ElementSection<Mark> {
    MarkSection() {
        super("marks", Mark.class);
    }

    @Override
    void write(Mark mark, long fromMicros, Parts out) {
        out.add(mark.node());
        out.add(mark.timeMicros() - fromMicros);
        out.add(mark.text());
    }

    @Override
    Mark readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new Mark(in.nextInt(), fromMicros + in.next(), in.requireText());
    }

    @Override
    public Mark cleaned(Mark mark, UnaryOperator<String> cleaner) {
        return new Mark(mark.node(), mark.timeMicros(), cleaner.apply(mark.text()));
    }

    @Override
    long bytes(Mark mark) {
        return Sizes.OBJECT + 24 + Sizes.of(mark.text());
    }
}

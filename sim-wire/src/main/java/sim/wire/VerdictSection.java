package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.snapshot.Level;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** Verdicts of the hotspot extension. */
final class VerdictSection extends ElementSection<Verdict> {
    VerdictSection() {
        super("verdicts", Verdict.class);
    }

    @Override
    void write(Verdict verdict, long fromMicros, Parts out) {
        out.add(verdict.name());
        out.add(verdict.sequence());
        out.add(verdict.timeMicros() - fromMicros);
        out.add(verdict.from().number());
        out.add(verdict.to().number());
        out.add(verdict.balance());
        out.add(verdict.reason());
    }

    @Override
    Verdict readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new Verdict(in.nextInt(), in.next(), fromMicros + in.next(), in.nextOf(Standing.values()),
                in.nextOf(Standing.values()), in.next(), in.requireText());
    }

    @Override
    void writeMore(List<Verdict> verdicts, long fromMicros, Parts out) {
        Appendix.write(verdicts, verdict -> !verdict.isOfStanding(), verdict -> {
            out.add(verdict.fromLevel().number());
            out.add(verdict.toLevel().number());
        }, out);
    }

    @Override
    void readMore(List<Verdict> verdicts, long fromMicros, Parts in) throws WireException {
        Appendix.read(verdicts, in, of -> new Verdict(of.name(), of.sequence(), of.timeMicros(), of.from(), of.to(),
                of.balance(), of.reason(), in.nextOf(Level.values()), in.nextOf(Level.values())));
    }

    @Override
    long bytes(Verdict verdict) {
        return Sizes.OBJECT + 56 + Sizes.of(verdict.reason());
    }

    @Override
    public Verdict cleaned(Verdict element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

package sim.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import sim.model.snapshot.FailureRecord;

/** Exceptions by type and place. They are never dropped when room is short: those of one type and place are added up. */
final class FailureSection extends ElementSection<FailureRecord> {
    FailureSection() {
        super("failures", FailureRecord.class);
    }

    @Override
    void write(FailureRecord failure, long fromMicros, Parts out) {
        out.add(failure.type());
        out.add(failure.node());
        out.add(failure.count());
    }

    @Override
    FailureRecord readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new FailureRecord(in.requireText(), in.nextInt(), in.next());
    }

    @Override
    long bytes(FailureRecord failure) {
        return Sizes.OBJECT + 16 + Sizes.of(failure.type());
    }

    @Override
    public List<FailureRecord> melt(List<List<FailureRecord>> waiting, long room) {
        Map<List<Object>, FailureRecord> sums = new LinkedHashMap<>();
        waiting.forEach(
                failures -> failures.forEach(failure -> sums.merge(List.of(failure.type(), failure.node()), failure,
                        (a, b) -> new FailureRecord(a.type(), a.node(), a.count() + b.count()))));
        return new ArrayList<>(sums.values());
    }

    /** The counter counts exceptions, not types and places. */
    @Override
    public long amount(List<FailureRecord> failures) {
        long exceptions = 0;
        for (FailureRecord failure : failures) {
            exceptions += failure.count();
        }
        return exceptions;
    }

    @Override
    public int share() {
        return 0;
    }

    @Override
    public FailureRecord cleaned(FailureRecord element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

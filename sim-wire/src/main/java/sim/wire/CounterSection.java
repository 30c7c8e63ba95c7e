package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;

/** What was dropped and healed since the JVM started. The last counters replace earlier ones, and counters stay together. */
final class CounterSection extends ElementSection<Counter> {
    CounterSection() {
        super("counters");
    }

    @Override
    void write(Counter counter, long fromMicros, Parts out) {
        out.add(counter.kind());
        out.add(counter.count());
    }

    @Override
    Counter readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new Counter(in.requireText(), in.next());
    }

    @Override
    long bytes(Counter counter) {
        return Sizes.OBJECT + 16 + Sizes.of(counter.kind());
    }

    @Override
    List<List<Counter>> halves(List<Counter> counters) {
        return List.of(List.of(), counters);
    }

    @Override
    public List<Counter> melt(List<List<Counter>> waiting, long room) {
        List<Counter> last = List.of();
        for (List<Counter> counters : waiting) {
            last = counters.isEmpty() ? last : counters;
        }
        return last;
    }

    @Override
    public int share() {
        return 0;
    }

    @Override
    public Counter cleaned(Counter element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}

package sim.metrics.probe;

import org.jinspired.probes.Probes;

/** A counter of one thread. */
final class ThreadCounter implements Probes.Counter {
    private final Probes.Name name;
    private long value;

    ThreadCounter(Probes.Name name) {
        this.name = name;
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public long getValue() {
        return value;
    }

    @Override
    public void inc() {
        inc(1);
    }

    @Override
    public void inc(long step) {
        if (step < 0) {
            throw new IllegalArgumentException("counter " + name + " cannot go down by " + -step);
        }
        // Grows only: at the greatest number it stays, one compare a step.
        value = step > Long.MAX_VALUE - value ? Long.MAX_VALUE : value + step;
    }
}

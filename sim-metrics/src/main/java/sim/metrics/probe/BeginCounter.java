package sim.metrics.probe;

import org.jinspired.probes.Probes;

/** A thread's count of begins as a counter of the Open API. Clients can read it and not change it. */
final class BeginCounter implements Probes.Counter {
    private final Probes.Name name;
    private final FrameStack stack;

    BeginCounter(Probes.Name name, FrameStack stack) {
        this.name = name;
        this.stack = stack;
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public long getValue() {
        return stack.begins;
    }

    @Override
    public void inc() {
        inc(1);
    }

    @Override
    public void inc(long value) {
        throw new IllegalArgumentException(name + " counts by itself");
    }
}

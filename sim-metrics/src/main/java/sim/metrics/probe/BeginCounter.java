package sim.metrics.probe;

import java.util.function.LongSupplier;
import org.jinspired.probes.Probes;

/** A thread's count of begins as a counter of the Open API. Clients can read it and not change it. */
final class BeginCounter implements Probes.Counter {
    private final Probes.Name name;
    private final LongSupplier begins;

    BeginCounter(Probes.Name name, LongSupplier begins) {
        this.name = name;
        this.begins = begins;
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public long getValue() {
        return begins.getAsLong();
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

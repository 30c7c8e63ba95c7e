package sim.metrics.extension;

import java.util.List;
import org.jinspired.probes.Probes;
import org.jinspired.probes.measure.ProbesMeasure;
import org.jinspired.probes.measure.ProbesMeasureFactory;
import sim.base.name.Name;
import sim.model.snapshot.Meter;

/** A thread's further meters: measures of extensions, then counters. Read at both ends of every call. */
public final class ThreadMeasures {
    private final List<Extension<ProbesMeasureFactory>> measureOf;
    private final ProbesMeasure[] measures;
    /** The last readings. A measure that fails, or whose own code is probed, keeps its last reading. */
    private final long[] last;
    private final Probes.Counter[] counters;
    private boolean busy;

    ThreadMeasures(List<Extension<ProbesMeasureFactory>> measureOf, List<Name> counterNames, Probes.Context context) {
        this.measureOf = measureOf;
        this.measures = new ProbesMeasure[measureOf.size()];
        this.last = new long[measures.length];
        for (int i = 0; i < measures.length; i++) {
            Extension<ProbesMeasureFactory> extension = measureOf.get(i);
            try {
                measures[i] = extension.isOff() ? null : extension.factory.create(context);
            } catch (Throwable failure) {
                extension.failed(failure);
            }
        }
        this.counters = new Probes.Counter[counterNames.size()];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = context.counter(counterNames.get(i));
        }
    }

    /** Whether this thread runs a measure. */
    public boolean isBusy() {
        return busy;
    }

    /** Reads all measures and counters into their positions after the built-in meters. */
    public void read(long[] into) {
        int at = Meter.COUNT;
        for (int i = 0; i < measures.length; i++, at++) {
            Extension<ProbesMeasureFactory> extension = measureOf.get(i);
            if (measures[i] != null && !extension.isOff() && !busy) {
                busy = true;
                try {
                    last[i] = Math.max(last[i], value(measures[i]));
                } catch (Throwable failure) {
                    extension.failed(failure);
                } finally {
                    busy = false;
                }
            }
            into[at] = last[i];
        }
        for (int i = 0; i < counters.length; i++, at++) {
            into[at] = counters[i].getValue();
        }
    }

    private static long value(ProbesMeasure measure) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        try {
            return measure.getValue();
        } finally {
            if (interrupted) {
                ThreadExtensions.interruptAgain();
            }
        }
    }
}

package clients;

import org.jinspired.probes.Probes;
import org.jinspired.probes.measure.ProbesMeasure;
import org.jinspired.probes.measure.ProbesMeasureFactory;

/** A resource of the application's own, as a measure: steps a thread has gone so far, in the configured length. */
public class Steps implements ProbesMeasureFactory {
    private static final ThreadLocal<long[]> GONE = ThreadLocal.withInitial(() -> new long[1]);
    private long length;

    static void go(int steps) {
        GONE.get()[0] += steps;
    }

    public void init(Probes.Environment environment) {
        length = environment.getLong(Probes.parse("steps.length"), 1);
    }

    public ProbesMeasure create(Probes.Context context) {
        final long[] gone = GONE.get();
        return new ProbesMeasure() {
            public long getValue() {
                return gone[0] * length;
            }
        };
    }
}

package workload.hand;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jinspired.probes.Probes;
import org.jinspired.probes.measure.ProbesMeasure;
import org.jinspired.probes.measure.ProbesMeasureFactory;

/** A further meter that reads the thread's CPU clock at each begin and end of a call, to hold SIM's own readings against. */
public final class CpuAtBoundaries implements ProbesMeasureFactory {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Override
    public void init(Probes.Environment environment) {
        // it needs no settings
    }

    @Override
    public ProbesMeasure create(Probes.Context context) {
        return THREADS::getCurrentThreadCpuTime;
    }
}

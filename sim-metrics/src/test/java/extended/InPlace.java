package extended;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jinspired.probes.Probes;

/** Begins and ends a probe by hand that does not leave its method; prints the bytes allocated by a thousand of them. */
public final class InPlace {
    private static final int CALLS = 1_000;

    private InPlace() {}

    public static void main(String[] args) {
        Probes.Context context = Probes.context();
        Probes.Name name = Probes.parse("shop.order");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        // until it is compiled; a new octave of the histogram may still be met, hence the smallest of many
        for (int round = 0; round < 3_000 && least > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            calls(context, name);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        System.out.println("bytes " + least);
    }

    private static void calls(Probes.Context context, Probes.Name name) {
        for (int i = 0; i < CALLS; i++) {
            call(context, name);
        }
    }

    private static void call(Probes.Context context, Probes.Name name) {
        Probes.Probe probe = context.begin(name);
        try {
            Thread.onSpinWait();
        } finally {
            probe.end();
        }
    }
}

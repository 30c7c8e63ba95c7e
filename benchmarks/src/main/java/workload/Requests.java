package workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * A server's requests, each with a context of its own: {@code REQUESTS_PER_SECOND SECONDS}. Every millisecond it answers its
 * share, nine metered calls each, and rests; a share it could not begin in time is made up for at once.
 */
public final class Requests {
    private static final long MILLI = 1_000_000;
    private static final Metering METERING = Metering.runtime();
    private static final ProbeSite REQUEST = METERING.site("bench.Request", "handle");
    private static final int STEPS = 8;

    private Requests() {}

    public static void main(String[] arguments) {
        int share = Integer.parseInt(arguments[0]) / 1_000;
        int millis = 1_000 * Integer.parseInt(arguments[1]);
        ProbeSite[] steps = new ProbeSite[STEPS];
        for (int i = 0; i < STEPS; i++) {
            steps[i] = METERING.site("bench.Step", "step" + i);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        for (int i = 0; i < millis; i++) {
            long due = begin + i * MILLI;
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            for (int j = 0; j < share; j++) {
                answer(steps);
            }
        }
        double requests = (double) share * millis;
        Figures.print("requests", requests);
        Figures.print("cpu.ns.per.request", (threads.getCurrentThreadCpuTime() - cpu) / requests);
        Figures.print("requests.per.second", requests / (System.nanoTime() - begin) * 1e9);
        METERING.counters().forEach((name, count) -> {
            if (name.startsWith("contexts.") || name.equals("context.places.dropped")) {
                Figures.print(name, count);
            }
        });
    }

    private static void answer(ProbeSite[] steps) {
        METERING.createContext("request", "bench");
        REQUEST.begin();
        for (ProbeSite step : steps) {
            step.begin();
            step.end();
        }
        REQUEST.end();
        METERING.endContext(null);
    }
}

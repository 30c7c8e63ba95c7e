package sim.metrics.interceptor;

import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import sim.base.meter.Clock;
import sim.metrics.extension.Firing;
import sim.metrics.extension.NamedMeters;

/** One thread's: a subtraction and a compare for a firing below the threshold; an entry in a queue for one above. */
final class LogInterceptor implements ProbesInterceptor {
    private final Judged judged;
    private final int position;
    private final NamedMeters meters;
    private final LogWriter writer;

    LogInterceptor(Judged judged, int position, NamedMeters meters, LogWriter writer) {
        this.judged = judged;
        this.position = position;
        this.meters = meters;
        this.writer = writer;
    }

    @Override
    public void begin(Probes.Probe probe) {
        // a firing is logged when it has ended
    }

    @Override
    public void end(Probes.Probe probe) {
        Firing firing = (Firing) probe;
        if (!firing.isGivenUp() && judged.reaches(firing, position)) {
            long[] deltas = new long[meters.size()];
            for (int i = 0; i < deltas.length; i++) {
                deltas[i] = Judged.delta(firing, meters.position(i));
            }
            writer.offer(new LogEntry(Clock.epochMicros(firing.high()[0]), Thread.currentThread().getName(),
                    firing.getName(), meters, deltas));
        }
    }
}

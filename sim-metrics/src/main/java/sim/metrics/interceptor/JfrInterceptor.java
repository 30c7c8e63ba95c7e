package sim.metrics.interceptor;

import java.util.Arrays;
import jdk.jfr.EventType;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import sim.metrics.extension.Firing;
import sim.metrics.extension.NamedMeters;
import sim.model.snapshot.Meter;

/** One thread's, with an event for each firing in progress. */
final class JfrInterceptor implements ProbesInterceptor {
    /** What was given up by the runtime and never ended here is forgotten at last. */
    private static final int DEEPEST = 1 << 16;

    private final Judged judged;
    private final int position;
    private final NamedMeters meters;
    private final EventType type;
    private Probes.Probe[] firings = new Probes.Probe[16];
    private FiringEvent[] events = new FiringEvent[16];
    private int depth;

    JfrInterceptor(Judged judged, int position, NamedMeters meters, EventType type) {
        this.judged = judged;
        this.position = position;
        this.meters = meters;
        this.type = type;
    }

    @Override
    public void begin(Probes.Probe probe) {
        if (!type.isEnabled()) {
            return;
        }
        if (depth == DEEPEST) {
            take(firings[0]);
        }
        if (depth == firings.length) {
            firings = Arrays.copyOf(firings, depth * 2);
            events = Arrays.copyOf(events, depth * 2);
        }
        FiringEvent event = new FiringEvent();
        firings[depth] = probe;
        events[depth++] = event;
        event.begin();
    }

    @Override
    public void end(Probes.Probe probe) {
        Firing firing = (Firing) probe;
        FiringEvent event = firing.isGivenUp() ? null : take(probe);
        if (event == null) {
            return;
        }
        event.end();
        if (event.shouldCommit() && judged.reaches(firing, position)) {
            event.name = probe.getName().toString();
            fill(event, firing);
            event.commit();
        }
    }

    /** The event of a firing. Those above it are forgotten, because the runtime gave their firings up. */
    private FiringEvent take(Probes.Probe probe) {
        for (int at = depth - 1; at >= 0; at--) {
            if (firings[at] == probe) {
                FiringEvent event = events[at];
                Arrays.fill(firings, at, depth, null);
                Arrays.fill(events, at, depth, null);
                depth = at;
                return event;
            }
        }
        return null;
    }

    private void fill(FiringEvent event, Firing firing) {
        StringBuilder further = null;
        for (int i = 0; i < meters.size(); i++) {
            long delta = Judged.delta(firing, meters.position(i));
            if (meters.position(i) < Meter.COUNT) {
                event.set(meters.position(i), delta);
            } else {
                further = further == null ? new StringBuilder() : further.append(' ');
                further.append(meters.label(i)).append('=').append(delta);
            }
        }
        event.further = further == null ? null : further.toString();
    }
}

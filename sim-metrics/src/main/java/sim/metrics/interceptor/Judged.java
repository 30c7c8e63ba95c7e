package sim.metrics.interceptor;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jinspired.probes.Probes;
import sim.base.config.Settings;
import sim.base.meter.Clock;
import sim.metrics.extension.Firing;
import sim.metrics.extension.NamedMeters;
import sim.model.snapshot.Meter;

/** Which firings are told of: those that took at least {@code threshold} by {@code meter}. Any thread. */
final class Judged {
    private final String setting;
    private final String label;
    private final long threshold;
    private final AtomicBoolean said = new AtomicBoolean();

    Judged(Settings settings, String setting, String fallback) {
        this.setting = setting;
        String named = settings.text("meter", "clock.time");
        this.threshold = settings.quantity("threshold", fallback, named);
        this.label = named.startsWith("clock.") ? "wall" : named;
        if (Probes.meter(Probes.parse(label.equals("wall") ? "clock.tick" : label)) == null) {
            throw settings.wrong("meter", named,
                    "it must be a meter, such as wall or alloc.bytes, or one of probes.measures or probes.counters");
        }
    }

    /** Where a thread's readings have the judged meter; -1, and said once, when they do not. */
    int position(NamedMeters meters) {
        int position = meters.positionOf(label);
        if (position < 0 && !said.getAndSet(true)) {
            System.err.println(
                    "sim: " + setting + ".meter=" + label + " is not read on every thread: those without it are "
                            + "left out. Virtual threads have no meters of their own; for others add it to meters=");
        }
        return position;
    }

    boolean reaches(Firing firing, int position) {
        return delta(firing, position) >= threshold;
    }

    /** What a firing that ended took, in the meter's unit. */
    static long delta(Firing firing, int position) {
        long low = firing.low()[position];
        long high = firing.high()[position];
        return position == Meter.WALL.ordinal() ? Clock.between(low, high) : high - low;
    }
}

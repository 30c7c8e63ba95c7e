package sim.metrics.probe;

import java.util.Iterator;
import java.util.Objects;
import org.jinspired.probes.Probes;

/**
 * A probe of the Open API. Its firing is a frame on the same stack as the woven calls. Without extensions the frame does
 * not refer to it, so that a probe that stays in its method costs no allocation when wall time alone is read; one that is
 * used again costs none in any case.
 */
final class HandProbe implements Probes.Probe {
    private final HandContext context;
    private final ProbeSite site;
    private final Probes.Name name;
    private int state;
    private long serial;
    private int mark;
    /** One reading at the begin, two after the end. */
    private int taken;
    private long lowTick;
    private long highTick;
    private long[] low;
    private long[] high;

    HandProbe(HandContext context, ProbeSite site, Probes.Name name) {
        this.context = context;
        this.site = site;
        this.name = name;
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public void begin() {
        if (state != 0 && !context.mayBeginAgain(serial, name)) {
            return;
        }
        if (context.isForeign(name)) {
            return;
        }
        mark = context.openScope();
        taken = 0;
        ThreadContext metering = context.metering;
        if (metering.observed) {
            serial = metering.beginShown(site, this);
        } else {
            serial = metering.beginByHand(site);
            if (serial != 0) {
                begun(metering.readingsBefore(), metering.wallOnly);
            }
        }
        state = serial != 0 ? 1 : -1;
    }

    @Override
    public void end() {
        if (context.isForeign(name)) {
            return;
        }
        if (state == 0) {
            context.notBegun(name);
            return;
        }
        ThreadContext metering = context.metering;
        if (serial != 0 && metering.endByHand(serial, name) && !metering.observed) {
            ended(metering.readingsAfter(), metering.wallOnly);
        }
        state = 0;
        serial = 0;
        context.closeScope(mark);
    }

    /** Takes over what was read at the begin. */
    void begun(long[] readings, boolean wallOnly) {
        taken = 1;
        lowTick = readings[0];
        if (!wallOnly) {
            if (low == null) {
                low = new long[readings.length];
                high = new long[readings.length];
            }
            System.arraycopy(readings, 0, low, 0, readings.length);
        }
    }

    /** Takes over what was read at the end. */
    void ended(long[] readings, boolean wallOnly) {
        taken = 2;
        highTick = readings[0];
        if (!wallOnly) {
            System.arraycopy(readings, 0, high, 0, readings.length);
        }
    }

    @Override
    public Iterator<Probes.Reading> readings() {
        return Shown.all(context.readMeters(), before(), latest());
    }

    @Override
    public Probes.Reading reading(Probes.Name meter) {
        return Shown.one(context.readMeters(), meter, before(), latest());
    }

    @Override
    public void run(Runnable runnable) {
        Objects.requireNonNull(runnable, "runnable");
        begin();
        try {
            runnable.run();
        } finally {
            end();
        }
    }

    @Override
    public int getState() {
        return state;
    }

    private long[] before() {
        return taken < 2 ? null : low != null ? low : new long[]{lowTick};
    }

    private long[] latest() {
        if (taken == 0) {
            return null;
        }
        if (low == null) {
            return new long[]{taken == 1 ? lowTick : highTick};
        }
        return taken == 1 ? low : high;
    }
}

package sim.metrics.probe;

import java.util.Iterator;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.metrics.extension.Firing;

/**
 * A probe of the Open API. Its firing is a frame on the same stack as the woven calls. Without extensions the frame does
 * not refer to it, so that a probe that stays in its method costs no allocation when wall time alone is read; one that is
 * used again costs none in any case.
 */
final class HandProbe implements Firing {
    private final HandContext context;
    private final ProbeSite site;
    private final Probes.Name name;
    private int state;
    /** The frame's, 0 while there is none. */
    private long serial;
    /** What is set in the environment until the end is set in this scope. */
    private long scope;
    /** One reading at the begin, two after the end. */
    private int taken;
    private long lowTick;
    private long highTick;
    private long[] low;
    private long[] high;
    private boolean givenUp;

    HandProbe(HandContext context, ProbeSite site, Probes.Name name) {
        this.context = context;
        this.site = site;
        this.name = name;
    }

    /** One that has just begun; the serial is 0 where it is not metered. */
    HandProbe(HandContext context, ProbeSite site, Probes.Name name, long scope, long serial) {
        this(context, site, name);
        this.scope = scope;
        if (serial == 0) {
            state = -1;
        } else {
            begun(serial, context.metering.readingsBefore(), context.metering.wallOnly);
        }
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public void begin() {
        if (context.isForeign(name) || scope != 0 && !mayBeginAgain()) {
            return;
        }
        scope = context.openScope();
        state = 0;
        serial = 0;
        taken = 0;
        givenUp = false;
        ThreadContext metering = context.metering;
        if (metering.observed) {
            metering.beginShown(site, this);
        } else {
            long frame = metering.beginByHand(site);
            if (frame != 0) {
                begun(frame, metering.readingsBefore(), metering.wallOnly);
            }
        }
        if (serial == 0) {
            state = -1;
        }
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
        long frame = serial;
        long opened = scope;
        state = 0;
        serial = 0;
        scope = 0;
        ThreadContext metering = context.metering;
        if (frame != 0 && metering.endByHand(frame, name) && !metering.observed) {
            ended(metering.readingsAfter(), metering.wallOnly);
        }
        context.closeScope(opened);
    }

    /** Takes over what was read at the begin, and the frame's serial. */
    void begun(long frame, long[] readings, boolean wallOnly) {
        serial = frame;
        state = 1;
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

    void giveUp() {
        givenUp = true;
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
        return Shown.all(context.readMeters(), low(), high());
    }

    @Override
    public Probes.Reading reading(Probes.Name meter) {
        return Shown.one(context.readMeters(), meter, low(), high());
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
        return state != 0 && isOver() ? 0 : state;
    }

    @Override
    public boolean isGivenUp() {
        return givenUp;
    }

    /** A probe that was not ended may begin if an outer end closed it meanwhile. */
    private boolean mayBeginAgain() {
        if (!isOver()) {
            context.begunTwice(name);
            return false;
        }
        context.closeScope(scope);
        return true;
    }

    /** Whether an outer end closed the firing. */
    private boolean isOver() {
        return serial != 0 ? context.hasEnded(serial) : context.isClosed(scope);
    }

    @Override
    public long[] low() {
        return taken < 2 ? null : low != null ? low : new long[]{lowTick};
    }

    @Override
    public long[] high() {
        if (taken == 0) {
            return null;
        }
        if (low == null) {
            return new long[]{taken == 1 ? lowTick : highTick};
        }
        return taken == 1 ? low : high;
    }
}

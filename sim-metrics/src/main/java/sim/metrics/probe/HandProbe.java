package sim.metrics.probe;

import java.util.Iterator;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.metrics.extension.Firing;

/**
 * A probe of the Open API. Its firing is a frame on the same stack as the woven calls. Only extensions refer to it, and methods
 * that are not inlined get its fields, never the probe itself. So the compiler need not allocate a probe that stays in its method
 * when only wall time is read. A probe that is used again is not allocated again in any case.
 */
final class HandProbe implements Firing {
    /** Begun, and not ended by itself. No tick is so small, because the clock begins near 0. */
    static final long FIRING = Long.MIN_VALUE;
    /** Extensions are being asked whether it is to fire. */
    private static final long BEGINNING = FIRING + 1;
    /** Not firing, and nothing was read at the end. */
    static final long UNREAD = FIRING + 2;

    private final HandContext context;
    private final ProbeSite site;
    private final Probes.Name name;
    /** The scope for values that are set in the environment until the end; 0 before the first begin. */
    private long scope;
    /** The frame's serial, 0 if the probe is not metered. */
    long serial;
    private long lowTick;
    /** The tick of the end, or one of the constants above. */
    private long highTick;
    /** Null while nothing but ticks is read. */
    private ProbeReadings more;
    /** Held from the begin to the end: see {@link Tokens}. */
    private Tokens.Token token;

    /** Makes a probe that has not begun. */
    HandProbe(HandContext context, ProbeSite site, Probes.Name name) {
        this.context = context;
        this.site = site;
        this.name = name;
        this.highTick = UNREAD;
    }

    /** Makes a probe that has just begun. The serial is 0 if it is not metered. */
    HandProbe(HandContext context, ProbeSite site, Probes.Name name, long scope, long serial,
            Tokens.Token token) {
        this.context = context;
        this.site = site;
        this.name = name;
        this.scope = scope;
        this.highTick = FIRING;
        this.token = token;
        if (serial != 0) {
            begun(serial);
        }
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public void begin() {
        if (context.isForeign(name) || highTick <= BEGINNING && !mayBeginAgain()) {
            return;
        }
        highTick = BEGINNING;
        serial = 0;
        if (more != null) {
            more.clear();
        }
        try {
            beginFiring();
        } catch (Throwable failure) {
            if (serial == 0) {
                highTick = UNREAD; // if the stack is full, what follows may fail too
                context.beginFailed(site, failure);
                highTick = FIRING;
            } else if (!(failure instanceof StackOverflowError)) {
                context.failed(failure);
            }
        }
        if (highTick == BEGINNING) {
            highTick = FIRING;
        }
    }

    private void beginFiring() {
        scope = context.openScope();
        ThreadContext metering = context.metering;
        if (metering.isShown()) {
            metering.beginShown(site, this);
        } else {
            serial = context.beginInScope(site); // at once: from here on its end is due, whatever fails
            if (serial != 0) { // otherwise it is off or already counted
                token = context.takeToken(serial);
                begun(serial);
            }
        }
    }

    /**
     * Must stay at most 6 byte codes long. Of {@code try { .. } finally { probe.end(); }} the compiler sees two ends, and the
     * one on the exceptional path was mostly never reached: there it inlines no more than that ({@code MaxTrivialSize}), and
     * what it does not inline it must give an object, made at each call: with 118 byte codes each call allocated 80 bytes, and
     * now none. What is called from here is inlined as anywhere: for that it is counted how often this runs, not from where.
     */
    @Override
    public void end() {
        finish();
    }

    /** In two methods, because each of them has to be small: see {@code ShortMethodsTest}. */
    private void finish() {
        finishFiring();
        finishToken();
    }

    private void finishFiring() {
        highTick = context.end(name, scope, serial, highTick, more);
    }

    private void finishToken() {
        token = context.giveBack(token, highTick);
    }

    /** Takes over what was read at the begin, and the frame's serial. */
    void begun(long frame) {
        serial = frame;
        lowTick = context.metering.tickByHand();
        highTick = FIRING;
        if (!context.metering.readsTicksAlone()) {
            beginMore(context.metering.innermost().begin);
        }
    }

    /** Takes over the readings when the firing has ended, by its own end or another one. Called only if extensions are shown the probe. */
    void ended(long[] readings, boolean givenUp) {
        more.ended(readings);
        if (givenUp) {
            more.giveUp();
        }
    }

    private void beginMore(long[] readings) {
        if (more == null) {
            more = new ProbeReadings(context.metering.readings.wallOnly ? 1 : readings.length);
        }
        more.begun(lowTick, readings);
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
        if (highTick != FIRING || isOver()) {
            return 0;
        }
        return serial == 0 ? -1 : 1;
    }

    @Override
    public boolean isGivenUp() {
        return more != null && more.isGivenUp();
    }

    /** Whether a probe that was not ended may begin again: an outer end has closed it. */
    private boolean mayBeginAgain() {
        if (!isOver()) {
            context.begunTwice(name);
            return false;
        }
        context.closeScope(scope);
        token = context.giveBack(token, UNREAD);
        return true;
    }

    /** Whether an outer end closed the firing. */
    private boolean isOver() {
        return serial != 0 ? context.hasEnded(serial) : context.isClosed(scope);
    }

    @Override
    public long[] low() {
        if (taken() < 2) {
            return null;
        }
        return more != null ? more.low : new long[]{lowTick};
    }

    @Override
    public long[] high() {
        int taken = taken();
        if (taken == 0) {
            return null;
        }
        if (more != null) {
            return taken == 1 ? more.low : more.high;
        }
        return new long[]{taken == 1 ? lowTick : highTick};
    }

    /** How many readings there are: one at the begin, two after the end. */
    private int taken() {
        if (serial == 0) {
            return 0;
        }
        if (more != null) {
            return more.taken();
        }
        return highTick <= UNREAD ? 1 : 2;
    }
}

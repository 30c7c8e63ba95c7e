package sim.metrics.probe;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.base.environment.ThreadEnvironment;
import sim.base.name.GeneratedName;
import sim.base.name.Name;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.savepoint.Journal;
import sim.metrics.savepoint.ReadMeters;
import sim.metrics.savepoint.ThreadSavePoint;

/** A thread as the Open API shows it: a thin layer over the thread's metering. */
public final class HandContext implements Probes.Context {
    /** Past this number SIM makes counters and does not keep them: a client that never stops making names must not exhaust the heap. */
    private static final int MOST_COUNTERS = 10_000;

    final ThreadContext metering;
    private final Threads threads;
    private final Plan plan;
    private final Thread thread;
    private final ReadMeters meters;
    private final Map<Probes.Name, Probes.Counter> counters = new HashMap<>();
    private ThreadEnvironment environment;
    /** The serials of the firings that were begun by hand and not ended, the outermost first. They are the environment's scopes. */
    private long[] scopes = new long[16];
    private int firing;
    private long firings;
    private final Tokens tokens = new Tokens();
    /** The token of the next probe. */
    private Tokens.Token token;

    HandContext(ThreadContext metering, Threads threads) {
        this.metering = metering;
        this.threads = threads;
        this.plan = threads.plan;
        this.thread = metering.thread;
        this.meters = read(metering.readings.meters);
    }

    /** The meters that a thread reads, under their names in the Open API. */
    private ReadMeters read(int[] ordinals) {
        ReadMeters read = new ReadMeters();
        if (!plan.metered) {
            return read;
        }
        read.add(plan.parse("clock.time"), 0, 1_000);
        read.add(plan.parse("clock.tick"), 0, 1);
        for (int i = 1; i < ordinals.length; i++) {
            read.add(plan.meterName(ordinals[i]), ordinals[i], 1);
        }
        return read;
    }

    @Override
    public String getName() {
        return thread.getName();
    }

    @Override
    public Probes.Probe create(Probes.Name name) {
        return new HandProbe(this, threads.sites.site(name), name);
    }

    @Override
    public Probes.Probe begin(Probes.Name name) {
        ProbeSite site = threads.sites.site(name);
        if (plan.observed || Thread.currentThread() != thread) {
            HandProbe probe = new HandProbe(this, site, name);
            probe.begin();
            return probe;
        }
        // the object is made last, with all its fields: the compiler can then avoid allocating it if it does not escape
        long serial = begin(site);
        return new HandProbe(this, site, name, firings, serial, takeToken(serial));
    }

    private long begin(ProbeSite site) {
        return OutOfLine.begin(this, site);
    }

    /** Opens a scope and begins a frame in it; returns the frame's serial, 0 when it is not metered. */
    long beginFrame(ProbeSite site) {
        openScope();
        return beginInScope(site);
    }

    /** Begins a frame in the scope that was opened last. */
    long beginInScope(ProbeSite site) {
        // first what may fail, because no end would come for a frame whose begin failed
        Tokens.Token next = token != null ? token : tokens.take();
        if (next == null) {
            next = makeToken();
        }
        token = next;
        long serial = metering.beginByHand(site);
        if (serial != 0 && next != null) {
            next.lent.serial = serial;
            next.lent.scope = firings;
        }
        return serial;
    }

    /** Null if there is no memory for one. */
    private Tokens.Token makeToken() {
        if (tokens.made() >= FrameStack.DEEPEST_BY_HAND || !metering.takeMore(Tokens.BYTES)) {
            return null;
        }
        if (tokens.make()) {
            metering.sweepNext();
        }
        return tokens.take();
    }

    /** The token that the probe that has just begun holds until its end; null if it is not metered. */
    Tokens.Token takeToken(long serial) {
        if (serial == 0) {
            return null;
        }
        Tokens.Token taken = token;
        token = null;
        return taken;
    }

    /** Whether probes of this thread may have become unreachable. Any thread may ask. */
    boolean mayHaveLost() {
        return tokens.mayBeLost();
    }

    /** Gives up the firings of probes that nobody can end any more. */
    void collectLost() {
        Tokens.Lent[] gone = tokens.collect();
        int many = 0;
        while (gone[many] != null) {
            many++;
        }
        metering.giveMore((long) many * Tokens.BYTES);
        for (int i = 0; i < many; i++) {
            lost(gone[i].serial, gone[i].scope);
        }
    }

    /** Gives up a firing whose probe is unreachable, unless an outer end has closed it. */
    private void lost(long serial, long scope) {
        metering.lose(serial);
        if (firing > 0 && scopes[firing - 1] == scope) {
            closeFrom(firing - 1);
        }
    }

    @Override
    public Probes.Probe run(Runnable runnable) {
        String type = Objects.requireNonNull(runnable, "runnable").getClass().getName();
        Probes.Probe probe = create(plan.parse(GeneratedName.stable(type)).name("run"));
        probe.run(runnable);
        return probe;
    }

    @Override
    public Probes.SavePoint savepoint() {
        return savepoint(null);
    }

    @Override
    public Probes.SavePoint savepoint(Probes.SavePoint savepoint) {
        if (isForeign("a savepoint")) {
            return own().savepoint(savepoint);
        }
        ThreadSavePoint point = savepoint instanceof ThreadSavePoint known && known.isOf(meters)
                ? known
                : new ThreadSavePoint(meters);
        Journal journal = metering.counting.newJournal();
        point.set(journal, metering.readings.now(), metering.counting.journals());
        return point;
    }

    @Override
    public Probes.ChangeSet compare(Probes.SavePoint savepoint) {
        Objects.requireNonNull(savepoint, "savepoint");
        if (isForeign("a savepoint")) {
            return own().compare(savepoint);
        }
        if (!(savepoint instanceof ThreadSavePoint from) || !from.isOf(meters)) {
            throw new IllegalArgumentException(
                    "the savepoint of another thread cannot be compared with this one's metering");
        }
        return from.until(null, metering.readings.now());
    }

    @Override
    public ThreadEnvironment getEnvironment() {
        if (isForeign("an environment")) {
            return own().getEnvironment();
        }
        if (environment == null) {
            environment = new ThreadEnvironment(plan.environment, firing);
        }
        return environment;
    }

    @Override
    public Iterator<Probes.Meter> meters() {
        return meters.iterator();
    }

    @Override
    public Probes.Counter counter(Probes.Name name) {
        if (isForeign(Objects.requireNonNull(name, "name"))) {
            return own().counter(name);
        }
        Probes.Counter known = counters.get(name);
        if (known == null) {
            known = name == plan.probeCount ? new BeginCounter(name, () -> metering.begins) : new ThreadCounter(name);
            if (counters.size() < MOST_COUNTERS) {
                counters.put(name, known);
            } else {
                threads.mishaps.add(CallMishaps.Kind.COUNTERS_FOLDED);
            }
        }
        return known;
    }

    ReadMeters readMeters() {
        return meters;
    }

    /** Whether the calling thread is not this context's. If so, counts it, and the caller does nothing here. */
    boolean isForeign(Object what) {
        if (Thread.currentThread() == thread) {
            return false;
        }
        threads.mishaps.violations.add(Violations.Kind.FOREIGN, what, thread.getName());
        return true;
    }

    /** Whether an outer end closed the firing. Only this thread can tell; another one gets false. */
    boolean hasEnded(long serial) {
        return Thread.currentThread() == thread && metering.hasEnded(serial);
    }

    /** Whether an outer end closed the scope. Only this thread can tell; another one gets false. */
    boolean isClosed(long scope) {
        return Thread.currentThread() == thread && placeOf(scope) < 0;
    }

    /** Counts a failure of SIM itself, which must not reach the application. */
    void failed(Throwable failure) {
        threads.mishaps.failed(failure);
    }

    /** A begin failed: the call is counted as lost, if it would have been metered. */
    void beginFailed(ProbeSite site, Throwable failure) {
        if (Thread.currentThread() == thread && Scorecard.isOn(site.epoch()) && !metering.isShut()) {
            metering.notCounted[NotCounted.LOST]++;
        }
        // last: if this fails, the caller may come again
        if (!(failure instanceof StackOverflowError)) {
            failed(failure);
        }
    }

    /** An end failed: its call is given up and counted as lost, unless it was counted before. */
    void endFailed(long serial, Throwable failure) {
        int at = Thread.currentThread() == thread ? metering.find(serial) : 0;
        if (at > 0) {
            Frame begun = metering.frames[at];
            begun.site.lost(begun, failure);
        } else if (!(failure instanceof StackOverflowError)) {
            failed(failure);
        }
    }

    void begunTwice(Probes.Name name) {
        threads.mishaps.violations.add(Violations.Kind.BEGUN_TWICE, name, null);
    }

    /**
     * Ends a probe. It is given the probe's fields and not the probe, so that the compiler need not allocate it.
     *
     * @return its {@code highTick} from now on
     */
    long end(Probes.Name name, long scope, long serial, long highTick, ProbeReadings more) {
        return OutOfLine.end(this, name, scope, serial, highTick, more);
    }

    /** The same. */
    long endFrame(Probes.Name name, long scope, long serial, long highTick, ProbeReadings more) {
        if (isForeign(name)) {
            return highTick;
        }
        if (highTick != HandProbe.FIRING) {
            threads.mishaps.violations.add(Violations.Kind.NOT_BEGUN, name, null);
            return highTick;
        }
        int at = placeOf(scope);
        long tick = HandProbe.UNREAD;
        if (serial != 0) {
            tick = metering.endByHand(serial, name);
            if (more != null && tick != HandProbe.UNREAD && !plan.observed) {
                more.ended(metering.readings.last());
            }
        }
        closeFrom(at);
        return tick;
    }

    /** Takes back a probe's token, unless it still fires because another thread tried to end it. Returns the token that the probe keeps. */
    Tokens.Token giveBack(Tokens.Token lent, long highTick) {
        if (lent == null || highTick == HandProbe.FIRING) {
            return lent;
        }
        tokens.giveBack(lent);
        return null;
    }

    /** Opens a scope of the environment. Takes 1 to 2 ns. */
    long openScope() {
        if (firing == scopes.length) {
            makeRoom();
        }
        scopes[firing++] = ++firings;
        if (environment != null) {
            environment.setScope(firing);
        }
        return firings;
    }

    /** Closes a scope and those inside it. Does nothing if an outer end has closed it. */
    void closeScope(long scope) {
        closeFrom(placeOf(scope));
    }

    /** Closes the scope at a position and those inside it; none if the position is negative. */
    private void closeFrom(int at) {
        if (at >= 0 && at < firing) {
            firing = at;
            if (environment != null) {
                environment.setScope(at);
            }
        }
    }

    private int placeOf(long scope) {
        int at = firing - 1;
        while (at >= 0 && scopes[at] > scope) {
            at--;
        }
        return at >= 0 && scopes[at] == scope ? at : -1;
    }

    /** Makes room for one more scope. Past the bound, closes all scopes: their probes may be lost, and nobody else would close them. */
    private void makeRoom() {
        if (firing < FrameStack.DEEPEST_BY_HAND) {
            scopes = Arrays.copyOf(scopes, firing * 2);
        } else {
            closeScope(scopes[0]);
        }
    }

    /** The calling thread's context, which is meant if a program uses that of another thread. */
    private HandContext own() {
        return threads.current().hand();
    }
}

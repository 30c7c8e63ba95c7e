package sim.metrics.probe;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.metrics.environment.ThreadEnvironment;
import sim.metrics.name.Name;
import sim.metrics.probe.Violations.Kind;
import sim.metrics.savepoint.Journal;
import sim.metrics.savepoint.ReadMeters;
import sim.metrics.savepoint.ThreadSavePoint;

/** A thread as the Open API shows it: a thin face on the thread's metering. */
public final class HandContext implements Probes.Context {
    final ThreadContext metering;
    private final Threads threads;
    private final Thread thread;
    private final ReadMeters meters;
    private final Map<Probes.Name, Probes.Counter> counters = new HashMap<>();
    private ThreadEnvironment environment;
    /** Probes begun by hand and not ended: the environment's scopes. */
    private int firing;

    HandContext(ThreadContext metering, Threads threads) {
        this.metering = metering;
        this.threads = threads;
        this.thread = metering.thread;
        this.meters = metering.readMeters();
    }

    @Override
    public String getName() {
        return thread.getName();
    }

    @Override
    public Probes.Probe create(Probes.Name name) {
        return new HandProbe(this, threads.site(name), name);
    }

    @Override
    public Probes.Probe begin(Probes.Name name) {
        HandProbe probe = new HandProbe(this, threads.site(name), name);
        probe.begin();
        return probe;
    }

    @Override
    public Probes.Probe run(Runnable runnable) {
        String type = runnable.getClass().getName();
        int lambda = type.indexOf("$$Lambda");
        Probes.Probe probe = create(threads.parse(lambda < 0 ? type : type.substring(0, lambda + 8)).name("run"));
        probe.run(runnable);
        return probe;
    }

    @Override
    public Probes.SavePoint savepoint() {
        return savepoint(null);
    }

    @Override
    public Probes.SavePoint savepoint(Probes.SavePoint savepoint) {
        ThreadSavePoint point = savepoint instanceof ThreadSavePoint known && known.isOf(meters)
                ? known
                : new ThreadSavePoint(meters);
        Journal journal = metering.newJournal();
        point.set(journal, metering.readNow(), metering.journals());
        return point;
    }

    @Override
    public Probes.ChangeSet compare(Probes.SavePoint savepoint) {
        Objects.requireNonNull(savepoint, "savepoint");
        if (!(savepoint instanceof ThreadSavePoint from) || !from.isOf(meters)) {
            throw new IllegalArgumentException(
                    "the savepoint of another thread cannot be compared with this one's metering");
        }
        return from.until(null, metering.readNow());
    }

    @Override
    public ThreadEnvironment getEnvironment() {
        if (environment == null) {
            environment = new ThreadEnvironment(threads.environment, firing);
        }
        return environment;
    }

    @Override
    public Iterator<Probes.Meter> meters() {
        return meters.iterator();
    }

    @Override
    public Probes.Counter counter(Probes.Name name) {
        return counters.computeIfAbsent(Objects.requireNonNull(name, "name"),
                key -> key == threads.probeCount ? metering.begins() : new ThreadCounter((Name) key));
    }

    ReadMeters readMeters() {
        return meters;
    }

    /** Whether the calling thread is another one; counted. */
    boolean isForeign(Probes.Name name) {
        if (Thread.currentThread() == thread) {
            return false;
        }
        threads.violations.add(Kind.FOREIGN, name, thread.getName());
        return true;
    }

    /** Whether a probe that was not ended may begin: if an outer end closed it meanwhile. */
    boolean mayBeginAgain(long serial, Probes.Name name) {
        if (serial != 0 && metering.hasEnded(serial)) {
            return true;
        }
        threads.violations.add(Kind.BEGUN_TWICE, name, null);
        return false;
    }

    void notBegun(Probes.Name name) {
        threads.violations.add(Kind.NOT_BEGUN, name, null);
    }

    int openScope() {
        firing++;
        return environment == null ? 0 : environment.mark();
    }

    void closeScope(int mark) {
        firing--;
        if (environment != null) {
            environment.undoTo(mark);
        }
    }
}

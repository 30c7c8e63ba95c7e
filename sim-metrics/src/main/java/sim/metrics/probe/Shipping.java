package sim.metrics.probe;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import sim.base.config.Options;
import sim.base.exit.AtExit;
import sim.base.meter.ThreadMeters;
import sim.metrics.spi.SnapshotListener;
import sim.metrics.spi.SnapshotSink;
import sim.model.snapshot.Snapshot;

/** Passes the snapshots of a runtime on: to the sink that ships them, which SIM finds on the class path, and to listeners. Any thread. */
final class Shipping {
    private final Metering source;
    private final Listeners listeners;
    private final AtomicReference<SnapshotSink> sink = new AtomicReference<>();
    /** Whether it ships because somebody attached to the JVM. Guarded by this object's lock. */
    private boolean attached;
    private boolean stopsAtExit;

    Shipping(Options options, Metering source) {
        this.source = source;
        this.listeners = new Listeners(options, source);
    }

    /** Starts to ship to where the options say. Prints a line if that is not possible. */
    synchronized void start(Options where) {
        try {
            for (SnapshotSink found : ServiceLoader.load(SnapshotSink.class, Shipping.class.getClassLoader())) {
                found.start(source, where);
                sink.set(found);
                if (!stopsAtExit) {
                    stopsAtExit = true;
                    AtExit.run(this::stop);
                }
                return;
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
            System.err.println("sim: the collector cannot be started, nothing will be shipped: " + broken);
        }
    }

    /** Starts to ship until {@link #detach}, unless it ships already. Called when somebody attaches to the JVM. */
    synchronized void attach(Options where) {
        if (sink.get() == null) {
            ThreadMeters.prepare(source.options().meters());
            start(where);
            attached = true;
        }
    }

    /** Notes that the runtime ships because somebody attached to the JVM. */
    synchronized void attached() {
        attached = true;
    }

    /** See {@link Metering#detach}. */
    synchronized boolean detach() {
        if (!attached) {
            return true;
        }
        attached = false;
        boolean arrived = shipRest();
        ThreadMeters.restore();
        return arrived;
    }

    /** See {@link Metering#shipRest}. */
    boolean shipRest() {
        SnapshotSink found = sink.getAndSet(null);
        boolean arrived = found != null && found.stop();
        listeners.stop();
        return arrived;
    }

    /** Makes the collector drain now, because a buffer fills. */
    void wake() {
        SnapshotSink found = sink.get();
        if (found != null) {
            found.wake();
        }
    }

    void listen(SnapshotListener listener) {
        listeners.add(listener);
    }

    void findNoListeners() {
        listeners.findNone();
    }

    void tell(Snapshot snapshot) {
        listeners.tell(snapshot);
    }

    long failures() {
        return listeners.failures();
    }

    private void stop() {
        SnapshotSink found = sink.getAndSet(null);
        if (found != null) {
            found.stop(); // it says itself what has not arrived
        }
        listeners.stop();
    }
}

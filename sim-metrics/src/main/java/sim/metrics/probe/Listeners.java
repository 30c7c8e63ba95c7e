package sim.metrics.probe;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import sim.base.config.Options;
import sim.metrics.spi.Dictionary;
import sim.metrics.spi.SnapshotListener;
import sim.model.snapshot.Snapshot;

/**
 * The listeners to snapshots. The collector's thread calls them; it also finds them, at the first snapshot, so that the
 * application's start does not wait for them.
 */
final class Listeners {
    private final Options options;
    private final Dictionary dictionary;
    private final List<SnapshotListener> all = new CopyOnWriteArrayList<>();
    private final AtomicLong failures = new AtomicLong();
    private boolean looked;

    Listeners(Options options, Dictionary dictionary) {
        this.options = options;
        this.dictionary = dictionary;
    }

    /** Adds a listener, which gets the snapshots from now on. Any thread. */
    void add(SnapshotListener listener) {
        listener.start(options);
        all.add(listener);
    }

    /** Makes SIM search for no listeners. Called before the first snapshot. */
    synchronized void findNone() {
        looked = true;
    }

    /** Gives a snapshot to all listeners. Never throws: the snapshot is shipped whichever listeners got it. */
    void tell(Snapshot snapshot) {
        try {
            look();
            forEach(listener -> listener.gathered(snapshot, dictionary));
        } catch (Throwable full) { // out of memory
            failures.incrementAndGet();
        }
    }

    void stop() {
        forEach(SnapshotListener::stop);
        all.clear();
    }

    long failures() {
        return failures.get();
    }

    private synchronized void look() {
        if (looked) {
            return;
        }
        looked = true;
        try {
            for (SnapshotListener found : ServiceLoader.load(SnapshotListener.class,
                    Listeners.class.getClassLoader())) {
                add(found);
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
            failed(broken);
        }
    }

    private void forEach(Consumer<SnapshotListener> what) {
        for (SnapshotListener listener : all) {
            try {
                what.accept(listener);
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError failure) {
                failed(failure);
            }
        }
    }

    private void failed(Throwable failure) {
        if (failures.getAndIncrement() == 0) {
            System.err.println("sim: a SnapshotListener failed; later failures are only counted: " + failure);
        }
    }
}

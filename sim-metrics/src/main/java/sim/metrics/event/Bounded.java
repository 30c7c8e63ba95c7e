package sim.metrics.event;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A queue from any thread to the collector's that never blocks: past its bound it drops the newest and counts. */
public final class Bounded<T> {
    private final Queue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final int limit;

    public Bounded(int limit) {
        this.limit = limit;
    }

    public boolean offer(T element) {
        if (size.incrementAndGet() > limit) {
            size.decrementAndGet();
            dropped.incrementAndGet();
            return false;
        }
        try {
            return queue.add(element);
        } catch (Throwable full) { // the heap, or the stack
            size.decrementAndGet();
            throw full;
        }
    }

    /** Takes everything there is. */
    public void drain(List<T> into) {
        for (T element = queue.poll(); element != null; element = queue.poll()) {
            size.decrementAndGet();
            into.add(element);
        }
    }

    public long dropped() {
        return dropped.get();
    }
}

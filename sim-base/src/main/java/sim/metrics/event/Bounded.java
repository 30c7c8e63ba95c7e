package sim.metrics.event;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

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

    /** Takes everything there is. The collector's thread only, like the next. */
    public void drain(List<T> into) {
        drain((Consumer<T>) into::add);
    }

    /** Gives away everything there is, each taken once it was given: where that fails, it and those behind it stay. */
    public void drain(Consumer<T> to) {
        for (int left = size.get(); left > 0; left--) {
            T element = queue.peek();
            if (element == null) {
                return; // counted, and not yet there
            }
            to.accept(element);
            queue.poll();
            size.decrementAndGet();
        }
    }

    public long dropped() {
        return dropped.get();
    }
}

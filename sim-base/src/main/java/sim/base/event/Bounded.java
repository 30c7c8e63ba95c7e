package sim.base.event;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A queue from any thread to the collector's thread that never blocks. Past its bound it drops the newest element and counts it. */
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
        } catch (Throwable full) { // the heap or the stack is full
            size.decrementAndGet();
            throw full;
        }
    }

    /** Takes all elements. Called by the collector's thread only, like the next method. */
    public void drain(List<T> into) {
        drain((Consumer<T>) into::add);
    }

    /** Passes all elements on. Each is removed after it was passed on; if that fails, it and the later ones stay. */
    public void drain(Consumer<T> to) {
        for (int left = size.get(); left > 0; left--) {
            T element = queue.peek();
            if (element == null) {
                return; // the element is counted and not yet in the array
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

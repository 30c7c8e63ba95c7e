package shop.etl;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.UnaryOperator;
import sim.instrumentation.annotation.Instrument;

/**
 * Passes items through a queue to threads of its own. Each run starts threads (threads.started) and waits for them, and
 * the threads wait at the queue (waiting).
 *
 * @param <T> the items
 */
@Instrument
final class Workers<T> {
    private final int threads;
    private final UnaryOperator<T> work;

    Workers(int threads, UnaryOperator<T> work) {
        this.threads = threads;
        this.work = work;
    }

    List<T> run(List<T> items) throws InterruptedException {
        BlockingQueue<List<T>> queue = new ArrayBlockingQueue<>(4);
        List<T> done = new ArrayList<>();
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(new Worker(queue, done), "worker-" + i);
            thread.start();
            started.add(thread);
        }
        for (int from = 0; from < items.size(); from += 400) {
            queue.put(items.subList(from, Math.min(from + 400, items.size())));
        }
        for (int i = 0; i < threads; i++) {
            queue.put(List.of());
        }
        for (Thread thread : started) {
            thread.join();
        }
        return done;
    }

    /** A nested class needs an annotation of its own; an empty portion ends it. */
    @Instrument
    private final class Worker implements Runnable {
        private final BlockingQueue<List<T>> queue;
        private final List<T> done;

        Worker(BlockingQueue<List<T>> queue, List<T> done) {
            this.queue = queue;
            this.done = done;
        }

        @Override
        public void run() {
            try {
                for (List<T> portion = take(); !portion.isEmpty(); portion = take()) {
                    handle(portion);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        private List<T> take() throws InterruptedException {
            return queue.take();
        }

        private void handle(List<T> portion) {
            List<T> finished = new ArrayList<>();
            for (T item : portion) {
                finished.add(work.apply(item));
            }
            synchronized (done) {
                done.addAll(finished);
            }
        }
    }
}

package woven;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Threads that load classes at the same time, each from a loader that all share: the weaver is asked for several classes at once. */
public final class LoadedAtOnce {
    private static final List<String> FIRST = List.of("kotlin.text.Regex", "kotlin.collections.ArrayDeque",
            "kotlin.sequences.SequencesKt", "kotlin.ranges.IntRange");

    private LoadedAtOnce() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (String name : FIRST) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    Class.forName(name);
                } catch (ClassNotFoundException | InterruptedException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        LockSupport.parkNanos(1); // what the recorder must have
        Coroutines.main(args);
    }
}

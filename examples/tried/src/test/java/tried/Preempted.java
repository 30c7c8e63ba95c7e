package tried;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Many more threads that work than there are processors, so each loses its processor all the time. */
public final class Preempted {
    private static final int PER_PROCESSOR = 8;
    private static final int STEPS = 5;
    /** About a millisecond. */
    private static final int WORK = 300_000;

    private static volatile long sink;
    private static volatile boolean isOver;

    private Preempted() {}

    /** Runs until the file is removed, and ends all calls. */
    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < PER_PROCESSOR * Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(() -> {
                while (!isOver) {
                    new Request().handle();
                }
            });
            thread.start();
            threads.add(thread);
        }
        while (Files.exists(Path.of(args[0]))) {
            Thread.sleep(20);
        }
        isOver = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static final class Request {
        void handle() {
            long sum = 0;
            for (int i = 0; i < STEPS; i++) {
                sum += step(i);
            }
            sink = sum;
        }

        long step(long seed) {
            long value = seed;
            for (int i = 0; i < WORK; i++) {
                value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            }
            return value;
        }
    }
}

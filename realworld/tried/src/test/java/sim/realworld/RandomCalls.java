package sim.realworld;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A program by chance: {@code SEED}. Its methods call each other as the seed says, recursively too, compute, allocate, sleep and fail. Two
 * threads run it until standard input ends.
 */
final class RandomCalls {
    static final int METHODS = 12;
    private static final int DEEPEST = 9;
    private static final int MOST_INSIDE = 4;

    private static int[][] inside;
    private static volatile boolean ended;

    private RandomCalls() {}

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(Long.parseLong(arguments[0]));
        inside = new int[METHODS][];
        for (int method = 0; method < METHODS; method++) {
            inside[method] = random.ints(random.nextInt(MOST_INSIDE + 1), 0, METHODS).toArray();
        }
        inside[0] = random.ints(MOST_INSIDE, 1, METHODS).toArray();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(RandomCalls::work);
            threads[i].start();
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            continue;
        }
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void work() {
        while (!ended) {
            call(0, DEEPEST);
        }
    }

    /** One of the methods with a name of its own; an error ends with it. */
    private static void call(int method, int deeper) {
        try {
            switch (method) {
                case 0 -> m0(deeper);
                case 1 -> m1(deeper);
                case 2 -> m2(deeper);
                case 3 -> m3(deeper);
                case 4 -> m4(deeper);
                case 5 -> m5(deeper);
                case 6 -> m6(deeper);
                case 7 -> m7(deeper);
                case 8 -> m8(deeper);
                case 9 -> m9(deeper);
                case 10 -> m10(deeper);
                default -> m11(deeper);
            }
        } catch (IllegalStateException failed) {
            // the caller goes on
        }
    }

    private static void m0(int deeper) {
        run(0, deeper);
    }

    private static void m1(int deeper) {
        run(1, deeper);
    }

    private static void m2(int deeper) {
        run(2, deeper);
    }

    private static void m3(int deeper) {
        run(3, deeper);
    }

    private static void m4(int deeper) {
        run(4, deeper);
    }

    private static void m5(int deeper) {
        run(5, deeper);
    }

    private static void m6(int deeper) {
        run(6, deeper);
    }

    private static void m7(int deeper) {
        run(7, deeper);
    }

    private static void m8(int deeper) {
        run(8, deeper);
    }

    private static void m9(int deeper) {
        run(9, deeper);
    }

    private static void m10(int deeper) {
        run(10, deeper);
    }

    private static void m11(int deeper) {
        run(11, deeper);
    }

    private static void run(int method, int deeper) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long until = System.nanoTime() + random.nextInt(method % 3 == 0 ? 200 : 20_000);
        byte[] garbage = new byte[1 + random.nextInt(1_000)];
        do {
            garbage[garbage.length / 2] += 1;
        } while (System.nanoTime() < until);
        if (deeper > 0) {
            for (int next : inside[method]) {
                call(next, deeper - 1);
            }
        }
        if (random.nextInt(1_000) == 0) {
            sleep();
        }
        if (random.nextInt(50) == 0) {
            throw new IllegalStateException();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}

package woven;

import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** No annotation selects it: names tell its methods, so their probes are left out of its code in a second run. */
final class Unmarked {
    private static final CountDownLatch END = new CountDownLatch(1);

    private Unmarked() {}

    static void work(int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += twice(i) + wide(i, 2.0, "three").length() + supplied(i).get();
            try {
                fails(i);
            } catch (IllegalStateException expected) {
                sum += expected.getMessage().length();
            }
        }
        System.out.println("sum " + sum);
    }

    static int twice(int times) {
        return times > 0 ? 2 * times : 0;
    }

    static String wide(long one, double two, String three) {
        return one > two ? three + one : three;
    }

    static synchronized void fails(int times) {
        if (times >= 0) {
            throw new IllegalStateException("failed " + times % 10);
        }
    }

    static Supplier<Integer> supplied(int value) {
        return () -> value;
    }

    /** One of its methods runs until {@link #leave}. */
    static void stay() {
        Thread staying = new Thread(Unmarked::hold);
        staying.start();
        while (staying.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private static void hold() {
        try {
            END.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    static void leave() {
        END.countDown();
    }
}

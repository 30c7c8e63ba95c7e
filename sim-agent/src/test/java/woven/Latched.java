package woven;

import java.io.IOException;
import sim.instrumentation.annotation.Instrument;

/** Calls a short method from a loop that the JIT compiles until its standard input ends; prints what that computes. */
public final class Latched {
    private static final int ROUND = 10_000;
    private static volatile boolean isOver;

    private Latched() {}

    public static void main(String[] args) {
        Thread waits = new Thread(Latched::waitForTheEnd);
        waits.setDaemon(true);
        waits.start();
        long sum = 0;
        do {
            sum = round();
        } while (!isOver);
        System.out.println("sum " + sum);
    }

    private static void waitForTheEnd() {
        try {
            while (System.in.read() >= 0) {
                // nothing is said
            }
        } catch (IOException ended) {
            // as well
        }
        isOver = true;
    }

    private static long round() {
        long sum = 0;
        for (int i = 0; i < ROUND; i++) {
            sum += Short.half(i);
        }
        return sum;
    }

    @Instrument
    static final class Short {
        private Short() {}

        static int half(int of) {
            return of / 2;
        }
    }
}

package tried;

import sim.instrumentation.annotation.Instrument;

/** Calls two woven methods a known number of times from several threads: {@code threads calls depth pauseMillis}; ends once its standard input has. */
public class Calls {
    @Instrument
    static int leaf(int n) {
        return n + 1;
    }

    @Instrument
    static int descend(int depth) {
        return depth == 0 ? 0 : 1 + descend(depth - 1);
    }

    public static void main(String[] args) throws InterruptedException, java.io.IOException {
        int calls = Integer.parseInt(args[1]);
        int depth = Integer.parseInt(args[2]);
        int pause = Integer.parseInt(args[3]);
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> call(calls, depth, pause));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }

    /** A pause after every thousandth part, so that a run can be made to last. */
    private static void call(int calls, int depth, int pause) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += leaf(i);
            if (i % Math.max(1, calls / 1000) == 0) {
                sum += descend(depth);
                pause(pause);
            }
        }
        if (sum == 42) {
            System.out.println("never mind");
        }
    }

    private static void pause(int millis) {
        if (millis > 0) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

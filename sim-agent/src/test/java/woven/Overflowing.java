package woven;

import java.util.concurrent.atomic.AtomicReference;
import sim.instrumentation.annotation.Instrument;
import sim.metrics.probe.Metering;
import sim.metrics.snapshot.TreeRow;

/**
 * Runs into the end of its stack again and again, on threads with stacks of several sizes: in woven recursion, with and without
 * a handler at every level, and in recursion that is not woven and calls a woven method. Prints how many bodies of woven methods
 * began, and what metering made of it.
 */
public final class Overflowing {
    private static final int TIMES = 4;

    static long bodies;
    static long overflows;

    private Overflowing() {}

    public static void main(String[] args) throws Exception {
        for (long stack : new long[]{256 << 10, 512 << 10, 2 << 20}) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new Thread(null, Overflowing::overflow, "overflowing", stack);
            thread.setUncaughtExceptionHandler((ignored, failure) -> thrown.set(failure));
            thread.start();
            thread.join();
            System.out.println("thrown " + thrown.get());
        }
        long counted = 0;
        for (TreeRow row : Metering.runtime().drain().rows()) {
            counted += row.count();
        }
        System.out.println("overflows " + overflows);
        System.out.println("bodies " + bodies);
        System.out.println("counted " + counted);
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void overflow() {
        Depths depths = new Depths();
        for (int i = 0; i < TIMES; i++) {
            try {
                depths.down();
            } catch (StackOverflowError full) {
                overflows++;
            }
            depths.handling(0);
            try {
                unwoven(depths);
            } catch (StackOverflowError full) {
                overflows++;
            }
        }
    }

    private static int unwoven(Depths depths) {
        int leaf = depths.leaf();
        return unwoven(depths) + leaf;
    }

    /** What is woven. */
    @Instrument
    static final class Depths {
        Depths() {
            bodies++;
        }

        void down() {
            bodies++;
            down();
        }

        void handling(int depth) {
            bodies++;
            try {
                handling(depth + 1);
            } catch (StackOverflowError full) {
                overflows++;
                if (depth % 7 != 0) {
                    throw full;
                }
            }
        }

        int leaf() {
            bodies++;
            return 1;
        }
    }
}

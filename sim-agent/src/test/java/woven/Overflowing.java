package woven;

import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.Instrument;
import sim.metrics.probe.Metering;
import sim.model.snapshot.TreeRow;

/**
 * Runs into the end of its stack again and again, on threads with stacks of several sizes: in woven recursion, with and without
 * a handler at every level, and in recursion that is not woven and calls a woven method. Prints how many bodies of woven methods
 * began, and what metering made of it.
 *
 * <p>{@code one} thread after another, all {@code together}, or {@code virtual} threads.
 */
public final class Overflowing {
    private static final int TIMES = 4;
    private static final int VIRTUAL = 12;

    private final Depths depths = new Depths();
    private Throwable thrown;

    private Overflowing() {}

    public static void main(String[] args) throws Exception {
        List<Overflowing> all = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        long[] stacks = {256 << 10, 512 << 10, 2 << 20};
        for (int i = 0; i < (args[0].equals("virtual") ? VIRTUAL : stacks.length); i++) {
            Overflowing one = new Overflowing();
            Thread thread = args[0].equals("virtual")
                    ? virtual(one::overflow)
                    : new Thread(null, one::overflow, "overflowing", stacks[i]);
            thread.setUncaughtExceptionHandler((ignored, failure) -> one.thrown = failure);
            all.add(one);
            threads.add(thread);
            thread.start();
            if (args[0].equals("one")) {
                thread.join();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        all.forEach(one -> System.out.println("thrown " + one.thrown));
        long counted = 0;
        for (TreeRow row : Metering.runtime().drain().rows()) {
            counted += row.count();
        }
        System.out.println("overflows " + all.stream().mapToLong(one -> one.depths.overflows).sum());
        System.out.println("bodies " + all.stream().mapToLong(one -> one.depths.bodies).sum());
        System.out.println("counted " + counted);
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    /** By reflection: this is compiled for JDK 17. */
    private static Thread virtual(Runnable work) throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (Thread) Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class)
                .invoke(builder, work);
    }

    private void overflow() {
        for (int i = 0; i < TIMES; i++) {
            try {
                depths.down();
            } catch (StackOverflowError full) {
                depths.overflows++;
            }
            depths.handling(0);
            try {
                unwoven(depths);
            } catch (StackOverflowError full) {
                depths.overflows++;
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
        long bodies;
        long overflows;

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

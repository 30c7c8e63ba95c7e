package extended;

import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * Methods with probes as the agent writes them, one after the other. Before that a method that is never compiled, as most are at first,
 * calls a probe so often that the JIT compiles the probe's methods alone: what they are then decides whether it inlines them.
 */
public final class Inlined {
    private static final ProbeSite FIRST = Metering.runtime().site("extended.Inlined", "first");
    private static final ProbeSite SECOND = Metering.runtime().site("extended.Inlined", "second");
    private static final ProbeSite THIRD = Metering.runtime().site("extended.Inlined", "third");
    private static final int TIMES = 100_000;

    private static long worked;

    private Inlined() {}

    public static void main(String[] args) {
        for (int i = 0; i < TIMES; i++) {
            interpreted();
        }
        for (int i = 0; i < TIMES; i++) {
            worked += first(i);
        }
        for (int i = 0; i < TIMES; i++) {
            worked += second(i);
        }
        for (int i = 0; i < TIMES; i++) {
            worked += third(i);
        }
        System.out.println("worked " + worked);
    }

    private static void interpreted() {
        Object hint = FIRST.begin();
        ProbeSite.NONE.end(ProbeSite.NONE.begin(), null); // as some names are off
        FIRST.end(hint, null);
    }

    private static int first(int work) {
        Object hint = FIRST.begin();
        try {
            int done = work & 3;
            FIRST.end(hint, null);
            return done;
        } catch (Throwable error) {
            FIRST.end(hint, error);
            throw error;
        }
    }

    private static int second(int work) {
        Object hint = SECOND.begin();
        try {
            int done = work & 5;
            SECOND.end(hint, null);
            return done;
        } catch (Throwable error) {
            SECOND.end(hint, error);
            throw error;
        }
    }

    private static int third(int work) {
        Object hint = THIRD.begin();
        try {
            int done = work & 9;
            THIRD.end(hint, null);
            return done;
        } catch (Throwable error) {
            THIRD.end(hint, error);
            throw error;
        }
    }
}

package woven;

import sim.metrics.probe.Metering;

/** Calls a cheap method of a class of its own, which is off soon, and once more when it is tried again, until its probe is gone again. */
public final class Rested {
    private Rested() {}

    static final class Cheap {
        private Cheap() {}

        static int next(int value) {
            return value > 0 ? value + 1 : 1;
        }
    }

    public static void main(String[] again) throws InterruptedException {
        work();
        long leftOut = counter("weaving.idle.out");
        System.out.println("left out " + leftOut);
        for (int i = 0; again.length > 0 && i < 1_200 && counter("weaving.idle.back") == 0; i++) {
            Metering.runtime().drain(); // has names tried again whose rest is over
            Thread.sleep(50);
        }
        work();
        for (int i = 0; again.length > 0 && i < 1_200 && counter("weaving.idle.out") == leftOut; i++) {
            Thread.sleep(50);
        }
        System.out.println("out again " + (counter("weaving.idle.out") - leftOut));
        Report.print();
    }

    private static void work() {
        int value = 0;
        for (int i = 0; i < 1_000; i++) {
            value = Cheap.next(value);
        }
        System.out.println("value " + value);
    }

    private static long counter(String name) {
        return Metering.runtime().counters().getOrDefault(name, 0L);
    }
}

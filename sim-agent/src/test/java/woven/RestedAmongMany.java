package woven;

import sim.metrics.probe.Metering;

/** The same in a program with many metered names, as where everything is woven. */
public final class RestedAmongMany {
    private static final int MANY = 200;

    private RestedAmongMany() {}

    public static void main(String[] again) throws InterruptedException {
        for (int i = 0; i < MANY; i++) {
            Metering.runtime().site("woven.Others", "other" + i);
        }
        Rested.main(again);
    }
}

package woven;

import sim.metrics.probe.Metering;

/**
 * Two threads whose aspects' hooks ({@link StuckHooks}) take the program's two locks in opposite order: they wait for each other for good.
 * The rest of the program works on, and ends.
 */
public class StuckHooked {
    static final Object FIRST = new Object();
    static final Object SECOND = new Object();

    void forth() {}

    void back() {}

    static int fine(int i) {
        return i + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        StuckHooked program = new StuckHooked();
        daemon(program::forth, "forth");
        daemon(program::back, "back");
        int sum = 0;
        for (int i = 0; i < 1_200 && Metering.runtime().counters().get("hooks.stuck") < 2; i++) {
            sum += fine(i);
            Thread.sleep(100); // as long as the watch waits, by the JVM's clock
        }
        System.out.println("stuck " + Metering.runtime().counters().get("hooks.stuck"));
        System.out.println(sum > 0 ? "worked" : "did nothing");
    }

    private static void daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}

package sim.bench;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Says what is being done, and watches how busy the machine is meanwhile. */
final class Progress {
    private final long begin = System.nanoTime();
    private double highest;

    void say(String what) {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        highest = Math.max(highest, load);
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;
        System.out.printf(Locale.ROOT, "%3d:%02d  %s%n", seconds / 60, seconds % 60, what);
    }

    /** The highest load average of a minute seen, and how long it took so far. */
    String summary() {
        return String.format(Locale.ROOT, "%d s, load average at most %.1f",
                (System.nanoTime() - begin) / 1_000_000_000, highest);
    }
}

package sim.metrics.users;

/** A class of an application in a package that is named like one of SIM's. */
public final class Metrics {
    private Metrics() {}

    public static int work() {
        return 1;
    }
}

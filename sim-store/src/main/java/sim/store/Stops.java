package sim.store;

/** Ends the process as a kill would, at a point that {@code -Dsim.store.stop} names: for tests of what is on disk then. */
final class Stops {
    private static final String WANTED = System.getProperty("sim.store.stop", "");

    private Stops() {}

    static void at(String point) {
        if (point.equals(WANTED)) {
            Runtime.getRuntime().halt(137);
        }
    }
}

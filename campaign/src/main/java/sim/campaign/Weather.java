package sim.campaign;

import java.util.List;

/** Faults on the wire, one after another with fair times between. */
final class Weather {
    private Weather() {}

    /** Of these faults, each at most so long. */
    static void of(Round round, int mostMillis, Fault... faults) throws InterruptedException {
        List<Fault> all = List.of(faults);
        long end = System.nanoTime() + round.millis * 1_000_000L;
        while (System.nanoTime() < end) {
            round.sleep(round.between(50, 800));
            round.injector.set(all.get(round.random.nextInt(all.size())));
            if (round.random.nextInt(3) == 0) {
                round.injector.cut(); // some faults show with new connections only
            }
            round.sleep(round.between(20, mostMillis));
            round.injector.set(Fault.NONE);
        }
    }
}

package sim.export.totals;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Shares the series of methods out: each application has its own, and the rest of what there is go to the strongest claims of all. */
final class Shares {
    private Shares() {}

    private record Next(int application, long[] claims, int at) {
        long claim() {
            return claims[at];
        }
    }

    /**
     * How many methods of each application have a series.
     *
     * @param claims of each application, the strongest first
     * @param own for each application alone
     * @param shared by all of them
     */
    static int[] of(List<long[]> claims, int own, int shared) {
        int[] quotas = new int[claims.size()];
        PriorityQueue<Next> strongest = new PriorityQueue<>(Comparator.comparingLong(Next::claim).reversed());
        for (int i = 0; i < quotas.length; i++) {
            quotas[i] = own;
            if (claims.get(i).length > own) {
                strongest.add(new Next(i, claims.get(i), own));
            }
        }
        for (int left = shared; left > 0 && !strongest.isEmpty(); left--) {
            Next next = strongest.poll();
            quotas[next.application()]++;
            if (next.at() + 1 < next.claims().length) {
                strongest.add(new Next(next.application(), next.claims(), next.at() + 1));
            }
        }
        return quotas;
    }
}

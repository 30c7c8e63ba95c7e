package sim.server.query;

import java.util.ArrayList;
import java.util.List;

/**
 * What an entry point had over time: moments, and by how much its sums rose since the one before. A context tells of its calls when it leaves
 * a thread, so a call may be taken off a later step than the one that has it. One thread.
 */
final class Rises {
    private final List<long[]> points = new ArrayList<>();

    /** Adds what comes next: a moment, and what sums rose by or fell. */
    void add(long... point) {
        points.add(point);
    }

    /** The points without a fall: what is taken off later is taken off what was there before, the latest first. So each column adds up to its sum, or to 0. */
    List<List<Long>> withoutFalls() {
        long[] missing = new long[points.isEmpty() ? 0 : points.get(0).length];
        for (int i = points.size() - 1; i >= 0; i--) {
            long[] point = points.get(i);
            for (int column = 1; column < point.length; column++) {
                long left = point[column] + missing[column];
                missing[column] = Math.min(0, left);
                point[column] = Math.max(0, left);
            }
        }
        return points.stream().map(point -> List.of(point[0], point[1], point[2], point[3])).toList();
    }
}

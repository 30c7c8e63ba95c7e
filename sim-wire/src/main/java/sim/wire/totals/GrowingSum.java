package sim.wire.totals;

import java.io.DataInputStream;
import java.io.IOException;

/**
 * Adds to sums that other tools take for growing. A peer chooses the numbers: whatever they are, a sum never goes back and is never below 0,
 * because what reads such a sum would refuse all others beside it. Any thread.
 */
final class GrowingSum {
    private GrowingSum() {}

    /** Both, or the largest number that there is; what is below 0 adds nothing. */
    static long plus(long sum, long more) {
        return upTo(Long.MAX_VALUE, sum, more);
    }

    /** The same with a bound of its own. */
    static long upTo(long most, long sum, long more) {
        if (more <= 0) {
            return sum;
        }
        return sum > most - more ? most : sum + more;
    }

    /** Reads a sum that was kept; an earlier build may have kept one that was below 0. */
    static long read(DataInputStream in) throws IOException {
        return Math.max(0, in.readLong());
    }
}

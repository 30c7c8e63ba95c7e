package sim.store;

import java.util.List;
import java.util.stream.Stream;

/**
 * How the store keeps up with its roll-ups, and what it removed.
 *
 * @param doing what the upkeep does now; null while it rests
 * @param behindNanos how long ago the last round began that left nothing to do; some ten seconds as a rule
 * @param slots of the head: one collects, the others wait to become segments
 * @param segments immutable files that answers are made of
 * @param segmentBytes their length
 * @param damaged the files that were set aside
 * @param stuck slots of the head that cannot become segments, and why: a line each
 * @param isClockInDoubt whether the server's clock jumped, or is far ahead of what the store has last, and nothing ages until collectors agree with it
 * @param removed what was removed last, the newest first
 */
public record StoreProgress(String doing, long behindNanos, int slots, int segments, long segmentBytes,
        List<String> damaged, List<String> stuck, boolean isClockInDoubt, List<Removal> removed) {
    /**
     * Rows that were removed.
     *
     * @param timeMicros when, microseconds since the epoch
     * @param why the option that says so: {@code --keep} or {@code --max-size}; {@code forget} where somebody asked for it
     * @param what of which step and whose
     * @param upToMicros the time of the latest of them
     * @param remarks what could not be done as usual, a line each
     */
    public record Removal(long timeMicros, String why, String what, long rows, long bytes, long upToMicros,
            List<String> remarks) {
        public Removal(long timeMicros, String why, String what, long rows, long bytes, long upToMicros) {
            this(timeMicros, why, what, rows, bytes, upToMicros, List.of());
        }

        /** This, and files that had such rows. */
        Removal and(long moreBytes) {
            return new Removal(timeMicros, why, what, rows, bytes + moreBytes, upToMicros, remarks);
        }

        /** This, and more that is to be said of it. */
        Removal and(List<String> moreRemarks) {
            return new Removal(timeMicros, why, what, rows, bytes, upToMicros,
                    Stream.concat(remarks.stream(), moreRemarks.stream()).distinct().toList());
        }

        /** This and another one of the same. */
        Removal and(Removal other) {
            return new Removal(other.timeMicros, why, what, rows + other.rows, bytes + other.bytes,
                    Math.max(upToMicros, other.upToMicros), remarks).and(other.remarks);
        }
    }
}

package sim.server.ingest;

import java.time.Duration;
import sim.store.loop.Descriptors;
import sim.wire.Wire;

/**
 * The time and memory that a peer may take.
 *
 * @param hello from connecting to the end of the hello
 * @param frame for the largest frame, from its first byte to its last; a minute lets one through a line of 70 KB/s
 * @param answer the time for writing an answer to a peer; a peer that does not read it is closed
 * @param heapBytes memory for the frames of all peers together
 * @param connections peers at a time
 */
record Limits(Duration hello, Duration frame, Duration answer, long heapBytes, int connections) {
    private static final Duration SMALLEST_FRAME = Duration.ofSeconds(5);
    static final int STANDARD_CONNECTIONS = 4_000;

    /** Half of the heap: the other half is for answers. */
    static Limits standard() {
        return new Limits(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(10),
                Runtime.getRuntime().maxMemory() / 2,
                Descriptors.atMost(STANDARD_CONNECTIONS, 3));
    }

    /** The time for a frame of that many bytes, from the first to the last: 5 s for the smallest, and more for a longer one. */
    Duration frame(int bytes) {
        Duration least = frame.compareTo(SMALLEST_FRAME) < 0 ? frame : SMALLEST_FRAME;
        return least.plus(frame.minus(least).multipliedBy(bytes).dividedBy(Wire.MAX_FRAME));
    }
}

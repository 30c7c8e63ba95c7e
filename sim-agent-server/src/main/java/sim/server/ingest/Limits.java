package sim.server.ingest;

import java.time.Duration;

/**
 * What a peer may take.
 *
 * @param hello from connecting to the end of the hello
 * @param frame for the rest of a frame once its length is known; a minute lets the largest one through a line of 70 KB/s
 * @param heapBytes memory for the frames of all peers together
 */
record Limits(Duration hello, Duration frame, long heapBytes) {
    /** Half of the heap: the other half is for answers. */
    static Limits standard() {
        return new Limits(Duration.ofSeconds(10), Duration.ofSeconds(60), Runtime.getRuntime().maxMemory() / 2);
    }
}

package sim.server.ingest;

import java.util.LinkedHashSet;
import java.util.Set;
import sim.server.ingest.TimedInput.LateException;

/**
 * The memory for frames that are on their way, of all peers together. It is taken as bytes arrive, never for the length that a
 * peer merely claims. When none is left, a peer that sends nothing gives way. If all are sending, the peer whose frame began last
 * gives way, so that the others' frames become complete. Any thread.
 */
final class ArrivalMemory {
    /** A peer that sends nothing for this long is the first to give way. */
    private static final long STALLED_NANOS = 1_000_000_000;
    private static final long LOOK_MILLIS = 50;

    private final Set<TimedInput> arriving = new LinkedHashSet<>();
    private long free;

    ArrivalMemory(long bytes) {
        free = bytes;
    }

    synchronized void begin(TimedInput frame) {
        frame.sinceNanos = System.nanoTime();
        frame.heardNanos = frame.sinceNanos;
        arriving.add(frame);
    }

    /** Takes memory for bytes that came; waits until there is some, and throws when this frame has to give way itself. */
    synchronized void take(TimedInput frame, int bytes) throws LateException {
        frame.heardNanos = System.nanoTime();
        frame.waiting = true;
        try {
            while (free < bytes) {
                TimedInput victim = victim();
                if (victim != null && victim.gaveWay() == null) {
                    victim.giveWay("the server has no memory for its frame; others send too much, try again");
                }
                if (frame.gaveWay() != null) {
                    throw new LateException(frame.gaveWay());
                }
                wait(LOOK_MILLIS);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new LateException("the server stops");
        } finally {
            frame.waiting = false;
        }
        free -= bytes;
        frame.held += bytes;
    }

    synchronized void giveBack(TimedInput frame) {
        if (arriving.remove(frame)) {
            free += frame.held;
            frame.held = 0;
            notifyAll();
        }
    }

    private TimedInput victim() {
        long now = System.nanoTime();
        TimedInput stalled = null;
        TimedInput youngest = null;
        boolean goesOn = false;
        for (TimedInput frame : arriving) {
            if (frame.gaveWay() != null || frame.isWhole()) {
                goesOn = true; // its memory comes back soon
            } else if (frame.waiting) {
                youngest = frame;
            } else if (now - frame.heardNanos < STALLED_NANOS) {
                goesOn = true;
            } else if (frame.held > 0 && (stalled == null || frame.heardNanos - stalled.heardNanos < 0)) {
                stalled = frame;
            }
        }
        return stalled != null ? stalled : goesOn ? null : youngest;
    }
}

package sim.collector;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Runs the rounds of a loop that must continue as long as the JVM runs. Nothing that a round throws ends the loop: no
 * {@link Error} either, even if there is no memory left to report it. The threads of collector and shipper use it, and others
 * that watch over something.
 */
public final class Undying {
    /** Before the next round, where a failure could not even be said. */
    private static final long PAUSE_NANOS = 100_000_000;

    private Undying() {}

    /**
     * Does one round.
     *
     * @param failed told of what it threw
     */
    public static void round(Round round, Consumer<Throwable> failed) {
        try {
            round.run();
        } catch (Throwable failure) {
            try {
                failed.accept(failure);
            } catch (Throwable unsaid) { // there is nothing left to say it with
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** One round of the work. */
    public interface Round {
        void run() throws Exception;
    }
}

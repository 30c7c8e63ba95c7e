package sim.collector;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Runs the rounds of a loop that must continue as long as the JVM runs. Nothing that a round throws ends the loop: no
 * {@link Error} either, even if there is no memory left to report it. The threads of collector and shipper use it, and others
 * that watch over something.
 */
public final class Undying {
    /** The pause before the next round if a failure could not even be reported. */
    private static final long PAUSE_NANOS = 100_000_000;

    private Undying() {}

    /**
     * Runs one round. Who loops makes {@code round} and {@code failed} once, when there is memory for them: what fails before this method
     * is entered ends the loop.
     *
     * @param failed called with what the round threw
     */
    public static void round(Round round, Consumer<Throwable> failed) {
        try {
            round.run();
        } catch (Throwable failure) {
            try {
                failed.accept(failure);
            } catch (Throwable unsaid) { // nothing is left to report it with
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** One round of the work. */
    public interface Round {
        void run() throws Exception;
    }
}

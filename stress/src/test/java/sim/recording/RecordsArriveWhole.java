package sim.recording;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.ByteArrayOutputStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link Ring}: bytes with one writer and one reader, a record published whole. All states share one ring, and it is read
 * one time in eight, so that it is full and wraps. A tail stored before its bytes, or a head before they are copied, fails
 * on any hardware; stored in place but plainly, on weaker hardware alone.
 */
@JCStressTest
@Description("Recorded bytes arrive once and in order, records whole, wherever the ring wraps.")
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The next records, whole; or none yet.")
@Outcome(expect = FORBIDDEN, desc = "A record is missing, came twice or in pieces.")
@State
public class RecordsArriveWhole {
    private static final int RECORD = 7;
    /** Does not divide the ring: what stood in a place a round ago is not what belongs there now. */
    private static final int PERIOD = 127;
    private static final Ring RING = new Ring();
    /** The writer's and the reader's own. */
    private static long written;
    private static long read;
    private static int turns;

    /** Waits a little for room, so that it writes the moment there is some. */
    @Actor
    public void thread() {
        for (int spins = 0; spins < 2_000; spins++) {
            if (RING.free() < RECORD) {
                Thread.onSpinWait();
                continue;
            }
            for (int i = 0; i < RECORD; i++) {
                RING.put((written + i) % PERIOD);
            }
            RING.publish();
            written += RECORD;
        }
    }

    @Actor
    public void daemon(Z_Result result) {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        if ((++turns & 7) == 0) {
            RING.drain(into);
        }
        byte[] bytes = into.toByteArray();
        result.r1 = bytes.length % RECORD == 0;
        for (byte next : bytes) {
            result.r1 &= next == read++ % PERIOD;
        }
    }
}

package sim.metrics.recording;

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
 * {@link Ring}: bytes with one writer and one reader, a record published whole. All states share one ring, so that it
 * wraps. A tail stored early, or a head before the bytes are copied, fails here; stored plainly, on weaker hardware alone.
 */
@JCStressTest
@Description("Recorded bytes arrive once and in order, records whole, wherever the ring wraps.")
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The next records, whole; or none yet.")
@Outcome(expect = FORBIDDEN, desc = "A record is missing, came twice or in pieces.")
@State
public class RecordsArriveWhole {
    private static final int RECORD = 7;
    private static final Ring RING = new Ring();
    /** The writer's and the reader's own. */
    private static int written;
    private static int read;

    @Actor
    public void thread() {
        if (RING.free() >= RECORD) {
            for (int i = 0; i < RECORD; i++) {
                RING.put(written + i & 127);
            }
            RING.publish();
            written += RECORD;
        }
    }

    @Actor
    public void daemon(Z_Result result) {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        RING.drain(into);
        byte[] bytes = into.toByteArray();
        result.r1 = bytes.length % RECORD == 0;
        for (byte next : bytes) {
            result.r1 &= next == (read++ & 127);
        }
    }
}

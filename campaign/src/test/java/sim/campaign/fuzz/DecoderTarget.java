package sim.campaign.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import sim.wire.Dialect;
import sim.wire.FrameCodec;
import sim.wire.Hello;
import sim.wire.MeterEntry;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** Any bytes are a frame or refused in one line, in memory that has a bound; a frame can be written again. */
public final class DecoderTarget {
    /** What the codec promises, in times of the frame's length; and what a refusal takes. */
    private static final int TIMES = 64;
    private static final long BESIDE = 1 << 20;
    private static final Dialect ODD = odd();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private DecoderTarget() {}

    /** An agent that has few of the meters, and one nobody knows. */
    private static Dialect odd() {
        List<MeterEntry> meters = new ArrayList<>(Hello.meters(List.of()).subList(0, 4));
        meters.add(new MeterEntry("x", "count"));
        try {
            return Dialect.of(new Hello(Wire.VERSION, "shop", "odd", "", "host", 1, "JVM", 0, false, meters,
                    Hello.ownSections()));
        } catch (WireException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static void fuzzerTestOneInput(byte[] input) throws WireException {
        bounded(input);
        byte[] sealed = Sealed.frame(input);
        bounded(sealed);
        WireFrame frame = decode(sealed);
        decode(sealed, ODD);
        if (frame != null) {
            FrameCodec.decode(FrameCodec.encode(frame));
        }
    }

    /** Classes that the fuzzer changes as they load allocate too: what took much is tried again. */
    private static void bounded(byte[] bytes) {
        long bound = (long) TIMES * bytes.length + BESIDE;
        if (allocated(bytes) > bound) {
            long again = allocated(bytes);
            if (again > bound) {
                throw new IllegalStateException("a frame of " + bytes.length + " bytes took " + again);
            }
        }
    }

    private static long allocated(byte[] bytes) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        decode(bytes);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Null where it was refused. */
    private static WireFrame decode(byte[] bytes) {
        return decode(bytes, null);
    }

    private static WireFrame decode(byte[] bytes, Dialect dialect) {
        try {
            return dialect == null ? FrameCodec.decode(bytes) : FrameCodec.decode(bytes, dialect);
        } catch (WireException refused) {
            if (refused.getMessage().contains("\n") || refused.getMessage().startsWith("it cannot be read")) {
                throw new IllegalStateException("more than one line: " + refused.getMessage(), refused);
            }
            return null;
        }
    }
}

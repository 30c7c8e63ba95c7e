package sim.metrics.payload;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods that begin payloads or splits of a probe. A begin that never ends looks like one that goes on: but where none of these
 * methods is on the stack below the one that begins another, nobody is left who could end it. That holds where the method that
 * begins is the one that ends; advice, of which it does not, is never doubted. Looking at a stack takes microseconds, so it is
 * done at the first begins and ends of a probe, and where there is a doubt. Any thread.
 */
public final class Callers {
    private static final int MOST = 1_000;
    private static final int FIRST_BEGINS = 64;
    private static final int FIRST_ENDS = 32;
    /** The number of begins inside an open payload that raises the doubt; then twice as many, and so on. */
    private static final int DOUBTED = 16;

    private static final StackWalker WALKER = StackWalker.getInstance();

    private final Set<String> methods = ConcurrentHashMap.newKeySet();
    /** Whether some end where they did not begin. */
    private volatile boolean apart;
    /** By any thread, as the next: a few more or less are fine. */
    private int begins;
    private int ends;

    Callers() {}

    /** Notes who begins, at the first begins. */
    public void begin() {
        if (begins < FIRST_BEGINS) {
            begins++;
            learn();
        }
    }

    /**
     * Records the method that ends a payload: at the first ends, and where so many other payloads of the probe were inside that a
     * doubt may arise next time.
     */
    public void end(int inside) {
        if (ends < FIRST_ENDS) {
            ends++;
            apart |= !methods.contains(caller());
        } else if (inside >= DOUBTED / 2) {
            learn();
        }
    }

    /** Notes who calls the API now. */
    public void learn() {
        if (methods.size() < MOST) {
            methods.add(caller());
        }
    }

    /** Whether the payload with that many others inside was lost: no method on the stack can have begun it. */
    public boolean hasLost(int inside) {
        return inside >= DOUBTED && Integer.bitCount(inside) == 1 && !apart && !isBelow();
    }

    private static String caller() {
        return WALKER.walk(frames -> frames.filter(frame -> !isApi(frame)).findFirst().map(Callers::nameOf).orElse(""));
    }

    private boolean isBelow() {
        return WALKER.walk(frames -> frames.filter(frame -> !isApi(frame)).skip(1)
                .anyMatch(frame -> methods.contains(nameOf(frame))));
    }

    private static String nameOf(StackWalker.StackFrame frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }

    /** Whether it is the API, or behind it. */
    private static boolean isApi(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        return type.startsWith("sim.payload.") || type.startsWith("sim.agent.")
                || type.startsWith("sim.metrics.payload.")
                || type.equals("sim.metrics.probe.PayloadStack") || type.equals("sim.metrics.probe.JvmPayloads");
    }
}

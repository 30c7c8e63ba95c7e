package sim.payload.recording;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods that begin payloads or splits of a probe. A payload that nobody will end looks like one that goes on. But if none of these
 * methods is on the stack any more, nobody is left to end it, and it is lost. This conclusion holds only if the method that begins a
 * payload also ends it. A probe for which that is not true, such as one of advice, is never doubted. Looking at a stack takes
 * microseconds, so SIM does it only at a probe's first begins and ends, and when it doubts. Any thread.
 */
public final class Callers {
    private static final int MOST = 1_000;
    private static final int FIRST_BEGINS = 64;
    private static final int FIRST_ENDS = 32;
    /** SIM doubts an open payload after this many begins inside it, after twice as many, and so on. */
    private static final int DOUBTED = 16;

    private static final StackWalker WALKER = StackWalker.getInstance();

    private final Set<String> methods = ConcurrentHashMap.newKeySet();
    /** Whether a method was seen that ends a payload and has begun none. */
    private volatile boolean apart;
    /** Counted by all threads without a lock, like {@link #ends}: a few more or less do not matter. */
    private int begins;
    private int ends;

    Callers() {}

    /** Records the method that begins a payload, at the first begins. */
    public void begin() {
        if (begins < FIRST_BEGINS) {
            begins++;
            learn();
        }
    }

    /**
     * Records the method that ends a payload, at the first ends, and again if so many payloads of the probe were inside that SIM may
     * doubt the next one.
     *
     * @param inside payloads of the same probe that began inside the one that ends
     */
    public void end(int inside) {
        if (ends < FIRST_ENDS) {
            ends++;
            apart |= !methods.contains(caller());
        } else if (inside >= DOUBTED / 2) {
            learn();
        }
    }

    /** Records the method that calls the API now. */
    public void learn() {
        if (methods.size() < MOST) {
            methods.add(caller());
        }
    }

    /** Whether a payload with that many others inside is lost: no method on the stack can have begun it. */
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

    /** Whether the frame belongs to the API or to SIM. */
    private static boolean isApi(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        return type.startsWith("sim.payload.") || type.startsWith("sim.agent.");
    }
}

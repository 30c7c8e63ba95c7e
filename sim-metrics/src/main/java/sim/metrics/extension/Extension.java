package sim.metrics.extension;

import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.config.OptionException;
import sim.metrics.context.Values;
import sim.metrics.failure.Fatal;

/**
 * Somebody else's code, named in the configuration. The first time it throws it is switched off, with one line. A full stack is
 * no place to print from, for the stream might be left locked: what overflowed there is said by the collector's thread.
 */
final class Extension<F> {
    /** Characters of what was thrown. */
    private static final int LENGTH = 500;

    private final String kind;
    private final String name;
    private final AtomicLong failures;
    final F factory;
    private volatile boolean off;
    /** What it threw, until that is said. */
    private volatile Throwable failure;
    private boolean said;

    Extension(String kind, String name, F factory, AtomicLong failures) {
        this.kind = kind;
        this.name = name;
        this.factory = factory;
        this.failures = failures;
    }

    boolean isOff() {
        return off;
    }

    /**
     * Errors of the JVM's own, such as a stack overflow, count as the extension's too: it never reaches the application. Throws
     * only what must pass.
     */
    void failed(Throwable thrown) {
        failure = thrown;
        off = true;
        try {
            failures.incrementAndGet();
            if (!(thrown instanceof StackOverflowError)) {
                say();
                Fatal.pass(thrown);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // it is switched off, and said later
        }
    }

    /**
     * Says that it is switched off, if it is and that was not said. Not under a lock: whoever prints may wait for one who has the
     * stream's, and who fails here too.
     */
    void say() {
        Throwable thrown = unsaid();
        if (thrown != null) {
            System.err.println(thrown instanceof OptionException
                    ? "sim: the " + kind + " '" + name + "' is switched off: " + thrown.getMessage()
                    : "sim: the " + kind + " '" + name + "' failed and is switched off: "
                            + Values.text(thrown, LENGTH));
        }
    }

    private synchronized Throwable unsaid() {
        Throwable thrown = said ? null : failure;
        failure = null;
        said |= thrown != null;
        return thrown;
    }
}

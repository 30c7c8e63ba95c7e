package sim.metrics.extension;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.config.OptionException;
import sim.base.failure.Fatal;
import sim.context.Values;

/**
 * Code of the application that the configuration names. The first time it throws, SIM switches it off and prints one line. SIM does not
 * print on a full stack, because the stream might stay locked: the collector's thread then prints the line.
 */
final class Extension<F> {
    /** The most characters that are printed of an exception. */
    private static final int LENGTH = 500;

    private final String kind;
    private final String name;
    private final AtomicLong failures;
    final F factory;
    private volatile boolean off;
    /** What it threw, until that is printed. */
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
     * Switches the extension off. Errors of the JVM, such as a stack overflow, count as the extension's too, and never reach the
     * application. Throws only what must pass.
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
            // it is switched off now, and the line is printed later
        }
    }

    /**
     * Prints that it is switched off, if it is and that was not printed yet. Takes no lock: a thread that prints may wait for another one
     * that has the stream's lock and fails here too.
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

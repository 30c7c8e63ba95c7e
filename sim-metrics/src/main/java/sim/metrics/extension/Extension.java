package sim.metrics.extension;

import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.config.OptionException;

/** Somebody else's code, named in the configuration. The first time it throws it is switched off, with one line. */
final class Extension<F> {
    private final String kind;
    private final String name;
    private final AtomicLong failures;
    final F factory;
    private volatile boolean off;

    Extension(String kind, String name, F factory, AtomicLong failures) {
        this.kind = kind;
        this.name = name;
        this.factory = factory;
        this.failures = failures;
    }

    String name() {
        return name;
    }

    boolean isOff() {
        return off;
    }

    /** Errors of the JVM's own, such as a stack overflow, count as the extension's too: it never reaches the application. */
    synchronized void failed(Throwable failure) {
        failures.incrementAndGet();
        if (!off) {
            off = true;
            System.err.println(failure instanceof OptionException
                    ? "sim: the " + kind + " '" + name + "' is switched off: " + failure.getMessage()
                    : "sim: the " + kind + " '" + name + "' failed and is switched off: " + failure);
        }
    }
}

package sim.metrics.probe;

import java.util.concurrent.atomic.AtomicLong;
import sim.context.Values;

/**
 * Hooks of the application's aspects that threw: each time is counted, and each hook of each aspect is named once, up to a bound.
 * Any thread. SIM does not print where the stack is full, because the stream might stay locked: the collector's thread names
 * hooks that overflowed the stack.
 */
final class HookFailures {
    private static final int MOST = 100;

    private final AtomicLong count = new AtomicLong();
    private volatile Hook newest;

    long count() {
        return count.get();
    }

    /** Counts a failure. Throws only if the stack overflows; the failure is counted even then. */
    void add(String aspect, String hook, Throwable failure) {
        count.incrementAndGet();
        if (isKnown(aspect, hook)) {
            return;
        }
        if (failure instanceof StackOverflowError) {
            remember(aspect, hook, StackOverflowError.class.getName());
        } else {
            remember(aspect, hook, Values.text(failure, CallMishaps.LENGTH));
            sayAll();
        }
    }

    /** Prints the hooks that were not printed yet. */
    void sayAll() {
        for (Hook hook = newest; hook != null; hook = hook.before) {
            hook.say();
        }
    }

    private boolean isKnown(String aspect, String name) {
        Hook last = newest;
        for (Hook hook = last; hook != null; hook = hook.before) {
            if (hook.name.equals(name) && hook.aspect.equals(aspect)) {
                return true;
            }
        }
        return last != null && last.number > MOST;
    }

    private synchronized void remember(String aspect, String name, String failure) {
        if (!isKnown(aspect, name)) {
            newest = new Hook(aspect, name, failure, newest);
        }
    }

    private static final class Hook {
        final String aspect;
        final String name;
        final String failure;
        final Hook before;
        final int number;
        private boolean said;

        Hook(String aspect, String name, String failure, Hook before) {
            this.aspect = aspect;
            this.name = name;
            this.failure = failure;
            this.before = before;
            this.number = before == null ? 1 : before.number + 1;
        }

        private synchronized boolean isFirst() {
            boolean first = !said;
            said = true;
            return first;
        }

        void say() {
            if (isFirst()) {
                System.err.println(number > MOST
                        ? "sim: from now on, hooks of aspects that fail are only counted, as metering.failures"
                        : "sim: the hook " + name + " of the aspect " + aspect
                                + " failed, and the application continues: "
                                + failure
                                + ". Later failures of this hook are only counted, as metering.failures");
            }
        }
    }
}

package woven;

import java.util.ArrayList;
import java.util.List;
import org.aspectj.lang.JoinPoint;
import sim.context.Context;
import sim.instrumentation.data.ContextManager;

/** Calls whose creator's hooks begin contexts and then fail, or fail to end them: which is current afterwards? */
public final class LeftOpen {
    private static final int ROUNDS = 40;
    /** Without a stack: on a deep one it would be dear. */
    private static final RuntimeException BEHIND = new RuntimeException("behind the begin", null, false, false) {
        private static final long serialVersionUID = 1;
    };
    private static int padded;

    private LeftOpen() {}

    /** What the creators do in their {@code beforeInvoke}, in either style. */
    static void before(JoinPoint joinPoint, Runnable byDefault) {
        switch (joinPoint.getSignature().getName()) {
            case "throwsAfter", "deepAfter" -> {
                byDefault.run();
                throw BEHIND;
            }
            case "twice" -> {
                byDefault.run();
                byDefault.run();
                throw new IllegalStateException("behind both");
            }
            case "another" -> {
                byDefault.run();
                ContextManager.createNewContext("another", "");
                throw new IllegalStateException("behind both");
            }
            case "takesTheInterrupt" -> {
                Thread.interrupted();
                byDefault.run();
            }
            case "allocates" -> {
                byDefault.run();
                for (List<long[]> all = new ArrayList<>();;) {
                    all.add(new long[1 << 20]);
                }
            }
            case "overflows" -> {
                byDefault.run();
                overflow();
            }
            case "deepOwn", "ownEndThrows" -> ContextManager.createNewContext("own", "");
            default -> byDefault.run();
        }
    }

    /** And in their {@code afterInvoke}. */
    static void after(JoinPoint joinPoint, Runnable byDefault) {
        if (joinPoint.getSignature().getName().endsWith("EndThrows")) {
            throw new IllegalStateException("before the end");
        }
        byDefault.run();
    }

    static void throwsAfter() {}

    static void twice() {}

    static void another() {}

    static void overflows() {}

    static void allocates() {}

    /** An interrupt is the application's, whoever waits when it comes. */
    static void takesTheInterrupt() {
        System.out.println("interrupted " + Thread.currentThread().isInterrupted());
    }

    static void defaultEndThrows() {}

    static void ownEndThrows() {}

    static void deepAfter() {
        deepAfter();
    }

    static void deepOwn() {
        deepOwn();
    }

    private static void overflow() {
        overflow();
    }

    private static void pad(int frames, Runnable work) {
        if (frames == 0) {
            work.run();
        } else {
            pad(frames - 1, work);
        }
        padded++;
    }

    private static void say(String what, Runnable work) {
        work.run();
        System.out.println(what + " leaves " + ContextManager.getCurrentContext().getName());
    }

    /** Wherever the stack ends: some frames more or less before it. */
    private static void overflowing(String what, Runnable work) throws InterruptedException {
        int[] left = {0};
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < ROUNDS; i++) {
                try {
                    pad(i, work);
                } catch (StackOverflowError full) {
                    // the application's
                }
                left[0] += ContextManager.getCurrentContext() == null ? 0 : 1;
                for (Context open = ContextManager.getCurrentContext(); open != null;) {
                    ContextManager.destroyCurrentContext();
                    open = ContextManager.getCurrentContext();
                }
            }
        }, what, 256 << 10);
        thread.start();
        thread.join();
        System.out.println(what + " left " + left[0]);
    }

    public static void main(String[] args) throws InterruptedException {
        ContextManager.createNewContext("outer", "");
        say("throws", LeftOpen::throwsAfter);
        say("twice", LeftOpen::twice);
        say("another", LeftOpen::another);
        say("overflows", LeftOpen::overflows);
        say("default end", LeftOpen::defaultEndThrows);
        say("own end", LeftOpen::ownEndThrows);
        say("allocates", LeftOpen::allocates);
        Thread.currentThread().interrupt();
        takesTheInterrupt();
        Thread.interrupted();
        ContextManager.destroyCurrentContext();
        overflowing("deep", LeftOpen::deepAfter);
        overflowing("own", LeftOpen::deepOwn);
    }
}

package counted;

import java.util.concurrent.CountDownLatch;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;
import sim.instrumentation.data.ContextManager;

/** The metered methods: each counts itself first of all. Any thread. */
@Instrument
final class Work {
    private Work() {}

    static long outer(Ledger ledger, int width) {
        ledger.add(Count.OUTER);
        long sum = 0;
        for (int i = 0; i < width; i++) {
            sum += inner(ledger, i);
        }
        return sum;
    }

    private static long inner(Ledger ledger, int i) {
        ledger.add(Count.INNER);
        return i % 2 == 0 ? leaf(ledger, i) : i;
    }

    private static long leaf(Ledger ledger, int i) {
        ledger.add(Count.LEAF);
        return i * 31L;
    }

    /** Always throws. */
    static void failing(Ledger ledger, String text) {
        ledger.add(Count.FAILING);
        throw new IllegalStateException(text);
    }

    static int deep(Ledger ledger, int depth) {
        ledger.add(Count.DEEP);
        return depth <= 1 ? 1 : 1 + deep(ledger, depth - 1);
    }

    /** Calls itself until the stack is used up. Counts without a call, which might find no stack. */
    static void overflowing(long[] entered) {
        entered[0]++;
        overflowing(entered);
    }

    /** Waits with all others that are in it, and calls some methods then. */
    static void waiting(Ledger ledger, CountDownLatch inside, CountDownLatch gate) {
        ledger.add(Count.WAITING);
        inside.countDown();
        try {
            gate.await();
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
        outer(ledger, 2);
    }

    /** One context, counted once it has begun, with what is written into it. */
    @CreateContext(name = "order", tag = "counted")
    @WriteToContext
    static long inContext(Ledger ledger, String key, String value) {
        ledger.add(Count.IN_CONTEXT);
        ContextManager.getCurrentContext().put(key, value);
        return outer(ledger, 3);
    }
}

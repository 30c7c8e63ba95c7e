package sim.payload.library.http;

import com.sun.net.httpserver.HttpExchange;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import sim.base.thread.ThreadId;
import sim.context.Context;
import sim.context.ContextSnapshot;
import sim.payload.common.ByIdentity;
import sim.payload.common.ContextPropagation;

/**
 * The contexts of exchanges of the JDK's own server. A handler may hand its exchange to another thread, and answer there: what is done with it
 * there belongs to the same request. Exchanges are held weakly, and one that is answered is forgotten after so many others, so that few contexts
 * are kept alive: nobody tells when the last thread is done with it. Called by {@link RequestSplits} on the application's threads. Never throws.
 */
final class Exchanges {
    private static final int MOST = 10_000;
    /** Answered exchanges whose contexts are known, a power of two: a thread that begins to work on an older one has a context of its own. */
    private static final int ANSWERED = 1_024;

    private static final ByIdentity<Known> CONTEXTS = new ByIdentity<>(MOST);
    private static final AtomicReferenceArray<WeakReference<HttpExchange>> LAST = new AtomicReferenceArray<>(ANSWERED);
    private static final AtomicInteger NEXT = new AtomicInteger();

    /**
     * @param context  that of the request
     * @param snapshot for a thread that goes on with it
     * @param thread   the id of the one on which it began
     */
    record Known(Context context, ContextSnapshot snapshot, long thread) {}

    private Exchanges() {}

    /** What is known of an exchange that a handler has begun to handle; null if this is the first. */
    static Known of(HttpExchange exchange) {
        try {
            return CONTEXTS.get(exchange);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** Its context has begun, and is current now. */
    static void begun(HttpExchange exchange, Context context) {
        try {
            ContextSnapshot snapshot = ContextPropagation.snapshot();
            if (snapshot != null) {
                CONTEXTS.put(exchange, new Known(context, snapshot, ThreadId.of(Thread.currentThread())));
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** A thread is done with it. Threads that work on it, or begin soon, still find its context. */
    static void ended(HttpExchange exchange) {
        try {
            if (exchange.getResponseCode() > 0) {
                WeakReference<HttpExchange> before = LAST.getAndSet(NEXT.getAndIncrement() & ANSWERED - 1,
                        new WeakReference<>(exchange));
                HttpExchange old = before == null ? null : before.get();
                if (old != null && old != exchange) {
                    CONTEXTS.remove(old);
                }
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }
}

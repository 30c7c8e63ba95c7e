package sim.metrics.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.config.Options;
import sim.base.failure.Fatal;
import sim.context.Context;
import sim.context.ContextCompanion;

/**
 * With {@code sim.mdc}: puts the ids of the current context where the application's log lines find them, the trace's as {@code trace_id} and the context's
 * own as {@code span_id}, as OpenTelemetry calls them. What was there before is put back when the stay ends, unless the application has written
 * another text meanwhile. On the application's threads; without a lock.
 */
public final class LogContexts implements ContextCompanion {
    private static final String TRACE = "trace_id";
    private static final String CONTEXT = "span_id";

    private final AtomicLong failed = new AtomicLong();

    @Override
    public void start(Options options) {
        // nothing to set
    }

    @Override
    public Object current() {
        return null; // the flow context itself travels
    }

    @Override
    public Object begun(Context context) {
        return enter(context.getTraceId(), context.getId());
    }

    @Override
    public Object activated(Context context, Object taken) {
        return context == null ? enter(null, null) : begun(context);
    }

    private Object enter(String trace, String id) {
        List<Written> all = null;
        for (Class<?> each : LogClasses.all()) {
            try {
                Mdc mdc = Mdc.of(each);
                Written written = new Written(mdc, mdc.get(TRACE), mdc.get(CONTEXT), trace, id);
                mdc.set(TRACE, trace);
                mdc.set(CONTEXT, id);
                all = all == null ? new ArrayList<>(2) : all;
                all.add(written);
            } catch (Throwable failure) {
                failed(failure);
            }
        }
        return all == null ? null : new Entered(Thread.currentThread(), all);
    }

    @Override
    public void closed(Object stay) {
        Entered entered = (Entered) stay;
        if (entered.thread != Thread.currentThread()) {
            return; // that thread has died
        }
        for (int i = entered.all.size() - 1; i >= 0; i--) { // one library may write through another
            Written each = entered.all.get(i);
            try {
                putBack(each.mdc, TRACE, each.trace, each.traceBefore);
                putBack(each.mdc, CONTEXT, each.id, each.idBefore);
            } catch (Throwable failure) {
                failed(failure);
            }
        }
    }

    private static void putBack(Mdc mdc, String key, String written, String before) throws Throwable {
        String now = mdc.get(key);
        if (now == null ? written == null : now.equals(written)) {
            mdc.set(key, before);
        }
    }

    private void failed(Throwable failure) {
        failed.incrementAndGet();
        Fatal.pass(failure);
    }

    /** Called before each shipment, on the collector's thread: logging that the application has begun to use is known from here on. */
    @Override
    public void count(Map<String, Long> counters) {
        for (Class<?> each : LogClasses.found()) {
            try {
                LogClasses.use(each);
            } catch (Throwable failure) {
                failed(failure);
            }
        }
        counters.put("mdc.failed", failed.get());
        counters.put("mdc.unused", LogClasses.unused());
    }

    private record Written(Mdc mdc, String traceBefore, String idBefore, String trace, String id) {}

    private record Entered(Thread thread, List<Written> all) {}
}

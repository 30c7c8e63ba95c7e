package tried;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.ThreadContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Logs with texts of its own in both diagnostic contexts, in contexts and out of them, on its thread and on others. */
public final class LoggedShop {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedShop.class);

    private LoggedShop() {}

    public static void main(String[] arguments) throws Exception {
        MDC.put("shop", "north");
        ThreadContext.put("shop", "south");
        LOG.info("opened");
        Told.look();
        say("before");
        MDC.put("trace_id", "the program's own");
        Told.in("order", () -> {
            say("inside");
            Told.in("payment", () -> say("inner"));
            say("inside again");
            return null;
        });
        System.out.println("does trace " + MDC.get("trace_id") + " " + MDC.get("span_id"));
        MDC.remove("trace_id");
        Told.in("order", () -> {
            MDC.put("trace_id", "written inside");
            return null;
        });
        System.out.println("does trace " + MDC.get("trace_id"));
        MDC.remove("trace_id");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        ExecutorService other = Runtime.version().feature() < 21
                ? Executors.newSingleThreadExecutor()
                : (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        Told.in("order", () -> {
            pool.submit((Callable<Object>) () -> say("pool")).get();
            other.submit((Callable<Object>) () -> say("other")).get();
            return null;
        });
        pool.submit((Callable<Object>) () -> say("pool afterwards")).get();
        pool.shutdown();
        other.shutdown();
        System.out.println("does end " + pool.awaitTermination(10, TimeUnit.SECONDS));
        say("after");
        System.out.println("does shop " + MDC.get("shop") + " " + ThreadContext.get("shop"));
        Told.print();
    }

    /** Which ids the log lines of this thread have, by both libraries. */
    private static Object say(String where) {
        System.out.println("mdc " + where + ": " + Told.whose(MDC.get("trace_id"), MDC.get("span_id")) + ", "
                + Told.whose(ThreadContext.get("trace_id"), ThreadContext.get("span_id")));
        return null;
    }
}

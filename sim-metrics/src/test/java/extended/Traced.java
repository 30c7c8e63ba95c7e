package extended;

import io.opentracing.mock.MockSpan;
import io.opentracing.mock.MockTracer;
import io.opentracing.util.GlobalTracer;
import org.jinspired.probes.Probes;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/** Woven calls and probes by hand in turn, on two threads, while a client makes spans of them; prints the spans. */
public final class Traced {
    private static final ProbeSite SERVE = Metering.runtime().site("shop.Server", "serve");
    private static final ProbeSite LOAD = Metering.runtime().site("shop.Store", "load");
    private static final Probes.Name QUERY = Probes.name("sql").name("SELECT 1.5");

    private Traced() {}

    public static void main(String[] args) throws InterruptedException {
        MockTracer tracer = new MockTracer();
        GlobalTracer.registerIfAbsent(tracer);
        serve();
        Thread other = new Thread(Traced::serve, "other");
        other.start();
        other.join();
        for (MockSpan span : tracer.finishedSpans()) {
            System.out.println("span " + span.context().traceId() + " " + span.context().spanId() + " "
                    + span.parentId() + " " + span.operationName() + "|" + span.startMicros() + " "
                    + span.finishMicros() + "|" + span.tags());
        }
    }

    private static void serve() {
        SERVE.begin();
        Probes.Probe query = Probes.begin(QUERY);
        LOAD.begin();
        LOAD.end();
        query.end();
        LOAD.begin();
        // an end that never comes: the server's closes it
        SERVE.end();
    }
}

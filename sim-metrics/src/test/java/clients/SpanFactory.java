package clients;

import io.opentracing.Span;
import io.opentracing.Tracer;
import io.opentracing.util.GlobalTracer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jinspired.probes.Probes;
import org.jinspired.probes.Probes.Context;
import org.jinspired.probes.Probes.Environment;
import org.jinspired.probes.Probes.Name;
import org.jinspired.probes.Probes.Probe;
import org.jinspired.probes.Probes.Reading;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;

/** Turns probes into OpenTracing spans; knows the Open API and OpenTracing, and nothing of SIM. */
public class SpanFactory implements ProbesInterceptorFactory {
    static final Name CLOCK_TIME = Probes.name("clock").name("time");
    static final Name CPU = Probes.parse("thread.cpu");

    private String service;

    public void init(Environment environment) {
        service = environment.getString(Probes.parse("tracing.service"), "nameless");
    }

    public ProbesInterceptor create(Context context) {
        return new Spans(context);
    }

    private final class Spans implements ProbesInterceptor {
        private final Tracer tracer = GlobalTracer.get();
        private final Deque<Span> open = new ArrayDeque<>();
        private final String thread;

        Spans(Context context) {
            thread = context.getName();
        }

        public void begin(Probe probe) {
            Tracer.SpanBuilder builder = tracer.buildSpan(probe.getName().toString()).withTag("service", service)
                    .withTag("thread", thread).withStartTimestamp(probe.reading(CLOCK_TIME).getHigh())
                    .ignoreActiveSpan();
            if (!open.isEmpty()) {
                builder.asChildOf(open.peek());
            }
            open.push(builder.start());
        }

        public void end(Probe probe) {
            Span span = open.pop();
            Reading cpu = probe.reading(CPU);
            if (cpu != null) {
                span.setTag("cpu", cpu.getDelta());
            }
            span.finish(probe.reading(CLOCK_TIME).getHigh());
        }
    }
}

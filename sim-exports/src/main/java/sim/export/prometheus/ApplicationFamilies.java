package sim.export.prometheus;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.function.IntToLongFunction;
import sim.export.totals.ApplicationTotals;
import sim.export.totals.Figures;
import sim.export.totals.KindTotals;
import sim.export.totals.Ladder;
import sim.export.totals.MethodTotals;
import sim.export.totals.PayloadTotals;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Meter;

/** The series of an application: its methods, kinds of contexts, payloads, and what it lost. One thread. */
final class ApplicationFamilies {
    private static final String SELF = ", self values of the methods' calls";

    private final Families families;

    ApplicationFamilies(Families families) {
        this.families = families;
    }

    void add(ApplicationTotals of) {
        Labels application = Labels.of("application", of.name());
        Figures all = of.all();
        families.counter("sim_application_calls", "Metered calls that ended, of all methods", all.calls(), application,
                all.bornMillis());
        families.counter("sim_application_errors", "Those that ended with an exception", all.errors(), application,
                all.bornMillis());
        families.counter("sim_application_wall_seconds", "Wall time of all methods, self values",
                Families.seconds(all.self(Meter.WALL)), application, all.bornMillis());
        families.counter("sim_methods_displaced", "Methods that lost their series to one that explains more",
                of.displaced(), application, all.bornMillis());
        families.counter("sim_unplaced_rows", "Rows counted as other because the store could not name their place",
                of.unplacedRows(), application, all.bornMillis());
        for (MethodTotals method : of.methods()) {
            method(method.figures(), Labels.of("application", of.name(), "class", method.owner(), "method",
                    method.member()));
        }
        if (of.rest().calls() > 0) {
            method(of.rest(), Labels.of("application", of.name(), "class", ApplicationTotals.OTHER, "method",
                    ApplicationTotals.OTHER));
        }
        of.kinds().forEach((kind, totals) -> kind(totals,
                Labels.of("application", of.name(), "name", kind.name(), "tag", kind.tag())));
        of.payloads().forEach((probe, totals) -> payload(totals,
                Labels.of("application", of.name(), "probe", probe)));
        of.counters().forEach((kind, count) -> families.counter("sim_mishaps",
                "What the application's runtime lost, healed or refused, by kind", count,
                application.add("kind", kind), all.bornMillis()));
    }

    private void method(Figures figures, Labels labels) {
        long born = figures.bornMillis();
        families.counter("sim_calls", "Calls that ended", figures.calls(), labels, born);
        families.counter("sim_errors", "Calls that ended with an exception", figures.errors(), labels, born);
        for (Meter meter : Meter.values()) {
            if (figures.has(meter)) {
                long self = figures.self(meter);
                families.counter(name(meter), help(meter), meter.unit().equals("ns") ? Families.seconds(self) : self,
                        labels, born);
            }
        }
        figures.extras().forEach((label, self) -> families.counter("sim_measure",
                "A measure of the application's own" + SELF, self, labels.add("measure", label), born));
        families.histogram("sim_call_duration_seconds", "How long calls took, with all they called",
                buckets(figures::bucket), Families.seconds(figures.wallTotal()), Exemplars.EMPTY, labels, born);
    }

    /** {@code thread.cpu} is {@code sim_thread_cpu_seconds}, {@code blocking.count} is {@code sim_blocking}. */
    private static String name(Meter meter) {
        String plain = "sim_" + meter.label().replace('.', '_');
        return switch (meter.unit()) {
            case "ns" -> plain.replaceAll("_time$", "") + "_seconds";
            case "bytes" -> plain;
            default -> plain.replaceAll("_count$", "");
        };
    }

    private static String help(Meter meter) {
        return "Meter " + meter.label() + SELF;
    }

    private void kind(KindTotals kind, Labels labels) {
        long born = kind.bornMillis();
        families.counter("sim_contexts", "Contexts that ended", kind.contexts(), labels, born);
        families.counter("sim_contexts_failed", "Those that failed", kind.failed(), labels, born);
        families.counter("sim_contexts_seconds", "The sum of their durations",
                Families.seconds(kind.lastedNanos()), labels, born);
        Exemplars.Builder exemplars = Exemplars.builder();
        for (int i = 0; i < Ladder.COUNT; i++) {
            KindTotals.Exemplar exemplar = kind.exemplar(i);
            if (exemplar != null) {
                exemplars.exemplar(Exemplar.builder().value(Families.seconds(exemplar.nanos()))
                        .traceId(exemplar.trace()).spanId(exemplar.context()).timestampMillis(exemplar.endMillis())
                        .build());
            }
        }
        families.histogram("sim_kept_context_duration_seconds", "How long the contexts took that are kept one by one",
                buckets(kind::bucket), Families.seconds(kind.keptNanos()), exemplars.build(), labels, born);
    }

    private void payload(PayloadTotals payload, Labels labels) {
        PayloadSum sum = payload.sum();
        families.counter("sim_payloads", "Payloads recorded", sum.count(), labels, payload.bornMillis());
        families.counter("sim_payload_errors", "Those that ended with an exception", sum.errors(), labels,
                payload.bornMillis());
        families.counter("sim_payload_seconds", "The sum of their times", Families.seconds(sum.total()), labels,
                payload.bornMillis());
    }

    private static ClassicHistogramBuckets buckets(IntToLongFunction calls) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < Ladder.COUNT; i++) {
            buckets.bucket(Ladder.most(i) == Long.MAX_VALUE
                    ? Double.POSITIVE_INFINITY
                    : Families.seconds(Ladder.most(i)), calls.applyAsLong(i));
        }
        return buckets.build();
    }
}

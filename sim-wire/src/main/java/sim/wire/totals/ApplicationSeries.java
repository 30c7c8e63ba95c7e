package sim.wire.totals;

import sim.model.payload.PayloadSum;
import sim.model.snapshot.Meter;

/** The series of an application: its methods, kinds of contexts, payloads, and what it lost. One thread. */
public final class ApplicationSeries {
    private static final String SELF = ", self values of the methods' calls";

    private final Series series;

    public ApplicationSeries(Series series) {
        this.series = series;
    }

    /** Adds all series of an application, but for its platforms'. */
    public void add(ApplicationTotals of) {
        SeriesLabels application = SeriesLabels.of("application", of.name());
        Figures all = of.all();
        series.counter("sim_application_calls", "Metered calls that ended, of all methods", all.calls(), application,
                all.bornMillis());
        series.counter("sim_application_errors", "Those that ended with an exception", all.errors(), application,
                all.bornMillis());
        series.counter("sim_application_wall_seconds", "Wall time of all methods, self values",
                Series.seconds(all.self(Meter.WALL)), application, all.bornMillis());
        series.counter("sim_methods_displaced", "Methods that lost their series to one that explains more",
                of.displaced(), application, all.bornMillis());
        series.counter("sim_unplaced_rows", "Rows counted as other because the store could not name their place",
                of.unplacedRows(), application, all.bornMillis());
        for (SeriesBounds.Sort sort : SeriesBounds.Sort.values()) {
            series.counter("sim_folded", "What counts as other because of the bound on series, by kind",
                    of.folded(sort), application.and("kind", sort.label()), all.bornMillis());
        }
        for (MethodTotals method : of.methods()) {
            method(method.figures(), SeriesLabels.of("application", of.name(), "class", method.owner(), "method",
                    method.member()));
        }
        if (!of.rest().isEmpty()) {
            method(of.rest(), SeriesLabels.of("application", of.name(), "class", ApplicationTotals.OTHER, "method",
                    ApplicationTotals.OTHER));
        }
        of.kinds().forEach((kind, totals) -> kind(totals,
                SeriesLabels.of("application", of.name(), "name", kind.name(), "tag", kind.tag())));
        of.payloads().forEach((probe, totals) -> payload(totals,
                SeriesLabels.of("application", of.name(), "probe", probe)));
        of.mishaps().forEach((kind, count) -> series.counter("sim_mishaps",
                "What the application's runtime lost, healed or refused, by kind", count,
                application.and("kind", kind), all.bornMillis()));
        of.counters().forEach((kind, count) -> series.counter("sim_agent_work",
                "What else the application's runtime counts of its own work, by kind", count,
                application.and("kind", kind), all.bornMillis()));
    }

    private void method(Figures figures, SeriesLabels labels) {
        long born = figures.bornMillis();
        series.counter("sim_calls", "Calls that ended", figures.calls(), labels, born);
        series.counter("sim_errors", "Calls that ended with an exception", figures.errors(), labels, born);
        for (Meter meter : Meter.values()) {
            if (figures.has(meter)) {
                long self = figures.self(meter);
                series.counter(name(meter), help(meter), meter.unit().equals("ns") ? Series.seconds(self) : self,
                        labels, born);
            }
        }
        figures.extras().forEach((label, self) -> series.counter("sim_measure",
                "A measure of the application's own" + SELF, self, labels.and("measure", label), born));
        series.histogram("sim_call_duration_seconds", "How long calls took, with all they called",
                figures::bucket, Series.seconds(figures.wallTotal()), none -> null, labels, born);
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

    private void kind(KindTotals kind, SeriesLabels labels) {
        long born = kind.bornMillis();
        series.counter("sim_contexts", "Contexts that ended", kind.contexts(), labels, born);
        series.counter("sim_contexts_failed", "Those that failed", kind.failed(), labels, born);
        series.counter("sim_contexts_seconds", "The sum of their durations",
                Series.seconds(kind.lastedNanos()), labels, born);
        series.histogram("sim_context_duration_seconds", "How long contexts took, of all that ended", kind::bucket,
                Series.seconds(kind.measuredNanos()), kind::exemplar, labels, born);
    }

    private void payload(PayloadTotals payload, SeriesLabels labels) {
        PayloadSum sum = payload.sum();
        series.counter("sim_payloads", "Payloads recorded", sum.count(), labels, payload.bornMillis());
        series.counter("sim_payload_errors", "Those that ended with an exception", sum.errors(), labels,
                payload.bornMillis());
        series.counter("sim_payload_seconds", "The sum of their times", Series.seconds(sum.total()), labels,
                payload.bornMillis());
    }
}

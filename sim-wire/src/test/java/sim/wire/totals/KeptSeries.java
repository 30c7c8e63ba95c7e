package sim.wire.totals;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/** The series of one scrape in a test's hand: sums by name and labels, those of histograms with their buckets. */
final class KeptSeries implements Series {
    /** What may only grow. */
    final Map<String, Double> sums = new TreeMap<>();
    final Map<String, Double> gauges = new TreeMap<>();
    final Map<String, KindTotals.Exemplar> exemplars = new HashMap<>();

    static KeptSeries of(ApplicationTotals application) {
        KeptSeries series = new KeptSeries();
        new ApplicationSeries(series).add(application);
        return series;
    }

    @Override
    public void counter(String name, String help, double value, SeriesLabels labels, long createdMillis) {
        sums.put(name + labels.pairs(), value);
    }

    @Override
    public void gauge(String name, String help, double value, SeriesLabels labels) {
        gauges.put(name + labels.pairs(), value);
    }

    @Override
    public void histogram(String name, String help, IntToLongFunction calls, double sum,
            IntFunction<KindTotals.Exemplar> examples, SeriesLabels labels, long createdMillis) {
        long all = 0;
        for (int i = 0; i < Ladder.COUNT; i++) {
            all += calls.applyAsLong(i);
            sums.put(name + labels.and("le", String.valueOf(Ladder.most(i))).pairs(), (double) calls.applyAsLong(i));
            if (examples.apply(i) != null) {
                exemplars.put(name + labels.and("le", String.valueOf(Ladder.most(i))).pairs(), examples.apply(i));
            }
        }
        summary(name, help, all, sum, labels, createdMillis);
    }

    @Override
    public void summary(String name, String help, long count, double sum, SeriesLabels labels, long createdMillis) {
        sums.put(name + "_count" + labels.pairs(), (double) count);
        sums.put(name + "_sum" + labels.pairs(), sum);
    }
}

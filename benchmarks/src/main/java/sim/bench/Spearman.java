package sim.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Whether two ways to look at a program put the same of its methods first: the coefficient of Spearman. */
final class Spearman {
    private Spearman() {}

    /**
     * How well the ranks agree of the methods that are dearest by the first: 1 where they are the same, 0 where they have
     * nothing to do with each other. Equal times share a rank. What the other does not know took no time there.
     */
    static double of(Map<String, Double> one, Map<String, Double> other, int dearest) {
        List<String> names = one.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(dearest).map(Map.Entry::getKey).toList();
        double[] first = ranks(names.stream().mapToDouble(one::get).toArray());
        double[] second = ranks(names.stream().mapToDouble(each -> other.getOrDefault(each, 0.0)).toArray());
        double mean = (names.size() - 1) / 2.0;
        double both = 0;
        double ofFirst = 0;
        double ofSecond = 0;
        for (int i = 0; i < first.length; i++) {
            both += (first[i] - mean) * (second[i] - mean);
            ofFirst += (first[i] - mean) * (first[i] - mean);
            ofSecond += (second[i] - mean) * (second[i] - mean);
        }
        return ofFirst == 0 || ofSecond == 0 ? 0 : both / Math.sqrt(ofFirst * ofSecond);
    }

    private static double[] ranks(double[] values) {
        double[] ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double value = values[i];
            long larger = Arrays.stream(values).filter(each -> each > value).count();
            long equal = Arrays.stream(values).filter(each -> each == value).count();
            ranks[i] = larger + (equal - 1) / 2.0;
        }
        return ranks;
    }
}

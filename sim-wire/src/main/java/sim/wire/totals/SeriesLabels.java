package sim.wire.totals;

import java.util.ArrayList;
import java.util.List;

/**
 * The labels of a series.
 *
 * @param pairs name, value, name, value, ascending by name
 */
public record SeriesLabels(List<String> pairs) {
    public static final SeriesLabels NONE = new SeriesLabels(List.of());

    /** Labels whose names ascend already. */
    public static SeriesLabels of(String... pairs) {
        return new SeriesLabels(List.of(pairs));
    }

    /** These labels and one more. */
    public SeriesLabels and(String name, String value) {
        List<String> more = new ArrayList<>(pairs);
        int at = 0;
        while (at < more.size() && more.get(at).compareTo(name) < 0) {
            at += 2;
        }
        more.addAll(at, List.of(name, value));
        return new SeriesLabels(more);
    }
}

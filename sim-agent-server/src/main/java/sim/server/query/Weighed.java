package sim.server.query;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.store.Columns;

/**
 * What calls that were not read would have of their own if each had as much as those of the same shipment that were. For means alone: in the first seconds of a
 * program all calls are read and are slow, and later one in 16 is. So the mean of all that were read would be that of the first seconds. One thread.
 */
final class Weighed {
    /** Heap one takes, in bytes. */
    static final int BYTES = Double.BYTES * Meter.COUNT + Long.BYTES * MeasureGroup.values().length + 64;
    private static final String SUMS = "SELECT instance, node"
            + Stream.of(MeasureGroup.values())
                    .map(group -> ", sum(CASE WHEN " + unread(group) + " < calls THEN " + unread(group) + " END)")
                    .collect(Collectors.joining())
            + Stream.of(Meter.values()).map(Weighed::sum).collect(Collectors.joining()) + " FROM tree_rows WHERE ";

    private final double[] own = new double[Meter.COUNT];
    /** By group, for how many calls that is. */
    private final long[] calls = new long[MeasureGroup.values().length];

    /** Takes what a place has. */
    interface Reader {
        void read(int place, Weighed more);
    }

    static void read(Question question, Range range, Forest forest, Reader reader) {
        question.each(
                SUMS + question.during(range, "instance", "to_micros")
                        + " AND (no_time > 0 OR no_cpu > 0 OR no_contention > 0) GROUP BY instance, node",
                row -> {
                    int place = forest.find(row.getString(1), row.getInt(2));
                    if (place == Forest.NONE) {
                        return;
                    }
                    Weighed weighed = new Weighed();
                    int column = 3;
                    for (int i = 0; i < weighed.calls.length; i++) {
                        weighed.calls[i] = row.getLong(column++);
                    }
                    for (int i = 0; i < Meter.COUNT; i++) {
                        weighed.own[i] = row.getDouble(column++);
                    }
                    reader.read(place, weighed);
                });
    }

    private static String unread(MeasureGroup group) {
        return switch (group) {
            case TIME -> "no_time";
            case CPU -> "no_cpu";
            case CONTENTION -> "no_contention";
        };
    }

    private static String sum(Meter meter) {
        String unread = unread(MeasureGroup.of(meter));
        return ", sum(CASE WHEN " + unread + " < calls THEN CAST(" + Columns.of(meter, "self") + " AS DOUBLE) * "
                + unread + " / (calls - " + unread + ") END)";
    }

    void add(Weighed more) {
        for (int i = 0; i < own.length; i++) {
            own[i] += more.own[i];
        }
        for (int i = 0; i < calls.length; i++) {
            calls[i] = Sums.plus(calls[i], more.calls[i]);
        }
    }

    double own(Meter meter) {
        return own[meter.ordinal()];
    }

    long calls(MeasureGroup group) {
        return calls[group.ordinal()];
    }
}

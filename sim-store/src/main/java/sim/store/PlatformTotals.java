package sim.store;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import sim.wire.Batch;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

/**
 * What the measures of an instance's platform that only grow stood at with its last batch, so that the next one tells what they gained:
 * gains add up over steps and instances, what a process used since its start does not. Immutable.
 */
final class PlatformTotals {
    private static final List<String> GROWING = PlatformMeasure.growing().stream().map(PlatformMeasure::label).toList();
    private static final long UNKNOWN = -1;
    /** A program that SIM meters from its start began at 0; one that SIM was attached to later did not. */
    private static final long START_MICROS = 120_000_000;

    static final PlatformTotals NONE = new PlatformTotals(unknown());

    private final long[] totals;

    private PlatformTotals(long[] totals) {
        this.totals = totals;
    }

    private static long[] unknown() {
        long[] totals = new long[GROWING.size()];
        Arrays.fill(totals, UNKNOWN);
        return totals;
    }

    /** Of an instance that sends its first batch; one that was set aside says nothing of when it was. */
    static PlatformTotals first(Batch batch, long startedMicros) {
        return batch.toMicros() == 0 || batch.fromMicros() - startedMicros > START_MICROS
                ? NONE
                : new PlatformTotals(new long[GROWING.size()]);
    }

    /** As {@link #toString} wrote them; nothing is known of what it did not write. */
    static PlatformTotals of(String text) {
        long[] totals = unknown();
        String[] numbers = text == null || text.isEmpty() ? new String[0] : text.split(",");
        for (int i = 0; i < Math.min(numbers.length, totals.length); i++) {
            totals[i] = Long.parseLong(numbers[i]);
        }
        return new PlatformTotals(totals);
    }

    /** With the samples of a batch. */
    PlatformTotals after(Batch batch) {
        long[] after = totals.clone();
        for (PlatformSample sample : batch.platform()) {
            for (int i = 0; i < after.length; i++) {
                Double value = sample.values().get(GROWING.get(i));
                if (value != null && value >= 0 && value < Long.MAX_VALUE) {
                    after[i] = value.longValue();
                }
            }
        }
        return batch.platform().isEmpty() ? this : new PlatformTotals(after);
    }

    /** What each measure gained from these to later ones; none of what was not known. */
    Map<String, Long> gainsTo(PlatformTotals later) {
        Map<String, Long> gains = new LinkedHashMap<>();
        for (int i = 0; i < totals.length; i++) {
            if (totals[i] != UNKNOWN && later.totals[i] != UNKNOWN) {
                gains.put(GROWING.get(i), Math.max(0, later.totals[i] - totals[i]));
            }
        }
        return gains;
    }

    /** As the store has them. */
    @Override
    public String toString() {
        return Arrays.stream(totals).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}

package sim.server.query;

import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/**
 * What is compared.
 *
 * @param measure {@code work}, {@code count}, {@code errors}, or the label of a meter
 * @param per what it is divided by
 * @param part {@code self} or {@code total}
 */
public record ComparisonOrder(String measure, Per per, String part) {
    /** What can be asked for. */
    public static final String ALLOWED = "work, count, errors, or a meter such as wall, thread.cpu or alloc.bytes";

    /** What a sum is divided by: the seconds of its range, its calls, or the contexts of the kind. */
    public enum Per {
        SECOND,
        CALL,
        REQUEST
    }

    /** The same of another part. */
    ComparisonOrder of(String another) {
        return new ComparisonOrder(measure, per, another);
    }

    boolean isPerCall() {
        return per == Per.CALL;
    }

    boolean isPerRequest() {
        return per == Per.REQUEST;
    }

    String unit() {
        Meter meter = Meter.labelled(measure);
        return meter != null ? meter.unit() : measure.equals("work") ? Meter.WALL.unit() : "count";
    }

    /** The sum, or null where it was not read. */
    Long of(Sums sums) {
        return switch (measure) {
            case "count" -> Long.valueOf(sums.count);
            case "errors" -> Long.valueOf(sums.errors);
            case "work" -> sums.work(part);
            default -> sums.value(Meter.labelled(measure), part);
        };
    }

    /** Whether a method's own value may have that of calls inside it that were not read, or its total lacks calls inside. */
    boolean isMixed(Sums sums) {
        return !isCounted()
                && (sums.isMixed(MeasureGroup.of(meter())) || part.equals("total") && sums.lacksCalls());
    }

    private boolean isCounted() {
        return measure.equals("count") || measure.equals("errors");
    }

    /** The sum by the call, or null where it was not read. */
    Double each(Sums sums) {
        if (isCounted()) {
            return sums.count == 0 ? null : Double.valueOf((double) of(sums) / sums.count);
        }
        return measure.equals("work")
                ? sums.meanWork(part)
                : part.equals("self") ? sums.meanSelf(meter()) : sums.mean(meter());
    }

    private Meter meter() {
        return measure.equals("work") ? Meter.WALL : Meter.labelled(measure);
    }

    /** Whether the sum is of every call: calls of which it was not read are not calls that took nothing. */
    boolean isWhole(Sums sums) {
        if (isCounted()) {
            return true;
        }
        return sums.notRead(MeasureGroup.of(meter())) == 0 && (sums.count == 0 || of(sums) != null);
    }

    /**
     * How much such a sum differs by chance, squared: a program that goes on as it did makes another number of calls, each of
     * another length. What was counted differs by its root. It is known only of wall time how much calls differ, and of payloads not even that; but of any
     * measure the largest call. It may have come by chance: so a sum differs by it at least.
     */
    double noise(Sums sums) {
        Long sum = of(sums);
        if (sum == null || sums.count == 0) {
            return 0;
        }
        if (isCounted()) {
            return sum;
        }
        double mean = (double) sum / sums.count;
        double variation = sums.variation();
        double chance = unit().equals("count") ? sum : sums.count * mean * mean * (1 + variation * variation);
        Long largest = sums.value(meter(), "max"); // with all inside it: no less than its own value
        if (largest != null && !unit().equals("count")) { // no call is larger, so their squares are no more than the sum of these times the largest
            chance = Math.min(chance, (double) sum * Math.max(largest, mean));
        }
        double one = largest == null ? 0 : Math.min(largest, sum);
        return Math.max(chance, one * one);
    }
}

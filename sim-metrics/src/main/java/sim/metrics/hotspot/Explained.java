package sim.metrics.hotspot;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import sim.model.text.Decimals;

/**
 * Which share each name explains of what the program did in an interval, by measure. Time that many threads spend in one name at once counts as that of one thread: a pool that waits for
 * work must not make all else look small.
 */
final class Explained {
    /** A name keeps each measure of which it explains this share. */
    static final double SHARE = 0.01;

    /** One measure: what a name used of it, and in how many of its calls it was read. */
    private record Measure(String name, ToDoubleFunction<Firings> use, ToLongFunction<Firings> read,
            boolean isElapsed) {}

    private static final Measure CPU = new Measure("CPU time", Firings::cpu, Firings::withCpu, false);
    private static final Measure BLOCKED = new Measure("blocked time", Firings::blocked, Firings::withContention, true);
    private static final Measure WAITED = new Measure("waited time", Firings::waited, Firings::withContention, true);
    private static final Measure WALL = new Measure("wall time", Firings::wall, Firings::timed, true);
    private static final Measure BYTES = new Measure("allocation", Firings::bytes, Firings::timed, false);
    private static final Measure ERRORS = new Measure("failed calls", Firings::errors, Firings::calls, false);
    private static final List<Measure> ALL = List.of(WALL, CPU, BLOCKED, WAITED, BYTES, ERRORS);
    /** A probe changes nothing of these: they are as true of a call that is shorter than its probe. */
    private static final List<Measure> BEYOND_TIME = List.of(BYTES, BLOCKED, WAITED);

    /** Who looks at a table sorted by a measure sees so many rows, and some more for chance. */
    private static final int FIRST = 60;
    /** Who sorts by what a program allocates or waits for looks at the first twenty, however little the last of them explain beside the first. */
    private static final int FIRST_BEYOND_TIME = 30;
    /** By how much more than others a name is off the processor for what it uses of one, before that says that it waits. */
    private static final int AS_OTHERS = 2;

    private final Collection<Firings> names;
    private final double interval;
    private final double[] sums = new double[ALL.size()];
    /** By measure, the least that one of the first names uses; null until somebody asks. */
    private double[] least;
    /** The same of {@link #BEYOND_TIME}, of fewer names; 0 if there are not so many. */
    private double[] leastBeyondTime;
    /** The names that used CPU time, those first that were off the processor least for it, and how much each used; null until somebody asks. */
    private List<Firings> byOff;
    private double[] weights;

    /** @param interval its length, ns */
    Explained(Collection<Firings> names, long interval) {
        this.names = names;
        this.interval = interval;
        for (Firings name : names) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += used(name, ALL.get(i));
            }
        }
    }

    /** Sorts all names by each of some measures. */
    private double[] least(List<Measure> measures, int first) {
        return measures.stream().mapToDouble(measure -> names.stream().mapToDouble(name -> -used(name, measure))
                .sorted().skip(first - 1).findFirst().orElse(0) * -1).toArray();
    }

    private double used(Firings name, Measure measure) {
        double used = Math.max(0, measure.use.applyAsDouble(name)) * name.scale(measure.read.applyAsLong(name));
        return measure.isElapsed ? Math.min(used, interval) : used;
    }

    private double share(Firings name, Measure measure) {
        double sum = sums[ALL.indexOf(measure)];
        return sum == 0 ? 0 : used(name, measure) / sum;
    }

    /** The largest of its shares. */
    double most(Firings name) {
        return ALL.stream().mapToDouble(measure -> share(name, measure)).max().orElse(0);
    }

    /** Whether it is among the first by one of the measures. */
    boolean isAmongFirst(Firings name) {
        least = least == null ? least(ALL, FIRST) : least;
        for (int i = 0; i < least.length; i++) {
            double used = used(name, ALL.get(i));
            if (used > 0 && used >= least[i]) {
                return true;
            }
        }
        return false;
    }

    private boolean isAmongFirstBeyondTime(Firings name) {
        leastBeyondTime = leastBeyondTime == null ? least(BEYOND_TIME, FIRST_BEYOND_TIME) : leastBeyondTime;
        for (int i = 0; i < leastBeyondTime.length; i++) {
            if (leastBeyondTime[i] > 0 && used(name, BEYOND_TIME.get(i)) >= leastBeyondTime[i]) {
                return true;
            }
        }
        return false;
    }

    boolean isCpu(Firings name) {
        return share(name, CPU) >= SHARE;
    }

    boolean isContention(Firings name) {
        return isContention(name, SHARE);
    }

    private boolean isContention(Firings name, double share) {
        return share(name, BLOCKED) >= share || share(name, WAITED) >= share;
    }

    boolean isErrors(Firings name) {
        return share(name, ERRORS) >= SHARE;
    }

    /**
     * Whether somebody looks for a name although its calls are shorter than a timed call takes to be metered: it explains a share of what is allocated or waited for, or is among the first by
     * that, or it explains a share of the time by calls that are not much shorter.
     *
     * @param least the mean self time from which on its time counts, ns: see {@link #lasting}
     * @param share of the measure
     */
    boolean tells(Firings name, double least, double share) {
        return isAmongFirstBeyondTime(name) || share(name, BYTES) >= share || isContention(name, share)
                || name.mean() >= least && (share(name, WALL) >= share || share(name, CPU) >= share)
                        && lasting(name, least) >= least;
    }

    /**
     * The mean self time without what a busy machine makes of it. There all code loses its processor, for milliseconds: one such call makes the mean of a hundred thousand calls of 5 ns a hundred. What a
     * call is off the processor counts as far as that is more than those names are that are off it least, for as much time on one. So a call that waits seldom, for a file say, still counts by what it waits.
     *
     * @param least what a call and its probe are on the processor at least, ns
     */
    private double lasting(Firings name, double least) {
        double cpu = name.meanCpu();
        if (Double.isNaN(cpu)) {
            return name.mean();
        }
        double off = Math.max(0, name.mean() - cpu);
        return cpu + Math.max(0, off - AS_OTHERS * leastOff(name) * Math.max(cpu, least));
    }

    /**
     * How long the other names were off the processor without being blocked or waiting, for each ns on it: those that were off it least, of which the JVM has a tenth of the CPU time. A busy machine
     * takes the processor from all names. A read of a file or a socket takes it from some, and the JVM does not tell the two apart.
     */
    private double leastOff(Firings but) {
        if (byOff == null) { // once: of a program of thousands of names a hundred ask
            byOff = names.stream().filter(name -> name.meanCpu() > 0)
                    .sorted(Comparator.comparingDouble(Firings::offForCpu)).toList();
            weights = byOff.stream().mapToDouble(name -> used(name, CPU)).toArray();
        }
        double tenth = (sums[ALL.indexOf(CPU)] - used(but, CPU)) / 10;
        double until = 0;
        for (int i = 0; i < weights.length; i++) {
            boolean isOther = byOff.get(i).id() != but.id();
            until += isOther ? weights[i] : 0;
            if (isOther && until >= tenth) {
                return byOff.get(i).offForCpu();
            }
        }
        return 0;
    }

    /** The largest share for people: "0.3 % of CPU time". */
    String text(Firings name) {
        Measure largest = ALL.get(0);
        for (Measure measure : ALL) {
            largest = share(name, measure) > share(name, largest) ? measure : largest;
        }
        return Decimals.of(100 * share(name, largest), 2) + " % of " + largest.name;
    }
}

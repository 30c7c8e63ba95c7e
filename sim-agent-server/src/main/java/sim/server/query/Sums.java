package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Unread;

/**
 * Counts, meters and histograms of a method or of a node of a merged tree, to be added up. A meter never read stays absent;
 * a sum past what a long holds stays at the largest one.
 */
final class Sums {
    /** Heap one takes with a histogram of some ten buckets, in bytes. */
    static final int BYTES = 728;
    /** Heap that {@link #addOpen} takes more, in bytes. */
    static final int OPEN_BYTES = Long.BYTES * Meter.COUNT + 16;

    long count;
    long errors;
    private int present;
    private final long[] total = new long[Meter.COUNT];
    private final long[] self = new long[Meter.COUNT];
    private final long[] max = new long[Meter.COUNT];
    /** Wall time in which threads waited for work: own, and with the calls inside; ns. */
    private long idleSelf;
    private long idleTotal;
    private Unread unread = Unread.NOTHING;
    /** Whether {@code unread} is what was not read at least: see {@link UnreadPlaces}. */
    private boolean isLeast;
    /** What metering took of wall and CPU time in these calls themselves, ns; negative where {@link #raiseTotals} has not found it. */
    private long meteringWall = -1;
    private long meteringCpu = -1;
    /** By how much more than the total its calls took, because what is inside of some counts elsewhere: see {@link CountedElsewhere}; wall time, ns. */
    private long elsewhere;
    /** What its calls that were not read took of their own at the places whose totals lack no calls; an estimate, wall time, ns. */
    private long unreadWall;
    /** By meter, what is to be added to self values for the order of rows; null for nothing. */
    private long[] estimates;
    /** By meter, the part of the totals that is of calls which have not ended: see {@link #addOpen}; null for nothing. */
    private long[] open;
    /** By meter, the part of that which is of calls that ended inside of calls of the same method, and so is in means; null for nothing. */
    private long[] endedInOpen;
    /** What is to be added to the own figures for means; null for nothing. */
    private Weighed weighed;
    /** Total, self and max of the meters extensions added, by label; null without any. */
    private Map<String, long[]> extras;
    /** By the meter's label; null without any. */
    private Map<String, MergedHistogram> histograms;

    /**
     * Adds a node's row of {@link Sql#sums} and {@link Sql#largest}, which begin at a column. Its totals are left out: they
     * count once where a group holds a place and its callers.
     */
    void add(ResultSet row, int column) throws SQLException {
        count = plus(count, row.getLong(column));
        errors = plus(errors, row.getLong(column + 1));
        for (int i = 0; i < Meter.COUNT; i++) {
            long own = row.getLong(column + 2 + Meter.COUNT + i);
            if (!row.wasNull()) {
                long largest = row.getLong(column + 2 + 2 * Meter.COUNT + i);
                max[i] = (present & 1 << i) == 0 ? largest : Math.max(max[i], largest);
                self[i] = plus(self[i], own);
                present |= 1 << i;
            }
        }
    }

    /** Of something that has no meter but how long it took, such as a payload. */
    static Sums timed(long count, long errors, long nanos, long longest) {
        Sums sums = new Sums();
        int wall = Meter.WALL.ordinal();
        sums.count = count;
        sums.errors = errors;
        sums.present = Meter.WALL.bit();
        sums.total[wall] = nanos;
        sums.self[wall] = nanos;
        sums.max[wall] = longest;
        return sums;
    }

    /** Adds the totals of a place, by meter. */
    void addTotals(long[] more) {
        for (int i = 0; i < Meter.COUNT; i++) {
            total[i] = plus(total[i], more[i]);
        }
    }

    /**
     * Adds the totals of a place, or takes them away. The meters that the place has are present from now on.
     *
     * @param lacking what the totals lack, see {@link PlaceSums.Figures#lacks}; null for nothing
     */
    void addTotals(PlaceSums.Figures place, long[] lacking, int sign) {
        present |= place.present;
        for (int i = 0; i < Meter.COUNT; i++) {
            total[i] = plus(total[i], sign * place.total[i]);
        }
        idleTotal = plus(idleTotal, sign * place.idleTotal);
        for (int i = 0; lacking != null && i < Meter.COUNT; i++) {
            total[i] = plus(total[i], sign * lacking[i]);
            present |= lacking[i] == 0 ? 0 : 1 << i;
        }
        idleTotal = lacking == null ? idleTotal : plus(idleTotal, sign * lacking[Meter.COUNT]);
    }

    /**
     * Says of a part of the totals that calls have it which have not ended, or takes that back. No mean has it, but for {@link #addEndedInOpen}. Returns whether that took heap: {@link #OPEN_BYTES}.
     *
     * @param more by meter; null for nothing
     */
    boolean addOpen(long[] more, int sign) {
        if (more == null) {
            return false;
        }
        boolean isFirst = open == null;
        open = isFirst ? new long[Meter.COUNT] : open;
        for (int i = 0; i < Meter.COUNT; i++) {
            open[i] = Math.max(0, plus(open[i], sign * more[i]));
        }
        return isFirst;
    }

    /** Says of a part of that that it is the total of calls of the same method which ended. Returns the same. */
    boolean addEndedInOpen(long[] more) {
        boolean isFirst = endedInOpen == null;
        endedInOpen = isFirst ? new long[Meter.COUNT] : endedInOpen;
        for (int i = 0; i < Meter.COUNT; i++) {
            endedInOpen[i] = plus(endedInOpen[i], more[i]);
        }
        return isFirst;
    }

    /** Adds what own figures are to have more for means. */
    void add(Weighed more) {
        weighed = weighed == null ? new Weighed() : weighed;
        weighed.add(more);
    }

    /** Adds what was not read of its calls. */
    void add(Unread more) {
        unread = unread.plus(more);
    }

    /** The same, where it is known of the calls of a place alone, and they are a part of these. */
    void addLeast(Unread more) {
        unread = unread.plus(more);
        isLeast = true;
    }

    /** The calls of which a group was not read. */
    long notRead(MeasureGroup group) {
        return unread.of(group);
    }

    /** Whether its own value of a group has what calls inside used that were not read. */
    boolean isMixed(MeasureGroup group) {
        return (unread.mixed() & group.bit()) != 0;
    }

    /** Says by how much more its calls took at a place than is in their total. */
    void addElsewhere(long more) {
        elsewhere = plus(elsewhere, more);
    }

    /** Says what calls that were not read took of their own at a place whose total lacks no calls. */
    void addUnreadWall(long more) {
        unreadWall = plus(unreadWall, more);
    }

    /** What its calls took in all, those that were not read too, where its totals lack calls; ns. */
    private long whole() {
        return plus(plus(total[Meter.WALL.ordinal()], elsewhere), unreadWall);
    }

    /** Whether its totals lack calls inside that count elsewhere; not where these are less than the error of a bucket. */
    boolean lacksCalls() {
        return elsewhere > 0 && elsewhere > total[Meter.WALL.ordinal()] / Buckets.PER_OCTAVE;
    }

    void addIdle(long self, long total) {
        idleSelf = plus(idleSelf, self);
        idleTotal = plus(idleTotal, total);
    }

    /** Adds another's counts, own figures and histograms; not its totals. */
    void addOwn(Sums other) {
        count = plus(count, other.count);
        errors = plus(errors, other.errors);
        idleSelf = plus(idleSelf, other.idleSelf);
        elsewhere = plus(elsewhere, other.elsewhere);
        unreadWall = plus(unreadWall, other.unreadWall);
        unread = unread.plus(other.unread);
        isLeast |= other.isLeast;
        if (other.weighed != null) {
            add(other.weighed);
        }
        for (int i = 0; i < Meter.COUNT; i++) {
            if ((other.present & 1 << i) != 0) {
                max[i] = (present & 1 << i) == 0 ? other.max[i] : Math.max(max[i], other.max[i]);
                self[i] = plus(self[i], other.self[i]);
                present |= 1 << i;
            }
        }
        if (other.extras != null) {
            other.extras.forEach((label, extra) -> addExtra(label, extra[0], extra[1], extra[2]));
        }
        if (other.histograms != null) {
            other.histograms
                    .forEach((meter, histogram) -> histogram.each((bucket, calls) -> addBucket(meter, bucket, calls)));
        }
    }

    /** Adds all of another, its totals too. */
    void addAll(Sums other) {
        addOwn(other);
        addOpen(other.open, 1);
        if (other.endedInOpen != null) {
            addEndedInOpen(other.endedInOpen);
        }
        addTotals(other.total);
        idleTotal = plus(idleTotal, other.idleTotal);
    }

    /**
     * Makes each total no less than the own figure and what is inside, which it is where calls have not ended yet. What a total then has beside these two is
     * what metering took. Returns by how much totals were raised, by meter; null for nothing.
     */
    long[] raiseTotals(long[] inside) {
        long[] raised = null;
        for (int i = 0; i < Meter.COUNT; i++) {
            long least = plus(self[i], inside[i]);
            if (total[i] < least) {
                raised = raised == null ? new long[Meter.COUNT] : raised;
                raised[i] = least - total[i];
                total[i] = least;
                present |= inside[i] == 0 ? 0 : 1 << i;
            }
        }
        idleTotal = Math.max(idleTotal, plus(idleSelf, inside[Meter.COUNT]));
        meteringWall = beside(Meter.WALL, inside);
        meteringCpu = beside(Meter.CPU, inside);
        return raised;
    }

    /** What metering took of wall time in these calls themselves, ns; negative where that is not known. */
    long meteringWall() {
        return meteringWall;
    }

    private long beside(Meter meter, long[] inside) {
        int i = meter.ordinal();
        return total[i] - plus(self[i], inside[i]);
    }

    /** Adds its totals to those of others, as {@link PlaceSums.Figures#totalsInto} does. */
    void totalsInto(long[] sums) {
        for (int i = 0; i < Meter.COUNT; i++) {
            sums[i] = plus(sums[i], total[i]);
        }
        sums[Meter.COUNT] = plus(sums[Meter.COUNT], idleTotal);
    }

    void addExtra(String label, long total, long self, long max) {
        if (extras == null) {
            extras = new TreeMap<>();
        }
        long[] known = extras.computeIfAbsent(label, added -> new long[3]);
        known[0] = plus(known[0], total);
        known[1] = plus(known[1], self);
        known[2] = Math.max(known[2], max);
    }

    /** Adds calls whose value of a meter is in a bucket; returns whether that is the meter's first. */
    boolean addBucket(String meter, int bucket, long calls) {
        if (histograms == null) {
            histograms = new HashMap<>();
        }
        MergedHistogram known = histograms.get(meter);
        MergedHistogram histogram = known != null ? known : new MergedHistogram();
        histogram.add(bucket, calls);
        if (known == null) {
            histograms.put(meter, histogram);
        }
        return known == null;
    }

    static long plus(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    boolean has(Meter meter) {
        return (present & meter.bit()) != 0;
    }

    /** The value to sort by, or null when it is absent. */
    Long value(Meter meter, String part) {
        if (!has(meter)) {
            return null;
        }
        return switch (part) {
            case "total" -> total[meter.ordinal()];
            case "self" -> self[meter.ordinal()];
            default -> max[meter.ordinal()];
        };
    }

    /** The part of the wall time that is of calls which have not ended: what ended inside of them. All of it where no call has ended. */
    long notEnded() {
        return !has(Meter.WALL) ? 0 : count == 0 ? total[Meter.WALL.ordinal()] : open(Meter.WALL);
    }

    private long open(Meter meter) {
        return open == null ? 0 : open[meter.ordinal()];
    }

    /** The part of the totals that is in no mean. */
    private long notInMeans(Meter meter) {
        return endedInOpen == null ? open(meter) : Math.max(0, open(meter) - endedInOpen[meter.ordinal()]);
    }

    /** Wall time without that in which threads waited for work, ns; null where wall time was not read. */
    Long work(String part) {
        Long wall = value(Meter.WALL, part);
        return wall == null ? null : Long.valueOf(Math.max(0, wall - (part.equals("self") ? idleSelf : idleTotal)));
    }

    /**
     * Own wall time in which threads neither used a processor nor were blocked nor waited, as far as the JVM tells: they read or
     * wrote, or waited for a processor. Null where CPU time was not read.
     */
    Long elsewhere() {
        if (!has(Meter.WALL) || !knowsCpu()) {
            return null;
        }
        return Math.max(0, value(Meter.WALL, "self") - own(Meter.CPU) - own(Meter.BLOCK_TIME) - own(Meter.WAIT_TIME));
    }

    /** Whether CPU time was read in most calls. */
    private boolean knowsCpu() {
        return has(Meter.CPU) && unread.cpu() * 2 <= count;
    }

    /** By how much the wall time of single calls differs, as a part of their mean: 1 where nothing is known of single calls. */
    double variation() {
        MergedHistogram wall = histograms == null ? null : histograms.get(Meter.WALL.label());
        return wall == null ? 1 : wall.variation();
    }

    private long own(Meter meter) {
        return Math.max(0, self[meter.ordinal()]);
    }

    /**
     * What a call that ended used on average, with what is inside it: of its own as the calls that were read, each shipment's by its calls, and what is inside, which each call has, by
     * all calls. Where none was read, what is inside alone. Where calls inside count elsewhere, what the calls that ended took in all, by all calls. Null where it was not read, and where
     * it is not known in how many calls.
     */
    Double mean(Meter meter) {
        if (!has(meter)) {
            return null;
        }
        int i = meter.ordinal();
        if (meter == Meter.WALL && lacksCalls() && count > 0) {
            return (double) Math.max(0, whole() - notInMeans(meter)) / count;
        }
        return mean(MeasureGroup.of(meter), self[i], more(meter), total[i] - self[i] - notInMeans(meter));
    }

    /** The same of what it used itself; null also where no call was read. */
    Double meanSelf(Meter meter) {
        return has(meter) && notRead(MeasureGroup.of(meter)) < count
                ? mean(MeasureGroup.of(meter), self[meter.ordinal()], more(meter), 0)
                : null;
    }

    /** The same of wall time without waiting for work. */
    Double meanWork(String part) {
        Long own = work("self");
        boolean isSelf = part.equals("self");
        if (own == null || isSelf && notRead(MeasureGroup.TIME) >= count) {
            return null;
        }
        long wall = self[Meter.WALL.ordinal()];
        return mean(MeasureGroup.TIME, own, wall == 0 ? 0 : more(Meter.WALL) * own / wall,
                isSelf ? 0 : work("total") - own - notInMeans(Meter.WALL));
    }

    private double more(Meter meter) {
        return weighed == null ? 0 : weighed.own(meter);
    }

    private Double mean(MeasureGroup group, long own, double more, long inside) {
        long not = notRead(group);
        if (count == 0 || isLeast && not > 0) {
            return null;
        }
        long read = count - not + (weighed == null ? 0 : weighed.calls(group));
        return (not < count ? (own + more) / read : 0) + (double) Math.max(0, inside) / count;
    }

    /** The same of any meter by its label; a part may be a quantile, where the meter has a histogram, or the mean. */
    Long value(String label, String part) {
        if (MergedHistogram.isQuantile(part)) {
            MergedHistogram histogram = histograms == null ? null : histograms.get(label);
            return histogram == null ? null : histogram.value(part);
        }
        Meter meter = Meter.labelled(label);
        if (meter != null) {
            return part.equals("mean") ? rounded(mean(meter)) : value(meter, part);
        }
        long[] extra = extras == null ? null : extras.get(label);
        if (extra != null && part.equals("mean")) {
            return rounded(mean(MeasureGroup.TIME, extra[1], 0, extra[0] - extra[1]));
        }
        return extra == null ? null : extra[part.equals("total") ? 0 : part.equals("self") ? 1 : 2];
    }

    /**
     * The value to order by. Calls of which a meter was not read, because the name is sampled, have as much of it as those of which it was, as far as
     * their caller has so much. That stays a part of the caller's own figure, by which the caller stands. It is in no figure: means, and what the calls took in all of a row that
     * lacks some, have an estimate of their own.
     */
    Long rank(String label, String part) {
        Long value = value(label, part);
        Meter meter = Meter.labelled(label);
        if (value == null || meter == null) {
            return value;
        }
        long ranked = plus(value, estimate(meter, part));
        return meter == Meter.WALL && part.equals("total") ? Math.max(ranked, plus(value, lacking())) : ranked;
    }

    Long rankOfWork(String part) {
        Long work = work(part);
        if (work == null) {
            return null;
        }
        return plus(work, part.equals("total")
                ? Math.max(lacking(), estimate(Meter.WALL, part))
                : estimate(Meter.WALL, part));
    }

    private long lacking() {
        return lacksCalls() ? plus(elsewhere, unreadWall) : 0;
    }

    private static Long rounded(Double value) {
        return value == null ? null : Long.valueOf(Math.round(value));
    }

    private long estimate(Meter meter, String part) {
        return estimates == null || !part.equals("self") && !part.equals("total") ? 0 : estimates[meter.ordinal()];
    }

    /** Adds what is to be added to a self value for the order of rows. */
    void addEstimate(int meter, long more) {
        if (estimates == null) {
            estimates = new long[Meter.COUNT];
        }
        estimates[meter] += more;
    }

    /** Adds {@code count}, {@code errors}, {@code meters} and {@code wall}. */
    void describe(Map<String, Object> into) {
        into.put("count", count);
        into.put("errors", errors);
        if (!unread.isNothing()) {
            into.put("unread", describe(unread, isLeast));
        }
        Map<String, Object> meters = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            int i = meter.ordinal();
            if (has(meter)) {
                Map<String, Object> values = values(meter.label(), total[i], self[i], max[i], meter.unit());
                long metering = meter == Meter.WALL ? meteringWall : meter == Meter.CPU ? meteringCpu : -1;
                if (metering >= 0) {
                    values.put("metering", metering);
                }
                Double mean = notRead(MeasureGroup.of(meter)) > 0 || open(meter) > 0 ? mean(meter) : null;
                if (mean != null) {
                    values.put("mean", mean);
                }
                meters.put(meter.label(), values);
            }
        }
        if (extras != null) {
            extras.forEach(
                    (label, values) -> meters.put(label, values(label, values[0], values[1], values[2], "count")));
        }
        into.put("meters", meters);
        if (has(Meter.WALL)) {
            Map<String, Object> work = new LinkedHashMap<>();
            work.put("total", work("total"));
            work.put("self", work("self"));
            work.put("idle", idleSelf);
            if (knowsCpu()) {
                work.put("elsewhere", elsewhere());
            }
            work.put("unit", Meter.WALL.unit());
            into.put("work", work);
        }
        Map<String, Object> wall = new LinkedHashMap<>();
        describeHistogram(Meter.WALL.label(), wall, max[Meter.WALL.ordinal()]);
        if (lacksCalls() && count > 0) {
            wall.put("mean", Math.round(mean(Meter.WALL)));
            wall.put("totalAtLeast", whole());
        }
        into.put("wall", wall);
    }

    /** In how many calls each group was not read, or in how many at least. */
    static Map<String, Object> describe(Unread unread, boolean isLeast) {
        Map<String, Object> calls = new LinkedHashMap<>();
        List<String> mixed = new ArrayList<>();
        for (MeasureGroup group : MeasureGroup.values()) {
            String name = group.name().toLowerCase(Locale.ROOT);
            calls.put(name, unread.of(group));
            if ((unread.mixed() & group.bit()) != 0) {
                mixed.add(name);
            }
        }
        calls.put("mixed", mixed);
        if (isLeast) {
            calls.put("least", true);
        }
        return calls;
    }

    /** The same without totals: those of several methods overlap. */
    @SuppressWarnings("unchecked")
    void describeOwn(Map<String, Object> into) {
        describe(into);
        ((Map<String, Map<String, Object>>) into.get("meters")).values().forEach(values -> {
            values.remove("total");
            values.remove("mean");
        });
        if (into.get("work") instanceof Map<?, ?> work) {
            work.remove("total");
        }
        if (into.get("wall") instanceof Map<?, ?> wall) {
            wall.remove("totalAtLeast");
            wall.remove("mean");
        }
    }

    /** Adds the totals of a place alone: what it and all inside it came to. */
    void addTotalsOf(Sums place) {
        present |= place.present;
        addTotals(place.total);
        idleTotal = plus(idleTotal, place.idleTotal);
    }

    /** Adds another's calls, and as totals its own measures: of these no call has what is inside it. */
    void addCalls(Sums other) {
        count = plus(count, other.count);
        errors = plus(errors, other.errors);
        if (other.extras != null) {
            other.extras.forEach((label, extra) -> addExtra(label, extra[1], 0, 0));
        }
    }

    /** Adds {@code count}, {@code errors}, and of {@code meters} and {@code work} the totals alone. */
    void describeTotals(Map<String, Object> into) {
        into.put("count", count);
        into.put("errors", errors);
        Map<String, Object> meters = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            if (has(meter)) {
                meters.put(meter.label(), Map.of("total", total[meter.ordinal()], "unit", meter.unit()));
            }
        }
        if (extras != null) {
            extras.forEach((label, extra) -> meters.put(label, Map.of("total", extra[0], "unit", "count")));
        }
        into.put("meters", meters);
        if (has(Meter.WALL)) {
            into.put("work", Map.of("total", work("total"), "unit", Meter.WALL.unit()));
        }
    }

    private void describeHistogram(String meter, Map<String, Object> into, long largest) {
        MergedHistogram histogram = histograms == null ? null : histograms.get(meter);
        if (histogram != null) {
            histogram.describe(into, largest);
        }
    }

    private Map<String, Object> values(String meter, long total, long self, long max, String unit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("total", total);
        values.put("self", self);
        values.put("max", max);
        values.put("unit", unit);
        describeHistogram(meter, values, max);
        return values;
    }
}

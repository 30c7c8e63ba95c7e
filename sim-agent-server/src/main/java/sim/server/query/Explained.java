package sim.server.query;

import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.model.snapshot.Meter;
import sim.wire.PlatformMeasure;

/**
 * How much of the process's CPU time, and of the time of the entries, the rows explain by methods' own times, and what the rest
 * is. One thread.
 */
final class Explained {
    private static final int PLACE_BYTES = 12;
    private static final PlatformMeasure[] GROUPS = {PlatformMeasure.CPU_SIM, PlatformMeasure.CPU_JIT,
            PlatformMeasure.CPU_GC, PlatformMeasure.CPU_JVM};

    /** The name above places for which the tree had no room. */
    static final Sort.Method OTHER = new Sort.Method("", "[other]");

    private final Question question;
    private final Forest forest;
    private final PlaceSums places;
    private final NameLevels names;
    /** A place of which a call took longer than this has calls that began before the range. */
    private final long longNanos;
    /** Places that names which are off now stand below. */
    private final BitSet aroundOff = new BitSet();
    private long idle;
    /** By how much more ended inside of entries that have not ended themselves, without waiting for work. */
    private long open;
    private final Own rows = new Own();
    private final Own before = new Own();
    private final Own around = new Own();
    /** Of places for which the tree had no room: their calls were made by calls elsewhere in it. */
    private final Own other = new Own();
    /** What calls have beside their own times and what is inside, */
    private final Own metering = new Own();
    /** and, of wall time, those that began before the range: it may be what ended inside them until then. */
    private long early;

    /** Own time, ns. */
    private static final class Own {
        long wall;
        long cpu;

        void add(PlaceSums.Figures own) {
            wall = Sums.plus(wall, own.wallSelf - own.idleSelf);
            cpu = Sums.plus(cpu, own.cpuSelf);
        }
    }

    private Explained(Question question, Forest forest, PlaceSums places, NameLevels names, long longNanos) {
        this.question = question;
        this.forest = forest;
        this.places = places;
        this.names = names;
        this.longNanos = longNanos;
    }

    /**
     * Adds {@code explained}. The CPU time of the process is left out where the rows are those of a context.
     *
     * @param restNanos the self time of calls that have no row, because contexts are not kept with their places
     */
    static void describe(Question question, Range range, TreePart part, Forest forest, PlaceSums places,
            NameLevels names, long restNanos, Map<String, Object> into) {
        question.reserve((long) PLACE_BYTES * forest.size());
        // contexts are told whole, and so are their calls in the sums of a kind
        long longNanos = part.isOfContexts() ? Long.MAX_VALUE : (range.toMicros() - range.fromMicros()) * 1_000;
        Explained explained = new Explained(question, forest, places, names, longNanos);
        explained.addUp();
        Map<String, Object> parts = new LinkedHashMap<>();
        Map<String, Long> gains = part.isOfContexts() ? Map.of() : gains(question, range);
        Map<String, Object> cpu = explained.cpu(gains);
        if (!cpu.isEmpty()) {
            parts.put("cpu", cpu);
        }
        Map<String, Object> requests = explained.requests(restNanos);
        Long queued = gains.get(PlatformMeasure.CPU_QUEUED.label());
        if (queued != null) {
            requests.put("queued", queued);
        }
        parts.put("requests", requests);
        into.put("explained", parts);
    }

    private void addUp() {
        for (int place = 0; place < forest.size(); place++) {
            int caller = forest.caller(place);
            if (caller != Forest.NONE && isOff(place)) {
                aroundOff.set(caller);
            }
        }
        BitSet isOther = new BitSet();
        BitSet entries = TreeTotals.entries(forest, places);
        for (int place = 0; place < forest.size(); place++) {
            int caller = forest.caller(place);
            isOther.set(place, caller == Forest.NONE
                    ? forest.methods.get(forest.method(place)).equals(OTHER)
                    : isOther.get(caller));
            PlaceSums.Figures own = places.figures(place);
            if (own == null) {
                continue;
            }
            if (isOther.get(place)) {
                other.add(own);
            } else if (entries.get(place)) {
                idle = Sums.plus(idle, own.idleTotal);
            }
            (isOff(place) ? before : rows).add(own);
            if (!isOff(place) && aroundOff.get(place)) {
                around.add(own);
            }
        }
        addGaps(isOther);
        takeOther();
    }

    /**
     * Adds up what each place has beside its own times and what is inside, as the call tree does. Not by entry: where one thread of a pool ended and others did
     * not, what ended inside of the others is more than all the metering.
     */
    private void addGaps(BitSet isOther) {
        int[] callers = callers();
        TreeTotals.Inner inner = new TreeTotals.Inner(question, forest.size());
        long[] nothing = new long[PlaceSums.Figures.WIDTH];
        for (int place = forest.size() - 1; place >= 0; place--) { // callers have the smaller numbers
            PlaceSums.Figures own = places.figures(place);
            if (own == null) {
                continue;
            }
            long[] inside = inner.of(place) == null ? nothing : inner.of(place);
            long[] lacking = own.lacks(inside);
            if (!isOther.get(place)) {
                addGap(own, inside);
                if (callers[place] == Forest.NONE && lacking != null) {
                    open = Sums.plus(open, work(own, inside, lacking[Meter.WALL.ordinal()]));
                }
            }
            if (callers[place] != Forest.NONE) {
                own.totalsInto(inner.made(callers[place]), lacking);
            }
            if (inside != nothing) {
                inner.free(place);
            }
        }
    }

    /**
     * What is work of the wall time that a total lacks. In how much of the waiting for work the calls were that have not ended nobody knows, so as large a part of
     * the lack is waiting as of all that ended.
     */
    private static long work(PlaceSums.Figures own, long[] inside, long lacking) {
        double ended = (double) own.wallSelf + inside[Meter.WALL.ordinal()];
        double idle = (double) own.idleSelf + inside[Meter.COUNT];
        return Math.max(0, lacking - (long) (lacking * Math.min(1, idle / Math.max(1, ended))));
    }

    private void addGap(PlaceSums.Figures own, long[] inside) {
        long wall = Math.max(0, own.total(Meter.WALL) - Sums.plus(own.wallSelf, inside[Meter.WALL.ordinal()]));
        if (own.longest > longNanos) {
            early = Sums.plus(early, wall);
            return;
        }
        metering.wall = Sums.plus(metering.wall, wall);
        metering.cpu = Sums.plus(metering.cpu,
                Math.max(0, own.total(Meter.CPU) - Sums.plus(own.cpuSelf, inside[Meter.CPU.ordinal()])));
    }

    /** The nearest caller of each place that has figures, {@link Forest#NONE} where none has. */
    private int[] callers() {
        int[] callers = new int[forest.size()];
        for (int place = 0; place < callers.length; place++) {
            int caller = forest.caller(place);
            callers[place] = caller == Forest.NONE || places.figures(caller) != null ? caller : callers[caller];
        }
        return callers;
    }

    /** What has no place in the tree is own time of rows, and was beside the own times of its callers so far. */
    private void takeOther() {
        long ofMetering = Math.min(metering.wall, other.wall);
        long ofEarly = Math.min(early, other.wall - ofMetering);
        metering.wall -= ofMetering;
        early -= ofEarly;
        open = Sums.plus(open, other.wall - ofMetering - ofEarly);
        metering.cpu = Math.max(0, Sums.plus(metering.cpu, -other.cpu));
    }

    private boolean isOff(int place) {
        return names.isOff(forest.methods.get(forest.method(place)));
    }

    private Map<String, Object> requests(long restNanos) {
        Map<String, Object> parts = new LinkedHashMap<>();
        long rest = Math.min(metering.wall, restNanos); // of an entry without a row, not even its total is here
        parts.put("total",
                Math.max(0, Sums.plus(Sums.plus(rows.wall, before.wall), Sums.plus(metering.wall, early))));
        parts.put("rows", rows.wall);
        parts.put("aroundOff", around.wall);
        parts.put("off", before.wall);
        if (restNanos > 0) {
            parts.put("rest", rest);
        }
        parts.put("metering", metering.wall - rest);
        parts.put("range", early);
        parts.put("open", open);
        parts.put("other", other.wall);
        parts.put("idle", idle);
        parts.put("unit", "ns");
        return parts;
    }

    /** The parts are never more than the process used: what is too much is from before the range, where long calls began. */
    private Map<String, Object> cpu(Map<String, Long> gains) {
        Map<String, Object> parts = new LinkedHashMap<>();
        Long process = gains.get(PlatformMeasure.CPU_TIME.label());
        if (process == null) {
            return parts;
        }
        long room = process;
        Map<String, Object> groups = new LinkedHashMap<>();
        for (PlatformMeasure group : GROUPS) {
            Long gain = gains.get(group.label());
            if (gain != null) {
                long fits = Math.min(gain, room);
                groups.put(group.label().substring("cpu.".length()), fits);
                room -= fits;
            }
        }
        long own = Sums.plus(rows.cpu, before.cpu);
        long ownFits = Math.min(own, room);
        long meteringFits = Math.min(metering.cpu, room - ownFits);
        parts.put("total", process);
        parts.put("rows", ownFits - part(before.cpu, ownFits, own));
        parts.put("aroundOff", part(around.cpu, ownFits, own));
        parts.put("off", part(before.cpu, ownFits, own));
        parts.put("metering", meteringFits);
        parts.putAll(groups);
        parts.put("other", part(other.cpu, ownFits, own));
        parts.put("unmetered", room - ownFits - meteringFits);
        if (ownFits < own || meteringFits < metering.cpu) {
            parts.put("takenOff", Sums.plus(own - ownFits, metering.cpu - meteringFits));
        }
        parts.put("unit", "ns");
        return parts;
    }

    /** As much of a part as is left of the whole. */
    private static long part(long nanos, long fits, long whole) {
        return fits == whole ? nanos : (long) ((double) nanos / whole * fits);
    }

    /** What CPU times and the waits for a processor gained in the range, ns, added up over the instances: in the same batches as the rows. */
    private static Map<String, Long> gains(Question question, Range range) {
        Map<String, Long> gains = new HashMap<>();
        if (!question.has("platform_sums")) {
            return gains;
        }
        question.each("SELECT name, " + Sql.sum("gain") + " FROM platform_sums WHERE "
                + question.during(range, "instance", "to_micros") + " AND gain IS NOT NULL "
                + "AND name IN ('cpu.time', 'cpu.sim', 'cpu.jit', 'cpu.gc', 'cpu.jvm', 'cpu.queued') GROUP BY name",
                row -> gains.put(row.getString(1), row.getLong(2)));
        return gains;
    }
}

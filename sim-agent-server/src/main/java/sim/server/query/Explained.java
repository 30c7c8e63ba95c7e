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
    private static final PlatformMeasure[] GROUPS = {PlatformMeasure.CPU_SIM, PlatformMeasure.CPU_JIT,
            PlatformMeasure.CPU_GC, PlatformMeasure.CPU_JVM};

    /** The name above places for which the tree had no room. */
    static final Sort.Method OTHER = new Sort.Method("", "[other]");

    private final Forest forest;
    private final PlaceSums places;
    private final NameLevels names;
    /** Places that names which are off now stand below. */
    private final BitSet aroundOff = new BitSet();
    private long entries;
    private long entriesCpu;
    private long idle;
    private final Own rows = new Own();
    private final Own before = new Own();
    private final Own around = new Own();
    /** Of places for which the tree had no room: their calls were made by calls elsewhere in it. */
    private final Own other = new Own();

    /** Own time, ns. */
    private static final class Own {
        long wall;
        long cpu;

        void add(PlaceSums.Figures own) {
            wall = Sums.plus(wall, own.wallSelf - own.idleSelf);
            cpu = Sums.plus(cpu, own.cpuSelf);
        }
    }

    private Explained(Forest forest, PlaceSums places, NameLevels names) {
        this.forest = forest;
        this.places = places;
        this.names = names;
    }

    /**
     * Adds {@code explained}. The CPU time of the process is left out where the rows are those of a context.
     *
     * @param restNanos the self time of calls that have no row, because contexts are not kept with their places
     */
    static void describe(Question question, Range range, TreePart part, Forest forest, PlaceSums places,
            NameLevels names, long restNanos, Map<String, Object> into) {
        Explained explained = new Explained(forest, places, names);
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
        BitSet outermost = TreeTotals.entries(forest, places);
        BitSet isOther = new BitSet();
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
            } else if (outermost.get(place)) {
                entries = Sums.plus(entries, own.total(Meter.WALL));
                entriesCpu = Sums.plus(entriesCpu, own.total(Meter.CPU));
                idle = Sums.plus(idle, own.idleTotal);
            }
            (isOff(place) ? before : rows).add(own);
            if (!isOff(place) && aroundOff.get(place)) {
                around.add(own);
            }
        }
    }

    private boolean isOff(int place) {
        return names.isOff(forest.methods.get(forest.method(place)));
    }

    private Map<String, Object> requests(long restNanos) {
        Map<String, Object> parts = new LinkedHashMap<>();
        long others = entries - idle - rows.wall - before.wall;
        long rest = Math.max(0, Math.min(others, restNanos)); // of an entry without a row, not even its total is here
        parts.put("total", Math.max(0, entries - idle));
        parts.put("rows", rows.wall);
        parts.put("aroundOff", around.wall);
        parts.put("off", before.wall);
        if (restNanos > 0) {
            parts.put("rest", rest);
        }
        parts.put("metering", Math.max(0, others - rest));
        parts.put("open", Math.max(0, -others));
        parts.put("other", other.wall);
        parts.put("idle", idle);
        parts.put("unit", "ns");
        return parts;
    }

    private Map<String, Object> cpu(Map<String, Long> gains) {
        Map<String, Object> parts = new LinkedHashMap<>();
        Long process = gains.get(PlatformMeasure.CPU_TIME.label());
        if (process == null) {
            return parts;
        }
        long metering = Math.max(0, entriesCpu - rows.cpu - before.cpu);
        long rest = process - rows.cpu - before.cpu - metering;
        parts.put("total", process);
        parts.put("rows", rows.cpu);
        parts.put("aroundOff", around.cpu);
        parts.put("off", before.cpu);
        parts.put("metering", metering);
        for (PlatformMeasure group : GROUPS) {
            Long gain = gains.get(group.label());
            if (gain != null) {
                parts.put(group.label().substring("cpu.".length()), gain);
                rest -= gain;
            }
        }
        parts.put("other", other.cpu);
        parts.put("unmetered", Math.max(0, rest));
        parts.put("unit", "ns");
        return parts;
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

package sim.model.snapshot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that the runtime gathered since the last drain: a list for each kind of element, by the element's class. Immutable if its lists are.
 */
public final class Snapshot {
    private final long fromMicros;
    private final long toMicros;
    private final Map<Class<?>, List<?>> lists;

    private Snapshot(long fromMicros, long toMicros, Map<Class<?>, List<?>> lists) {
        this.fromMicros = fromMicros;
        this.toMicros = toMicros;
        this.lists = lists;
    }

    /** One without a list, of the time between two drains: microseconds since the epoch. */
    public static Snapshot between(long fromMicros, long toMicros) {
        return new Snapshot(fromMicros, toMicros, Map.of());
    }

    /** This snapshot with a list. */
    public <E> Snapshot with(Class<E> type, List<E> elements) {
        Map<Class<?>, List<?>> more = new LinkedHashMap<>(lists);
        more.put(type, elements);
        return new Snapshot(fromMicros, toMicros, more);
    }

    /** The elements of a class; empty if nothing gathered any. */
    @SuppressWarnings("unchecked") // with() has put a list of this type
    public <E> List<E> of(Class<E> type) {
        return (List<E>) lists.getOrDefault(type, List.of());
    }

    /** The classes that have a list, which may be empty. */
    public Set<Class<?>> types() {
        return lists.keySet();
    }

    /** The last drain, microseconds since the epoch. */
    public long fromMicros() {
        return fromMicros;
    }

    /** This drain. */
    public long toMicros() {
        return toMicros;
    }

    public List<TreeRow> rows() {
        return of(TreeRow.class);
    }

    /** Histograms of meters other than wall time, if somebody asked for them. */
    public List<HistogramRow> histograms() {
        return of(HistogramRow.class);
    }

    public Invocations invocations() {
        return Invocations.of(of(Invocation.class));
    }

    public List<ContextRecord> contexts() {
        return of(ContextRecord.class);
    }

    /** The sums of contexts by kind. */
    public List<KindRecord> kinds() {
        return of(KindRecord.class);
    }

    public List<EventRecord> events() {
        return of(EventRecord.class);
    }

    public List<Score> scores() {
        return of(Score.class);
    }

    public List<Verdict> verdicts() {
        return of(Verdict.class);
    }

    /** Exceptions by type and place. */
    public List<FailureRecord> failures() {
        return of(FailureRecord.class);
    }

    /** The stacks that were read of some of them. */
    public List<StackRecord> stacks() {
        return of(StackRecord.class);
    }

    /** Whether there is nothing to send. */
    public boolean isEmpty() {
        for (List<?> list : lists.values()) {
            if (!list.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}

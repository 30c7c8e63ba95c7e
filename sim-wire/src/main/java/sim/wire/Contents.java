package sim.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.model.snapshot.Snapshot;

/** The elements of a batch, by section. Immutable if its lists are. */
public final class Contents {
    public static final Contents NONE = new Contents(Map.of());

    /** The size that is assumed for an element that cannot be measured, in bytes. */
    private static final long UNMEASURED = 10_000;

    /** The lists that are not empty. */
    private final Map<Section<?>, List<?>> lists;

    private Contents(Map<Section<?>, List<?>> lists) {
        this.lists = lists;
    }

    /** All that a snapshot has, by section. */
    public static Contents of(Snapshot snapshot) {
        Map<Section<?>, List<?>> lists = new LinkedHashMap<>();
        for (Section<?> section : Sections.ALL) {
            List<?> elements = section.of(snapshot);
            if (!elements.isEmpty()) {
                lists.put(section, elements);
            }
        }
        return new Contents(lists);
    }

    /** These contents with other elements in a section. */
    public <E> Contents with(Section<E> section, List<E> elements) {
        Map<Section<?>, List<?>> changed = new LinkedHashMap<>(lists);
        changed.remove(section);
        if (!elements.isEmpty()) {
            changed.put(section, elements);
        }
        return new Contents(changed);
    }

    /** These contents without a section. */
    public Contents without(Section<?> section) {
        Map<Section<?>, List<?>> changed = new LinkedHashMap<>(lists);
        changed.remove(section);
        return new Contents(changed);
    }

    @SuppressWarnings("unchecked") // with() has put a list of this type
    public <E> List<E> of(Section<E> section) {
        return (List<E>) lists.getOrDefault(section, List.of());
    }

    /** The sections that have elements. */
    public Set<Section<?>> sections() {
        return lists.keySet();
    }

    public boolean isEmpty() {
        return lists.isEmpty();
    }

    /** Heap bytes, measured. */
    public long bytes() {
        long bytes = 0;
        for (Section<?> section : lists.keySet()) {
            bytes += bytes(section);
        }
        return bytes;
    }

    private <E> long bytes(Section<E> section) {
        try {
            return section.bytes(of(section));
        } catch (RuntimeException | Error broken) { // it cannot be encoded either, and is dropped then
            return UNMEASURED * of(section).size();
        }
    }

    /** How much the store has to write for them, in table rows of a few columns. */
    public long weight() {
        long weight = 0;
        for (Section<?> section : lists.keySet()) {
            weight += weight(section);
        }
        return weight;
    }

    private <E> long weight(Section<E> section) {
        return section.weight(of(section));
    }

    /**
     * The two halves of these contents, the earlier one first; none for a single element. Counters stay together in the later half,
     * because they are right once everything before has arrived.
     */
    public List<Contents> halves() {
        Contents earlier = NONE;
        Contents later = NONE;
        for (Section<?> section : lists.keySet()) {
            earlier = half(section, 0, earlier);
            later = half(section, 1, later);
        }
        if (!earlier.isEmpty() && !later.isEmpty()) {
            return List.of(earlier, later);
        }
        if (lists.size() < 2) {
            return List.of();
        }
        Section<?> first = new ArrayList<>(lists.keySet()).get(0);
        return List.of(NONE.copy(first, this), without(first));
    }

    private <E> Contents half(Section<E> section, int half, Contents to) {
        return to.with(section, section.halves(of(section)).get(half));
    }

    private <E> Contents copy(Section<E> section, Contents from) {
        return with(section, from.of(section));
    }
}

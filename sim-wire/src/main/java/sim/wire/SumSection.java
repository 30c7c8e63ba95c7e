package sim.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A section of sums. If room is short, sums of one thing are added up, and none is dropped.
 *
 * @param <E> one element
 */
abstract class SumSection<E> extends ElementSection<E> {
    SumSection(String name, Class<E> type) {
        super(name, type);
    }

    /** The key of the thing that is added up. */
    abstract Object keyOf(E element);

    abstract E sum(E one, E other);

    @Override
    public List<E> melt(List<List<E>> waiting, long room) {
        Map<Object, E> sums = new LinkedHashMap<>();
        waiting.forEach(elements -> elements.forEach(element -> sums.merge(keyOf(element), element, this::sum)));
        return new ArrayList<>(sums.values());
    }

    @Override
    public int share() {
        return 0;
    }
}

package sim.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A section that describes things. For each thing the last element counts, and none is dropped.
 *
 * @param <E> one element
 */
abstract class LastSection<E> extends ElementSection<E> {
    LastSection(String name, Class<E> type) {
        super(name, type);
    }

    /** The key of the thing that an element describes. */
    abstract Object keyOf(E element);

    @Override
    public List<E> melt(List<List<E>> waiting, long room) {
        Map<Object, E> last = new LinkedHashMap<>();
        waiting.forEach(elements -> elements.forEach(element -> last.put(keyOf(element), element)));
        return new ArrayList<>(last.values());
    }

    @Override
    public int share() {
        return 0;
    }
}

package sim.metrics.name;

import java.util.Arrays;
import java.util.List;

/**
 * Elements in the order in which they were added; none is ever removed. Adders share a lock of their own. Whoever reads takes
 * none, so a slow reader holds nobody up: the size is written last and read first.
 */
public final class AppendOnlyList<E> {
    private volatile Object[] elements = new Object[64];
    private volatile int size;

    /** Adds one. Under the adders' lock. */
    public void add(E element) {
        int at = size;
        Object[] into = elements;
        if (at == into.length) {
            into = Arrays.copyOf(into, at * 2);
            elements = into;
        }
        into[at] = element;
        size = at + 1;
    }

    /** How many there are. Any thread. */
    public int size() {
        return size;
    }

    /** A copy of all but the first {@code skipped}. Any thread. */
    @SuppressWarnings("unchecked")
    public List<E> after(int skipped) {
        int until = size;
        return skipped >= until
                ? List.of()
                : (List<E>) Arrays.asList(Arrays.copyOfRange(elements, skipped, until));
    }
}

package sim.base.name;

import java.util.Arrays;
import java.util.List;

/**
 * A list to which elements are only added. Threads that add share a lock of the caller. Readers take no lock, so a slow reader delays
 * nobody: the size is written last and read first.
 */
public final class AppendOnlyList<E> {
    private volatile Object[] elements = new Object[64];
    private volatile int size;

    /** Adds an element. Called under the lock of the threads that add. */
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

    /** The number of elements. Any thread. */
    public int size() {
        return size;
    }

    /** The element at an index below the size. Any thread. */
    @SuppressWarnings("unchecked")
    public E get(int index) {
        return (E) elements[index];
    }

    /** A copy without the first {@code skipped} elements. Any thread. */
    @SuppressWarnings("unchecked")
    public List<E> after(int skipped) {
        int until = size;
        return skipped >= until
                ? List.of()
                : (List<E>) Arrays.asList(Arrays.copyOfRange(elements, skipped, until));
    }
}

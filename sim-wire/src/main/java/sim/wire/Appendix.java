package sim.wire;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What stands behind the elements of a section about a few of them: how many they are, then for each the distance from the one before, and what is said.
 * It is left out if there is none. A peer that does not know it skips it, because a section may grow at its end.
 */
final class Appendix {
    private Appendix() {}

    /**
     * @param isMeant whether something is to be said of an element
     * @param writer  writes what is said of it
     */
    static <E> void write(List<E> elements, Predicate<E> isMeant, Consumer<E> writer, Parts out) {
        long many = elements.stream().filter(isMeant).count();
        if (many == 0) {
            return;
        }
        out.add(many);
        int last = -1;
        int at = 0;
        for (E element : elements) {
            if (isMeant.test(element)) {
                out.add(at - last);
                writer.accept(element);
                last = at;
            }
            at++;
        }
    }

    /**
     * Replaces the elements of which something is said.
     *
     * @param reader reads what is said of an element, and returns the one that replaces it
     */
    static <E> void read(List<E> elements, Parts in, Reader<E> reader) throws WireException {
        if (!in.hasMore()) {
            return;
        }
        long at = -1;
        for (int left = in.nextCount(); left > 0; left--) {
            long step = in.next();
            at += step;
            if (step <= 0 || step > elements.size() || at >= elements.size()) {
                throw new WireException("an element is missing: " + at);
            }
            elements.set((int) at, reader.read(elements.get((int) at)));
        }
    }

    /** Reads what is said of one element. */
    interface Reader<E> {
        E read(E element) throws WireException;
    }
}

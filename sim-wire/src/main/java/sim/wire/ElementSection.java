package sim.wire;

import java.util.List;

/**
 * A section whose elements are written one after the other, independently of each other.
 *
 * @param <E> one element
 */
abstract class ElementSection<E> extends Section<E> {
    ElementSection(String name) {
        super(name);
    }

    ElementSection(String name, Class<E> type) {
        super(name, type);
    }

    @Override
    final void write(List<E> elements, long fromMicros, Parts out) {
        out.addAll(elements, element -> write(element, fromMicros, out));
        writeMore(elements, fromMicros, out);
    }

    @Override
    final List<E> read(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        List<E> elements = in.nextList(parts -> taken(readOne(parts, fromMicros, numbers), parts));
        readMore(elements, fromMicros, in);
        return elements;
    }

    abstract void write(E element, long fromMicros, Parts out);

    abstract E readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException;

    /** Writes what stands behind the elements: see {@link Appendix}. */
    void writeMore(List<E> elements, long fromMicros, Parts out) {
        // most have nothing
    }

    /** Reads it. */
    void readMore(List<E> elements, long fromMicros, Parts in) throws WireException {
        // most have nothing
    }
}

package sim.collector.wire;

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

    @Override
    final void write(List<E> elements, long fromMicros, Parts out) {
        out.addAll(elements, element -> write(element, fromMicros, out));
    }

    @Override
    final List<E> read(Parts in, long fromMicros, Dialect dialect) throws WireException {
        return in.nextList(parts -> taken(readOne(parts, fromMicros, dialect), parts));
    }

    abstract void write(E element, long fromMicros, Parts out);

    abstract E readOne(Parts in, long fromMicros, Dialect dialect) throws WireException;
}

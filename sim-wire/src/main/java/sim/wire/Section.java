package sim.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.snapshot.Snapshot;

/**
 * One kind of data that travels in batches: its name, its codec, its size in memory, how it is halved when a frame cannot
 * hold it, what a full spool keeps of it, and the counter of what was dropped. A new kind is a subclass and an entry in
 * {@link Sections}. Stateless; any thread.
 *
 * @param <E> one element, a row or an event
 */
public abstract class Section<E> {
    private final String name;
    /** The class of its elements in a snapshot; null if they come to a batch in another way. */
    private final Class<E> type;

    /** A section of the dictionary or of the collector itself: a snapshot has none of their elements. */
    Section(String name) {
        this(name, null);
    }

    /** A section that has the elements of this class of each snapshot. */
    Section(String name, Class<E> type) {
        this.name = name;
        this.type = type;
    }

    /** The name of the section in a hello. */
    public final String name() {
        return name;
    }

    /** The counter of elements that found no room in the spool or could not be sent. */
    public String dropCounter() {
        return "spool." + name + ".dropped";
    }

    /** By how much that counter grows for these elements: their number, unless it counts what is added up in them. */
    public long amount(List<E> elements) {
        return elements.size();
    }

    /** Its elements of a snapshot. */
    final List<E> of(Snapshot snapshot) {
        return type == null ? List.of() : snapshot.of(type);
    }

    /** The class of its elements in a snapshot; null if they come to a batch in another way. */
    public final Class<E> type() {
        return type;
    }

    /** Writes the elements of a batch that begins at {@code fromMicros}. */
    abstract void write(List<E> elements, long fromMicros, Parts out);

    abstract List<E> read(Parts in, long fromMicros, MeterNumbers numbers) throws WireException;

    /** Returns an element that was read, after taking its heap bytes from those of the frame. */
    final E taken(E element, Parts in) throws WireException {
        in.take(bytes(element) + Sizes.REFERENCE);
        return element;
    }

    /**
     * The element with each text of the application's cleaned, before it is stored: whatever a program may have put a secret into. A section whose elements have no such
     * text returns them as they are.
     *
     * @param cleaner takes and returns a text, null for null
     */
    public abstract E cleaned(E element, UnaryOperator<String> cleaner);

    /** Heap bytes of one element. */
    abstract long bytes(E element);

    /** Heap bytes of all elements together. */
    public long bytes(List<E> elements) {
        long bytes = 0;
        for (E element : elements) {
            bytes += bytes(element);
        }
        return bytes;
    }

    /** How much the store has to write for one element, in table rows of a few columns. A row of all meters counts as eight. */
    long weight(E element) {
        return 1;
    }

    /** How much the store has to write for all elements. */
    long weight(List<E> elements) {
        long weight = 0;
        for (E element : elements) {
            weight += weight(element);
        }
        return weight;
    }

    /** The first and the second half. Either may be empty if the elements belong together. */
    List<List<E>> halves(List<E> elements) {
        int middle = (elements.size() + 1) / 2;
        return List.of(elements.subList(0, middle), elements.subList(middle, elements.size()));
    }

    /**
     * The elements that a full spool keeps of several parcels: the newest that fit.
     *
     * @param waiting the elements of each parcel, oldest parcel first
     * @param room heap bytes for them
     */
    public List<E> melt(List<List<E>> waiting, long room) {
        List<E> all = new ArrayList<>();
        waiting.forEach(all::addAll);
        int first = all.size();
        for (long left = room; first > 0; first--) {
            left -= bytes(all.get(first - 1));
            if (left < 0) {
                break;
            }
        }
        return new ArrayList<>(all.subList(first, all.size()));
    }

    /** The part of a full spool's room that {@link #melt} gets, in eighths; 0 if it keeps everything. */
    public int share() {
        return 1;
    }

    @Override
    public String toString() {
        return name;
    }
}
